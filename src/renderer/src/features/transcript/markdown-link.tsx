import type { MouseEvent, ReactNode } from 'react';
import { perform } from '../../app/perform';
import { UntrustedText } from '../../ui/untrusted-text';
import { linkTarget } from './link-target';
import styles from './markdown-link.module.css';

interface MarkdownLinkProps {
  /** As written in the transcript. */
  href: string;
  children: ReactNode;
}

/** A link of a transcript: where it leads stands beside it, and the app asks before it opens. Others stay text. */
export function MarkdownLink({ href, children }: MarkdownLinkProps) {
  const target = linkTarget(href);
  if (!target) {
    return (
      <span className={styles.inert} title="Not a link that can be opened">
        {children}
        {/* Footnotes lead within the text; their targets tell nothing. */}
        {href !== '' && !href.startsWith('#') && (
          <span className={styles.host}>
            {' '}
            (<UntrustedText text={href} />)
          </span>
        )}
      </span>
    );
  }
  function open(event: MouseEvent) {
    event.preventDefault();
    if (target) perform('app.openLink', { url: target.url });
  }
  return (
    <a className={styles.link} href={target.url} onClick={open} onAuxClick={open} draggable={false}>
      {children}
      <span className={styles.host}>
        {' '}
        (<UntrustedText text={target.host} />)
      </span>
    </a>
  );
}
