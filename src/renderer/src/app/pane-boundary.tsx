import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button';
import { ErrorNotice } from '../ui/error-notice';
import styles from './pane-boundary.module.css';

interface PaneBoundaryState {
  readonly thrown: Error | null;
}

/** Keeps a bug in one pane from taking the rest of the window along. */
export class PaneBoundary extends Component<{ children: ReactNode }, PaneBoundaryState> {
  override state: PaneBoundaryState = { thrown: null };

  static getDerivedStateFromError(thrown: unknown): PaneBoundaryState {
    return { thrown: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    if (!thrown) return this.props.children;
    const error = {
      code: 'internal',
      message: 'This part of the window could not be drawn. That is a fault in Ramify, not in the file.',
      detail: thrown.stack ?? thrown.message,
    } as const;
    return (
      <div className={styles.fault}>
        <ErrorNotice error={error}>
          <Button onClick={() => this.setState({ thrown: null })}>Draw it again</Button>
        </ErrorNotice>
      </div>
    );
  }
}
