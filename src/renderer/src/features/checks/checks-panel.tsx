import { type ReportState, useReport } from '../../app/report';
import type { SessionPaneProps } from '../../app/session-pane';
import { PROGRESS_AFTER_MS, useElapsed } from '../../app/use-elapsed';
import { useSessionView, useViewState } from '../../app/view-state';
import { Button } from '../../ui/button';
import { ErrorNotice } from '../../ui/error-notice';
import { ProgressBar } from '../../ui/progress-bar';
import { CheckList } from './check-list';
import styles from './checks-panel.module.css';
import { CommitTables } from './commit-tables';
import { ProblemList } from './problem-list';
import { reportSummary } from './report-summary';
import tones from './tones.module.css';

/** Whether what the file holds is sound: its checks, its commits, its problems. Opening it runs the checks. */
export function ChecksPanel({ file, session, heads }: SessionPaneProps) {
  const { fileId, generation } = file;
  const state = useReport(fileId, generation);
  const { selectEntry } = useSessionView(fileId, session.id, heads);
  const isSlow = useElapsed(PROGRESS_AFTER_MS, state.status);

  /** Selects an entry, in another session of the file if need be; shows its record, too, where `isRaw`. */
  function show(sessionId: string | null, entryId: string, isRaw = false) {
    if (isRaw) useViewState.getState().showInspectorTab('raw');
    if (sessionId === null || sessionId === session.id) {
      const row = heads.index.rowOf(entryId);
      if (row >= 0) selectEntry(row);
      return;
    }
    const { choose, selectSession } = useViewState.getState();
    // The row is looked up once the heads of that session are there.
    choose(fileId, sessionId, { selected: { id: entryId, row: 0 } });
    selectSession(fileId, sessionId);
  }

  return (
    <div className={styles.panel}>
      <Summary state={state} isSlow={isSlow} />
      {state.status === 'failed' && (
        <ErrorNotice error={state.error}>
          <Button onClick={state.run}>Run again</Button>
        </ErrorNotice>
      )}
      {state.status === 'done' && (
        <>
          <ProblemList
            problems={state.report.problems}
            kinds={state.report.kinds}
            sessionId={session.id}
            onShow={show}
          />
          {(file.summary.format === 'vv-agent' || state.report.commits.length > 0) && (
            <CommitTables
              commits={state.report.commits}
              session={session}
              sessions={file.summary.sessions}
              onShow={show}
            />
          )}
          <CheckList checks={state.report.checks} />
        </>
      )}
    </div>
  );
}

function Summary({ state, isSlow }: { state: ReportState; isSlow: boolean }) {
  switch (state.status) {
    case 'running':
      if (!isSlow) return <p className={styles.summary}>Checking…</p>;
      return (
        <ProgressBar
          progress={state.progress ?? { label: 'Checking', done: 0, total: null, unit: '' }}
          onCancel={state.cancel}
        />
      );
    case 'cancelled':
      return (
        <div className={styles.summary}>
          <span className={tones.plain}>– Cancelled: not checked</span>
          <Button onClick={state.run}>Run again</Button>
        </div>
      );
    case 'failed':
      return <p className={styles.summary}>– Not checked</p>;
    case 'done': {
      const { sign, word, tone } = reportSummary(state.report);
      return (
        <div className={styles.summary} role="status">
          <span className={tones[tone]}>
            {sign} {word}
          </span>
          <Button onClick={state.run}>Run again</Button>
        </div>
      );
    }
  }
}
