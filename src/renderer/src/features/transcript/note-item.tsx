import type { SessionIndex } from '../../../../shared/tree/session-index';
import { classNames } from '../../ui/class-names';
import { FoldIcon } from '../../ui/icons';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { UntrustedText } from '../../ui/untrusted-text';
import { useBody } from '../entry/entry-body';
import { useFoundIn } from '../entry/found-place';
import { GraphStateView, graphBlock } from '../entry/graph-state-view';
import { kindWords } from '../entry/kind-words';
import { namesSession, SessionLink } from '../entry/session-link';
import { EntryBlock } from './entry-blocks';
import { useFold } from './folds';
import styles from './note-item.module.css';

interface NoteItemProps {
  index: SessionIndex;
  row: number;
  labels: readonly string[];
}

/** Bookkeeping and summaries: one quiet line from the head alone; the body is read when it is unfolded. */
export function NoteItem({ index, row, labels }: NoteItemProps) {
  const [isOpen, toggle] = useFold(`note ${row}`, useFoundIn(row, null));
  const preview = index.preview(row);
  const isSummary = index.isKind(row, 'compaction') || index.isKind(row, 'branch_summary');
  return (
    <div className={classNames(styles.note, isSummary && styles.summary)}>
      <button type="button" className={styles.line} aria-expanded={isOpen} onClick={toggle}>
        <FoldIcon isOpen={isOpen} />
        <span className={styles.kind}>{kindWords(index.kind(row)).word}</span>
        <span className={styles.preview}>
          <UntrustedText text={preview} isProse />
        </span>
        {labels.map((label) => (
          <Tag key={label} tone="accent">
            <UntrustedText text={label} isProse />
          </Tag>
        ))}
        <span className={styles.time}>
          <Time timeMs={index.timeMs(row)} />
        </span>
      </button>
      {isOpen && <NoteBody row={row} />}
    </div>
  );
}

function NoteBody({ row }: { row: number }) {
  const state = useBody(row);
  if (state.status === 'loading') return <p className={styles.body}>Reading…</p>;
  if (state.status === 'failed') return <p className={styles.body}>{state.error.message}</p>;
  const { blocks, facts } = state.body;
  const graph = graphBlock(state.body);
  return (
    <div className={styles.body}>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map((fact) => (
            <div key={fact.name}>
              <dt>
                <UntrustedText text={fact.name} />
              </dt>
              <dd>
                {namesSession(state.body.type, fact.name) ? (
                  <SessionLink sessionId={fact.value} />
                ) : (
                  <UntrustedText text={fact.value} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {graph && <GraphStateView state={graph.state} />}
      {blocks.map((block, at) =>
        block.type === 'tool_call' || at === graph?.at ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
          <EntryBlock key={at} row={row} at={at} block={block} textStyle="markdown" />
        ),
      )}
      {blocks.length === 0 && facts.length === 0 && <p>Nothing more is stored with it.</p>}
    </div>
  );
}
