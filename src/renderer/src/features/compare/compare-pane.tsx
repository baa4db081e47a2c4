import { useEffect, useRef } from 'react';
import type { OpenFile } from '../../../../shared/contract/state';
import { type ReadFile, sessionToShow } from '../../app/active-file';
import { useFiles } from '../../app/bridge';
import { useSessionIndex } from '../../app/heads';
import { type ComparisonView, type LeafRef, useMainView } from '../../app/main-view';
import { perform } from '../../app/perform';
import type { SessionPaneProps } from '../../app/session-pane';
import { useSessionView } from '../../app/view-state';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import styles from './compare.module.css';
import { Compared } from './compared';
import { type ComparedPath, fileAt, rowOfLeaf, settledSides } from './compared-sides';

interface ComparePaneProps extends SessionPaneProps {
  view: ComparisonView;
}

/** Two branches side by side, of one session or of two. */
export function ComparePane({ view, ...pane }: ComparePaneProps) {
  const { file, session, heads } = pane;
  const { viewedLeafRow } = useSessionView(file.fileId, session.id, heads);
  const isReady = heads.status !== 'loading';
  const left = { ...pane, row: rowOfLeaf(heads.index, view.left, viewedLeafRow) };
  const change = (sides: { left?: LeafRef; right?: LeafRef }) =>
    useMainView.getState().show(file.fileId, session.id, { ...view, ...sides });

  // What is compared stays so when another leaf is viewed later.
  const settled = isReady ? settledSides(heads, view, viewedLeafRow) : view;
  useEffect(() => {
    if (settled !== view) useMainView.getState().show(file.fileId, session.id, settled);
  }, [settled, view, file.fileId, session.id]);

  if (!isReady || settled !== view)
    return <EmptyState title="Reading entries">They are compared once all are there.</EmptyState>;
  if (view.otherPath !== null)
    return <WithOtherFile file={file} path={view.otherPath} left={left} view={view} onChange={change} />;
  const right = { ...pane, row: rowOfLeaf(heads.index, view.right, viewedLeafRow) };
  return <Compared left={left} right={right} onChange={change} />;
}

interface OtherProps {
  left: ComparedPath;
  view: ComparisonView;
  onChange: (sides: { left?: LeafRef; right?: LeafRef }) => void;
}

/** Opens the other file behind this one, unless it is open. */
function WithOtherFile({ file, path, ...rest }: OtherProps & { file: ReadFile; path: string }) {
  const files = useFiles().data;
  const other = files ? fileAt(files, path) : null;
  const { fileId } = file;
  const isAsked = useRef(false);
  const open = () => perform('session.openRelative', { fileId, path });
  useEffect(() => {
    if (files === undefined || other || isAsked.current) return;
    isAsked.current = true;
    perform('session.openRelative', { fileId, path });
  }, [files, other, fileId, path]);
  if (!other)
    return (
      <EmptyState title="The other session is not open">
        <Button onClick={open}>Open it</Button>
      </EmptyState>
    );
  return <OtherFile other={other} {...rest} />;
}

function OtherFile({ other, ...rest }: OtherProps & { other: OpenFile }) {
  if (other.status === 'opening') return <EmptyState title="Opening the other session" />;
  if (other.status !== 'open')
    return (
      <div className={styles.notice}>
        <ErrorNotice error={other.error}>
          <Button onClick={() => perform('files.reload', { fileId: other.fileId })}>Try again</Button>
        </ErrorNotice>
      </div>
    );
  const session = sessionToShow(other, undefined);
  if (!session) return <EmptyState title="The other file has no sessions" />;
  return <OtherSession file={other} session={session} {...rest} />;
}

function OtherSession({
  file,
  session,
  left,
  view,
  onChange,
}: OtherProps & Pick<SessionPaneProps, 'file' | 'session'>) {
  const heads = useSessionIndex(file, session);
  const { viewedLeafRow } = useSessionView(file.fileId, session.id, heads);
  if (heads.status === 'loading') return <EmptyState title="Reading the other session" />;
  const right = { file, session, heads, row: rowOfLeaf(heads.index, view.right, viewedLeafRow) };
  return <Compared left={left} right={right} onChange={onChange} />;
}
