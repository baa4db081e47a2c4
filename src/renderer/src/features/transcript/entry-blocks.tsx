import { useMemo } from 'react';
import { binaryOf } from '../../../../shared/content/binary';
import type { Block } from '../../../../shared/model/body';
import { CodeText } from '../entry/code-text';
import { useFoundIn } from '../entry/found-place';
import { JsonView } from '../entry/json-view';
import { LongText } from '../entry/long-text';
import { BinaryNotice } from './binary-notice';
import styles from './entry-blocks.module.css';
import { Foldable } from './foldable';
import { EntryImage } from './images/entry-image';
import { isReadable, Markdown } from './markdown';
import { PlainText } from './plain-text';

interface EntryBlockProps {
  row: number;
  /** Index of the block in its entry. */
  at: number;
  block: Exclude<Block, { type: 'tool_call' }>;
  /** How text is meant: people write plain text, models Markdown, tools print. */
  textStyle: 'plain' | 'markdown' | 'output' | 'error-output';
}

/** One block of an entry that is no tool call. */
export function EntryBlock({ row, at, block, textStyle }: EntryBlockProps) {
  const source = { row, block: at };
  const found = useFoundIn(row, at);
  switch (block.type) {
    case 'text':
      if (block.totalChars === 0) return null;
      if (textStyle === 'output' || textStyle === 'error-output') {
        const tone = textStyle === 'error-output' ? 'err' : 'plain';
        return <CodeText cut={block} source={source} tone={tone} isOutput isBare />;
      }
      return (
        <LongText cut={block} source={source}>
          {(first, more) =>
            textStyle === 'plain' ? (
              <PlainText text={first} more={more} />
            ) : (
              <MarkdownParts first={first} more={more} />
            )
          }
        </LongText>
      );
    case 'thinking':
      return (
        <Foldable id={`${row}:${at}`} title="Thinking" sizeChars={block.totalChars} found={found}>
          <div className={styles.thinking}>
            <LongText cut={block} source={source}>
              {(first, more) => <PlainText text={first} more={more} />}
            </LongText>
          </div>
        </Foldable>
      );
    case 'tool_result':
      return null;
    case 'image':
      return <EntryImage row={row} at={at} block={block} />;
    case 'raw':
      return <RawBlock row={row} at={at} block={block} found={found} />;
  }
}

interface RawBlockProps extends Pick<EntryBlockProps, 'row' | 'at'> {
  block: Extract<Block, { type: 'raw' }>;
  found: ReturnType<typeof useFoundIn>;
}

/** Content of a kind of its own: folded, and where it is binary, its type and size first. */
function RawBlock({ row, at, block, found }: RawBlockProps) {
  const binary = useMemo(() => binaryOf(block.text, block.totalChars), [block.text, block.totalChars]);
  return (
    <>
      {binary && <BinaryNotice content={binary} />}
      <Foldable
        id={`${row}:${at}`}
        title={block.label}
        isUntrusted
        sizeChars={block.totalChars}
        found={found}
      >
        <JsonView cut={block} source={{ row, block: at }} />
      </Foldable>
    </>
  );
}

/** Markdown that came in parts. It cannot be read from the middle: what is not read with the first part stays as written. */
function MarkdownParts({ first, more: [second = '', ...later] }: { first: string; more: readonly string[] }) {
  const whole = first + second;
  const isWhole = isReadable(whole);
  const [rest = '', ...further] = isWhole ? later : [second, ...later];
  return (
    <>
      <Markdown text={isWhole ? whole : first} />
      {rest !== '' && <PlainText text={rest} more={further} />}
    </>
  );
}
