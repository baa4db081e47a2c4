import { useEffect, useState } from 'react';
import type { OpenFile } from '../../../../shared/contract/state';
import type { SessionSummary } from '../../../../shared/model/session';
import type { ReadFile } from '../../app/active-file';
import { useSessionIndex } from '../../app/heads';
import { type SessionOverlay, useOverlay } from '../../app/overlay';
import { useSessionView } from '../../app/view-state';
import { BindingDialog } from './binding-dialog';
import { CollapsedDialog, CollapseNodeDialog } from './collapse-dialogs';
import { ExportDialog } from './export-dialog';
import { CloneDialog, ForkDialog } from './fork-dialogs';
import { ClearLabelDialog, LabelDialog } from './label-dialogs';
import { LeafDialog } from './leaf-dialog';
import { RenameDialog } from './rename-dialog';
import type { SessionTarget } from './session-target';
import { TrashDialog } from './trash-dialog';
import { UserMessageDialog } from './user-message-dialog';

interface SessionDialogProps {
  overlay: SessionOverlay;
  files: readonly OpenFile[];
}

/** The dialog about a session of entries, for the file it was opened for; it closes when that file is closed. */
export function SessionDialog({ overlay, files }: SessionDialogProps) {
  const close = useOverlay((state) => state.close);
  const current = files.find((file) => file.fileId === overlay.fileId) ?? null;
  const [file, setFile] = useState<ReadFile | null>(null);
  // While the file is being read again, the dialog shows it as it was.
  if (current?.status === 'open' && current !== file) setFile(current);
  const session = file?.summary.sessions.find(({ id }) => id === overlay.sessionId) ?? null;
  const isGone = current === null || (file !== null && session === null);
  useEffect(() => {
    if (isGone) close();
  }, [isGone, close]);
  if (isGone || !file || !session) return null;
  return <ReadSessionDialog overlay={overlay} file={file} session={session} />;
}

interface ReadSessionDialogProps {
  overlay: SessionOverlay;
  file: ReadFile;
  session: SessionSummary;
}

function ReadSessionDialog({ overlay, file, session }: ReadSessionDialogProps) {
  const heads = useSessionIndex(file, session);
  const view = useSessionView(file.fileId, session.id, heads);
  const target: SessionTarget = { file, session, heads, view };
  const { task, entry } = overlay;
  switch (task) {
    case 'rename':
      return <RenameDialog target={target} />;
    case 'append-user-message':
      return <UserMessageDialog target={target} entry={entry} />;
    case 'set-binding':
      return <BindingDialog target={target} />;
    case 'collapse-node':
      return <CollapseNodeDialog target={target} />;
    case 'collapsed':
      return <CollapsedDialog target={target} />;
    case 'clone':
      return <CloneDialog target={target} />;
    case 'export-archive':
      return <ExportDialog target={target} />;
    case 'trash':
      return <TrashDialog target={target} />;
    case 'set-leaf':
      return <LeafDialog target={target} entry={entry} />;
    default:
      return entry && <EntryDialog task={task} target={target} entry={entry} />;
  }
}

interface EntryDialogProps {
  task: 'set-label' | 'clear-label' | 'fork';
  target: SessionTarget;
  entry: NonNullable<SessionOverlay['entry']>;
}

function EntryDialog({ task, target, entry }: EntryDialogProps) {
  switch (task) {
    case 'set-label':
      return <LabelDialog target={target} entry={entry} />;
    case 'clear-label':
      return <ClearLabelDialog target={target} entry={entry} />;
    case 'fork':
      return <ForkDialog target={target} entry={entry} />;
  }
}
