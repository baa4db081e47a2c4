import { memo, useMemo, useState } from 'react';
import { firstElements, type MarkdownElement, readMarkdown } from '../../workers/markdown-tree';
import styles from './markdown.module.css';
import { MarkdownBoundary } from './markdown-boundary';
import { costsTooMuch, markdownCost } from './markdown-cost';
import { nestsTooDeep } from './markdown-depth';
import { type DrawnElements, drawContent } from './markdown-elements';
import { useMarkdownTree } from './markdown-tree-loader';
import { MOST_TURN_COST, useDrawnElements, useMarkdownTurn } from './markdown-turn';
import { PlainText } from './plain-text';

/**
 * Markdown as elements, never as HTML. A little of it is read at once. More is read by a worker and drawn piece by
 * piece: until then it is shown as it is written. So is what cannot be read, or not in time, and says so.
 */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  if (!isReadable(text)) return <AsWritten text={text} />;
  const cost = markdownCost(text);
  return (
    <MarkdownBoundary key={text} fallback={<AsWritten text={text} />}>
      {cost <= MOST_TURN_COST ? <ShortMarkdown text={text} cost={cost} /> : <LongMarkdown text={text} />}
    </MarkdownBoundary>
  );
});

/** Read and drawn at once, or with its turn where others are drawn before it. */
function ShortMarkdown({ text, cost }: { text: string; cost: number }) {
  const hasTurn = useMarkdownTurn(cost);
  const tree = useMemo(() => (hasTurn ? readMarkdown(text) : undefined), [hasTurn, text]);
  if (tree === null) return <AsWritten text={text} />;
  return tree === undefined ? <PlainText text={text} /> : <Drawn tree={tree} />;
}

/** Read by a worker, and drawn some elements a turn: what is not drawn yet stands below as it is written. */
function LongMarkdown({ text }: { text: string }) {
  const tree = useMarkdownTree(text);
  const count = useDrawnElements(tree?.size ?? 0);
  if (tree === null) return <AsWritten text={text} />;
  if (tree === undefined || count === 0) return <PlainText text={text} />;
  const { tree: first, restAt } = firstElements(tree, count);
  return (
    <>
      <Drawn tree={first} />
      {restAt !== null && <PlainText text={text.slice(restAt)} />}
    </>
  );
}

/** A tree, or as much of it as there is so far. */
function Drawn({ tree }: { tree: MarkdownElement }) {
  const [drawn] = useState<DrawnElements>(() => new WeakMap());
  return <div className={styles.markdown}>{drawContent(tree, drawn)}</div>;
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
