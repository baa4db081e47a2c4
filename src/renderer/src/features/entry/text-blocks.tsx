import { Fragment, type ReactNode } from 'react';
import styles from './text-blocks.module.css';

interface TextBlocksProps {
  parts: readonly string[];
  children: (part: string) => ReactNode;
}

/**
 * The parts of a long text. One that begins a line is a block of its own, so that the browser lays out what is new
 * and not the whole text anew: for a few megabytes that takes seconds.
 */
export function TextBlocks({ parts, children }: TextBlocksProps) {
  return blocksOf(parts).map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
    <span key={at} className={styles.block}>
      {block.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Fragment key={index}>{children(part)}</Fragment>
      ))}
    </span>
  ));
}

function blocksOf(parts: readonly string[]): readonly (readonly string[])[] {
  const blocks: string[][] = [];
  for (const part of parts) {
    const last = blocks.at(-1);
    if (last === undefined || last.at(-1)?.endsWith('\n')) blocks.push([part]);
    else last.push(part);
  }
  return blocks;
}
