import { createElement, type ReactElement, type ReactNode } from 'react';
import { languageOfFence } from '../../../../shared/tools/code-language';
import { UntrustedText } from '../../ui/untrusted-text';
import type { MarkdownElement, MarkdownFacts } from '../../workers/markdown-tree';
import { ColouredCode } from '../entry/coloured-code';
import styles from './markdown.module.css';
import { MarkdownLink } from './markdown-link';
import { SideScroll } from './side-scroll';

/** What was drawn of a tree before: React leaves alone what it is given a second time. */
export type DrawnElements = WeakMap<MarkdownElement, ReactElement>;

/** The content of an element of Markdown. Pictures are named and not loaded, links say where they lead. */
export function drawContent({ tag, children }: MarkdownElement, drawn: DrawnElements): ReactNode[] {
  return children.map((child, at) => {
    if (typeof child !== 'string') return drawElement(child, at, drawn);
    // Line breaks between blocks stay: tables allow no element there.
    // biome-ignore lint/suspicious/noArrayIndexKey: content only ever comes at the end
    return child === '\n' ? child : <UntrustedText key={at} text={child} isProse={tag !== 'code'} />;
  });
}

function drawElement(element: MarkdownElement, at: number, drawn: DrawnElements): ReactElement {
  const before = drawn.get(element);
  if (before) return before;
  const made = elementOf(element, at, drawn);
  drawn.set(element, made);
  return made;
}

function elementOf(element: MarkdownElement, key: number, drawn: DrawnElements): ReactElement {
  const { tag, facts } = element;
  if (tag === 'pre') return <CodeBlock key={key} element={element} />;
  const content = drawContent(element, drawn);
  switch (tag) {
    case 'a':
      return (
        <MarkdownLink key={key} href={facts.href ?? ''}>
          {content}
        </MarkdownLink>
      );
    case 'img':
      return <NamedImage key={key} facts={facts} />;
    case 'input':
      return <input key={key} type="checkbox" checked={facts.isChecked ?? false} disabled />;
    case 'table':
      return (
        <SideScroll key={key} label="Table">
          <table>{content}</table>
        </SideScroll>
      );
    case 'ol':
      return (
        <ol key={key} start={facts.start} className={facts.isTaskList ? styles.tasks : undefined}>
          {content}
        </ol>
      );
    case 'ul':
      return (
        <ul key={key} className={facts.isTaskList ? styles.tasks : undefined}>
          {content}
        </ul>
      );
    case 'th':
    case 'td': {
      // A corner of a table without a text heads nothing.
      const Cell = content.length > 0 ? tag : 'td';
      return (
        <Cell key={key} style={{ textAlign: facts.align }}>
          {content}
        </Cell>
      );
    }
    case 'br':
    case 'hr':
      return createElement(tag, { key });
    default:
      return createElement(tag, { key }, content);
  }
}

/** Code as it was written, in its colours where its fence names a language. */
function CodeBlock({ element: { children, facts } }: { element: MarkdownElement }) {
  const language = facts.language === undefined ? null : languageOfFence(facts.language);
  return (
    <SideScroll label="Code">
      <pre>
        <code>
          <ColouredCode text={children.join('')} language={language} />
        </code>
      </pre>
    </SideScroll>
  );
}

function NamedImage({ facts: { alt, src } }: { facts: MarkdownFacts }) {
  return (
    <span className={styles.image}>
      Image, not loaded: <UntrustedText text={alt || 'without a name'} isProse />{' '}
      {src !== undefined && src !== '' && <UntrustedText text={src} />}
    </span>
  );
}
