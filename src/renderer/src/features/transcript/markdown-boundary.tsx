import { Component, type ReactNode } from 'react';

interface MarkdownBoundaryProps {
  fallback: ReactNode;
  children: ReactNode;
}

/** Shows something else when its content cannot be drawn: a parser that recurses gives up on very deep nesting. */
export class MarkdownBoundary extends Component<MarkdownBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
