import type { ReactNode } from 'react';
import styles from './side-scroll.module.css';

/** What is too wide scrolls by itself, with the keyboard too. */
export function SideScroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
    // biome-ignore lint/a11y/useSemanticElements: too small a part for a section of the page
    <div className={styles.wide} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
