import {
  type Outcome,
  outcomeOf,
  type PairedCall,
  type PairedResult,
} from '../../../../shared/tree/tool-calls';
import { classNames } from '../../ui/class-names';
import { FoldIcon } from '../../ui/icons';
import { formatBytes } from '../../ui/number-format';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { mainArgument } from '../entry/json-text';
import { JsonView } from '../entry/json-view';
import { EntryBlock } from './entry-blocks';
import { useFold } from './folds';
import styles from './tool-card.module.css';

interface ToolCardProps {
  row: number;
  paired: PairedCall;
  /** Nothing but results of the same entry follows on the path. */
  isLastOnPath: boolean;
  /** Results are still being read. */
  isLoading: boolean;
  /** Its result is the selected entry. */
  isSelected: boolean;
}

/** A tool call with its result, folded to one line. */
export function ToolCard({ row, paired, isLastOnPath, isLoading, isSelected }: ToolCardProps) {
  const { call, result, block } = paired;
  const [isOpen, toggle] = useFold(`${row}:${block}`);
  const outcome = isLoading ? null : outcomeOf(result, isLastOnPath);
  const source = { row, block };
  return (
    <div
      className={classNames(
        styles.card,
        outcome === 'error' && styles.failed,
        outcome === 'missing' && styles.unanswered,
        isSelected && styles.selected,
      )}
    >
      <button type="button" className={styles.line} aria-expanded={isOpen} onClick={toggle}>
        <FoldIcon isOpen={isOpen} />
        <code className={styles.name}>
          <UntrustedText text={call.name} />
        </code>
        <code className={styles.argument}>
          <UntrustedText text={mainArgument(call.argumentsText.text)} />
        </code>
        {outcome && <OutcomeTag outcome={outcome} />}
        {result && <Tag>{formatBytes(result.body.sizeBytes)}</Tag>}
      </button>
      {isOpen && (
        <>
          <div className={styles.part}>
            <p className={styles.heading}>Arguments{call.asString && ', stored as a string'}</p>
            {call.argumentsText.totalChars === 0 ? (
              <p className={styles.none}>None</p>
            ) : (
              <JsonView cut={call.argumentsText} source={source} isBare />
            )}
          </div>
          <div className={styles.part}>
            <p className={styles.heading}>Result</p>
            {result ? <ResultBlocks result={result} /> : <NoResult outcome={outcome} />}
          </div>
        </>
      )}
    </div>
  );
}

/** How a call ended, in a word and a colour. */
function OutcomeTag({ outcome }: { outcome: Outcome }) {
  switch (outcome) {
    case 'ok':
      return <Tag tone="ok">ok</Tag>;
    case 'error':
      return <Tag tone="err">✕ error</Tag>;
    case 'pending':
      return (
        <Tag tone="accent" title="The path ends before its result">
          … pending
        </Tag>
      );
    case 'missing':
      return (
        <Tag tone="warn" title="No result on this path answers this call">
          ! no result
        </Tag>
      );
  }
}

/** What a tool answered. */
export function ResultBlocks({ result }: { result: PairedResult }) {
  if (result.blocks.length === 0) return <p className={styles.none}>Empty</p>;
  return result.blocks.map(({ block, at }) =>
    block.type === 'tool_call' ? null : (
      <EntryBlock
        key={at}
        row={result.body.row}
        at={at}
        block={block}
        textStyle={result.isError ? 'error-output' : 'output'}
      />
    ),
  );
}

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
