import { type ReactNode, useMemo } from 'react';
import type { SessionSummary } from '../../../shared/model/session';
import { countOf, formatCount, formatShort } from '../ui/number-format';
import { UntrustedText } from '../ui/untrusted-text';
import type { ReadFile } from './active-file';
import { entryWords } from './format-names';
import type { SessionHeads } from './heads';
import { sessionTotals, shortId } from './session-totals';
import styles from './status-bar.module.css';
import { useSessionView, useViewState } from './view-state';

interface StatusBarProps {
  file: ReadFile;
  session: SessionSummary;
  heads: SessionHeads;
}

/** The session in numbers, and where its two leaves are. */
export function StatusBar({ file, session, heads }: StatusBarProps) {
  const { index, version } = heads;
  // The index is one growing object: `version` says when it changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const totals = useMemo(() => sessionTotals(index), [index, version]);
  const view = useSessionView(file.fileId, session.id, heads);
  const [one, many] = entryWords(file.summary.format);
  return (
    <section className={styles.bar} aria-label="Session status">
      <span>
        {heads.status === 'complete'
          ? countOf(index.count, one, many)
          : `${formatCount(index.count)} of ${countOf(session.entryCount, one, many)}`}
      </span>
      <span>{countOf(totals.branchCount, 'branch', 'branches')}</span>
      <Leaves heads={heads} view={view} />
      <span className={styles.space} />
      {totals.tokens !== null && (
        <span title={`${formatCount(totals.tokens)} tokens, as the entries report them`}>
          {formatShort(totals.tokens)} tokens
        </span>
      )}
      <ProblemCount count={index.end?.problemCount ?? null} />
    </section>
  );
}

function Leaves({ heads, view }: { heads: SessionHeads; view: ReturnType<typeof useSessionView> }) {
  const { index } = heads;
  const leaf = (row: number): ReactNode => (
    <span className={styles.id} title={index.id(row)}>
      <UntrustedText text={shortId(index.id(row))} />
    </span>
  );
  const stored = view.storedLeafRow < 0 ? 'none' : leaf(view.storedLeafRow);
  if (view.viewedLeafRow < 0) return null;
  return (
    <span>
      stored leaf {heads.status === 'complete' ? stored : 'not known yet'}
      {view.viewedLeafRow !== view.storedLeafRow && <>, viewing {leaf(view.viewedLeafRow)}</>}
    </span>
  );
}

/** `null` while the session is still being read: pending is not none. */
function ProblemCount({ count }: { count: number | null }) {
  const showInspectorTab = useViewState((state) => state.showInspectorTab);
  if (count === null) return <span>problems not known yet</span>;
  if (count === 0) return <span>no problems</span>;
  return (
    <button type="button" className={styles.problems} onClick={() => showInspectorTab('checks')}>
      {countOf(count, 'problem')}
    </button>
  );
}
