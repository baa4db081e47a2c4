import { useMemo } from 'react';
import { isSound } from '../../../shared/model/report';
import type { SessionIndex } from '../../../shared/tree/session-index';
import { classNames } from '../ui/class-names';
import { spellOut } from '../ui/invisible-characters';
import { countOf, formatCount, formatShort } from '../ui/number-format';
import { ProgressLine } from '../ui/progress-bar';
import { shortId } from '../ui/short-id';
import { UntrustedText } from '../ui/untrusted-text';
import type { ReadFile } from './active-file';
import { entryWords } from './format-names';
import { useKnownReport } from './report';
import type { SessionPaneProps } from './session-pane';
import { sessionTotals } from './session-totals';
import styles from './status-bar.module.css';
import { PROGRESS_AFTER_MS, useElapsed } from './use-elapsed';
import { type SessionView, useSessionView, useViewState } from './view-state';

/** The session in numbers, and where its two leaves are. */
export function StatusBar({ file, session, heads }: SessionPaneProps) {
  const { index } = heads;
  const view = useSessionView(file.fileId, session.id, heads);
  const isSlow = useElapsed(PROGRESS_AFTER_MS, heads.status);
  // Until the end has come, what is not known yet is said to be so, not left out.
  const isComplete = heads.status === 'complete';
  const totals = useMemo(() => (isComplete ? sessionTotals(index) : null), [isComplete, index]);
  const [one, many] = entryWords(file.summary.format);
  return (
    <section className={styles.bar} aria-label="Session status">
      {heads.status === 'loading' && isSlow ? (
        <ProgressLine progress={heads.progress} onCancel={heads.cancel} />
      ) : (
        <span>
          {isComplete
            ? countOf(index.count, one, many)
            : `${formatCount(index.count)} of ${session.entryCount === null ? many : countOf(session.entryCount, one, many)}`}
        </span>
      )}
      <span>{totals ? countOf(totals.branchCount, 'branch', 'branches') : 'branches pending'}</span>
      {isComplete ? <Leaves index={index} view={view} /> : <span>stored leaf pending</span>}
      <span className={styles.space} />
      {totals !== null && totals.tokens !== null && (
        <span title={`${formatCount(totals.tokens)} tokens, as the entries report them`}>
          {formatShort(totals.tokens)} tokens
        </span>
      )}
      <ProblemCount count={index.end?.problemCount ?? null} />
      <Soundness file={file} />
    </section>
  );
}

function Leaves({ index, view }: { index: SessionIndex; view: SessionView }) {
  if (view.viewedLeafRow < 0) return null;
  return (
    <span>
      {view.storedLeafRow < 0 ? (
        'no stored leaf'
      ) : (
        <LeafId label="stored leaf" id={index.id(view.storedLeafRow)} />
      )}
      {view.viewedLeafRow !== view.storedLeafRow && (
        <>
          {', '}
          <LeafId label="viewing" id={index.id(view.viewedLeafRow)} />
        </>
      )}
    </span>
  );
}

function LeafId({ label, id }: { label: string; id: string }) {
  return (
    <>
      {label}{' '}
      <span className={styles.id} title={spellOut(id)}>
        <UntrustedText text={shortId(id)} />
      </span>
    </>
  );
}

/** `null` while the session is still being read: pending is not none. */
function ProblemCount({ count }: { count: number | null }) {
  const showInspectorTab = useViewState((state) => state.showInspectorTab);
  if (count === null) return <span>problems pending</span>;
  if (count === 0) return <span>no problems</span>;
  return (
    <button type="button" className={styles.problems} onClick={() => showInspectorTab('checks')}>
      {countOf(count, 'problem')}
    </button>
  );
}

/** The verdict of the file's checks once they have run, and the way to them. */
function Soundness({ file }: { file: ReadFile }) {
  const showInspectorTab = useViewState((state) => state.showInspectorTab);
  const report = useKnownReport(file.fileId, file.generation);
  const verdict = report === null ? 'pending' : isSound(report) ? 'sound' : 'unsound';
  return (
    <button
      type="button"
      className={classNames(styles.verdict, styles[verdict])}
      onClick={() => showInspectorTab('checks')}
    >
      {VERDICT_WORDS[verdict]}
    </button>
  );
}

const VERDICT_WORDS = { pending: 'not checked', sound: '✓ sound', unsound: '✕ not sound' } as const;
