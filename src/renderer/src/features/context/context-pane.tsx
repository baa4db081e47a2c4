import { useMemo, useState } from 'react';
import type { ContextPlan } from '../../../../shared/context/plan';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { pathTo } from '../../../../shared/tree/shape';
import { type ContextView, useMainView } from '../../app/main-view';
import type { SessionPaneProps } from '../../app/session-pane';
import { rowOfRef, useSessionView } from '../../app/view-state';
import { Button, IconButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { CloseIcon } from '../../ui/icons';
import { spellOut } from '../../ui/invisible-characters';
import { countOf, formatCount } from '../../ui/number-format';
import { SegmentedControl } from '../../ui/segmented-control';
import { shortId } from '../../ui/short-id';
import { UntrustedText } from '../../ui/untrusted-text';
import { SessionScopeProvider } from '../entry/session-scope';
import styles from './context.module.css';
import { ContextList } from './context-list';
import { useContextPlan } from './context-plan-query';
import { contextCounts, contextRows } from './context-rows';

interface ContextPaneProps extends SessionPaneProps {
  view: ContextView;
}

/** What a model is given at a leaf, beside the path as it is stored. */
export function ContextPane({ view, ...pane }: ContextPaneProps) {
  const { file, session, heads } = pane;
  const { index } = heads;
  const { viewedLeafRow, storedLeafRow } = useSessionView(file.fileId, session.id, heads);
  const isReady = heads.status !== 'loading';
  const leaf =
    view.leaf === 'viewed'
      ? viewedLeafRow
      : view.leaf === 'stored'
        ? storedLeafRow
        : rowOfRef(index, view.leaf);
  const leafRow = isReady ? leaf : -1;
  const path = useMemo(() => pathTo(index.parents, leafRow), [index, leafRow]);
  if (!isReady)
    return (
      <EmptyState title="Reading entries">What a model is given is known once all are there.</EmptyState>
    );
  return <ContextAt {...pane} path={path} leafRow={leafRow} />;
}

function ContextAt(props: SessionPaneProps & { path: Int32Array; leafRow: number }) {
  const { path, leafRow, ...pane } = props;
  const { file, session, heads } = pane;
  const state = useContextPlan(pane, path);
  const [isGivenOnly, setGivenOnly] = useState(false);
  const plan = state.status === 'done' ? state.plan : null;
  const rows = useMemo(() => {
    const all = plan ? contextRows(path, plan) : [];
    return isGivenOnly ? all.filter(({ order }) => order > 0) : all;
  }, [plan, path, isGivenOnly]);
  return (
    <SessionScopeProvider file={file} sessionId={session.id}>
      <header className={styles.header}>
        <h2 className={styles.title}>Context</h2>
        {leafRow >= 0 && (
          <span className={styles.quiet}>
            at{' '}
            <code title={spellOut(heads.index.id(leafRow))}>
              <UntrustedText text={shortId(heads.index.id(leafRow))} />
            </code>
          </span>
        )}
        <SegmentedControl
          label="Entries"
          segments={[
            { value: 'all', label: 'Whole path' },
            { value: 'given', label: 'Given only', title: 'What a model is given, and nothing else' },
          ]}
          value={isGivenOnly ? 'given' : 'all'}
          onChange={(value) => setGivenOnly(value === 'given')}
        />
        <span className={styles.space} />
        <IconButton
          label="Close the context"
          icon={<CloseIcon />}
          onClick={() => useMainView.getState().close(file.fileId, session.id)}
        />
      </header>
      {plan && <Summary plan={plan} index={heads.index} path={path} />}
      {state.status === 'failed' && (
        <div className={styles.notice}>
          <ErrorNotice error={state.error}>
            <Button onClick={state.retry}>Try again</Button>
          </ErrorNotice>
        </div>
      )}
      {plan && path.length === 0 && (
        <EmptyState title="An empty context">
          The session has no leaf: a model would be given nothing.
        </EmptyState>
      )}
      {plan && path.length > 0 && (
        <ContextList key={String(isGivenOnly)} {...pane} rows={rows} leafRow={leafRow} />
      )}
    </SessionScopeProvider>
  );
}

/** How much is given, and how large it is where an answer tells. */
function Summary({ plan, index, path }: { plan: ContextPlan; index: SessionIndex; path: Int32Array }) {
  const { given, removed, never } = contextCounts(plan);
  const later = plan.tokensRow < 0 ? 0 : path.length - 1 - path.indexOf(plan.tokensRow);
  return (
    <p className={styles.summary}>
      <b>{countOf(given, 'entry', 'entries')} given</b>
      {plan.compactionRow >= 0 && <span>{formatCount(removed)} removed by the compaction</span>}
      <span>{formatCount(never)} never given</span>
      {plan.tokens === null ? (
        <span className={styles.quiet}>
          {plan.compactionRow >= 0
            ? 'tokens not known: no answer since the compaction reports them'
            : 'no answer reports tokens'}
        </span>
      ) : (
        <span title={`As the answer ${spellOut(index.id(plan.tokensRow))} reports them`}>
          {countOf(plan.tokens, 'token')}
          {later > 0 &&
            ` up to the last answer that reports them, ${countOf(later, 'entry', 'entries')} before the end`}
        </span>
      )}
    </p>
  );
}
