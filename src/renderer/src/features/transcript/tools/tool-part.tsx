import type { ReactNode } from 'react';
import type { Outcome, PairedResult } from '../../../../../shared/tree/tool-calls';
import { CopyButton } from '../../../ui/copy-button';
import { Limited } from '../../../ui/limited';
import { useFoundIn } from '../../entry/found-place';
import { EntryBlock } from '../entry-blocks';
import styles from './tool-part.module.css';

interface ToolPartProps {
  title: ReactNode;
  /** Beside the title: what can be done with the part. */
  actions?: ReactNode;
  /** What is in it has its own margins. */
  isFlush?: boolean;
  children: ReactNode;
}

/** A part of an open card: what went in, what came out. */
export function ToolPart({ title, actions, isFlush = false, children }: ToolPartProps) {
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <p className={styles.title}>{title}</p>
        {actions}
      </div>
      <div className={isFlush ? styles.flush : styles.content}>{children}</div>
    </div>
  );
}

interface ResultBlocksProps {
  result: PairedResult;
  /** How its text is meant; that of an error is always printed. */
  textStyle?: 'output' | 'markdown';
}

/** Blocks of a result drawn at first, and with each "Show more": a block may be a long text. */
const SHOWN_BLOCKS = 10;

/** What a tool answered, as it is. */
export function ResultBlocks({ result, textStyle = 'output' }: ResultBlocksProps) {
  const found = useFoundIn(result.body.row, null)?.hit.block ?? -1;
  if (result.blocks.length === 0) return <p className={styles.none}>Empty</p>;
  return (
    <Limited
      items={result.blocks}
      first={SHOWN_BLOCKS}
      step={SHOWN_BLOCKS}
      atLeast={result.blocks.findIndex(({ at }) => at === found) + 1}
      noun="part"
    >
      {(shown) =>
        shown.map(({ block, at }) =>
          block.type === 'tool_call' ? null : (
            <EntryBlock
              key={at}
              row={result.body.row}
              at={at}
              block={block}
              textStyle={result.isError ? 'error-output' : textStyle}
            />
          ),
        )
      }
    </Limited>
  );
}

interface ResultPartProps {
  result: PairedResult | null;
  outcome: Outcome | null;
  /** The text of the result, to be copied; null where it is not here whole. */
  output: string | null;
  title?: ReactNode;
  textStyle?: 'output' | 'markdown';
}

/** The result of a call, or why there is none. */
export function ResultPart({
  result,
  outcome,
  output,
  title = 'Result',
  textStyle = 'output',
}: ResultPartProps) {
  return (
    <ToolPart title={title} actions={output ? <CopyButton label="Copy result" text={output} /> : null}>
      {result ? <ResultBlocks result={result} textStyle={textStyle} /> : <NoResult outcome={outcome} />}
    </ToolPart>
  );
}

/** In place of a result that is not there. */
function NoResult({ outcome }: { outcome: Outcome | null }) {
  if (outcome === null) return <p className={styles.none}>Reading…</p>;
  return (
    <p className={styles.none}>
      {outcome === 'pending'
        ? 'None yet: the path ends here.'
        : 'None on this path, although the conversation goes on.'}
    </p>
  );
}

/** A line in place of something that is empty. */
export function NoneHere({ children }: { children: ReactNode }) {
  return <p className={styles.none}>{children}</p>;
}
