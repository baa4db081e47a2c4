import { Children, type ComponentProps, memo, type ReactNode, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { languageOfFence } from '../../../../shared/tools/code-language';
import { UntrustedText } from '../../ui/untrusted-text';
import { ColouredCode } from '../entry/coloured-code';
import styles from './markdown.module.css';
import { MarkdownBoundary } from './markdown-boundary';
import { costsTooMuch, markdownCost } from './markdown-cost';
import { nestsTooDeep } from './markdown-depth';
import { MarkdownLink } from './markdown-link';
import { useMarkdownTurn } from './markdown-turn';
import { PlainText } from './plain-text';
import { SideScroll } from './side-scroll';
import { CODE_TEXT, type HastNode, PROSE_TEXT, rehypeUntrustedText } from './untrusted-nodes';

/**
 * Markdown as elements, never as HTML: raw HTML shows as text, pictures are named and not loaded,
 * links say where they lead. What the parser cannot take, or not in time, is shown as it is written, and says so.
 */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  if (!isReadable(text)) return <AsWritten text={text} />;
  return <ReadableMarkdown key={text} text={text} />;
});

function ReadableMarkdown({ text }: { text: string }) {
  const hasTurn = useMarkdownTurn(useMemo(() => markdownCost(text), [text]));
  if (!hasTurn) return <PlainText text={text} />;
  return (
    <MarkdownBoundary fallback={<AsWritten text={text} />}>
      <div className={styles.markdown}>
        <ReactMarkdown
          remarkPlugins={REMARK}
          rehypePlugins={REHYPE}
          components={COMPONENTS}
          urlTransform={keepUrl}
        >
          {text}
        </ReactMarkdown>
      </div>
    </MarkdownBoundary>
  );
}

function AsWritten({ text }: { text: string }) {
  return (
    <>
      <p className={styles.notice}>Shown as it is written: this is too much Markdown to lay out.</p>
      <PlainText text={text} />
    </>
  );
}

/** Whether a text can be read as Markdown without holding up the window. */
export function isReadable(text: string): boolean {
  return !nestsTooDeep(text) && !costsTooMuch(text);
}

const REMARK = [remarkGfm];
const REHYPE = [rehypeUntrustedText];

/** Addresses reach `MarkdownLink` and `NamedImage` as written; those decide, and no others show one. */
const keepUrl = (url: string) => url;

const COMPONENTS: Components = {
  [PROSE_TEXT]: ({ children }: { children?: ReactNode }) => <UntrustedText text={textOf(children)} isProse />,
  [CODE_TEXT]: ({ children }: { children?: ReactNode }) => <UntrustedText text={textOf(children)} />,
  a: ({ href, children }) => <MarkdownLink href={href ?? ''}>{children}</MarkdownLink>,
  img: NamedImage,
  // A corner of a table without a text heads nothing.
  th: ({ children, style }) =>
    Children.count(children) > 0 ? <th style={style}>{children}</th> : <td style={style} />,
  table: ({ children }) => (
    <SideScroll label="Table">
      <table>{children}</table>
    </SideScroll>
  ),
  pre: ({ children, node }) => (
    <SideScroll label="Code">
      <pre>{fencedCode(node) ?? children}</pre>
    </SideScroll>
  ),
};

/** A block of code whose fence names a language, in its colours; null for any other. */
function fencedCode(node: HastNode | undefined): ReactNode {
  const code = node?.children?.[0];
  const classes = code?.properties?.className;
  const language = Array.isArray(classes)
    ? languageOfFence(String(classes[0]).replace(/^language-/, ''))
    : null;
  if (!code || language === null) return null;
  const text = (code.children ?? []).map((samp) => samp.children?.[0]?.value ?? '').join('');
  return (
    <code>
      <ColouredCode text={text.replace(/\n$/, '')} language={language} />
    </code>
  );
}

function NamedImage({ alt, src }: ComponentProps<'img'>) {
  return (
    <span className={styles.image}>
      Image, not loaded: <UntrustedText text={alt || 'without a name'} isProse />{' '}
      {typeof src === 'string' && src !== '' && <UntrustedText text={src} />}
    </span>
  );
}

/** The element's only child, the text that `rehypeUntrustedText` put there. */
function textOf(children: ReactNode): string {
  return Children.toArray(children)
    .filter((child) => typeof child === 'string')
    .join('');
}
