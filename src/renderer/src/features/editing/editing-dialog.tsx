import { useEffect, useState } from 'react';
import type { OpenFile } from '../../../../shared/contract/state';
import type { ReadFile } from '../../app/active-file';
import { type EditOverlay, useOverlay } from '../../app/overlay';
import { AllowDialog } from './allow-dialog';
import { AppendDialog } from './append-dialog';
import { ClearDialog } from './clear-dialog';
import { CommitDialog } from './commit-dialog';
import { PopDialog } from './pop-dialog';
import { UpgradeDialog } from './upgrade-dialog';

interface EditingDialogProps {
  overlay: EditOverlay;
  files: readonly OpenFile[];
}

/** The dialog of an edit, for the file it was opened for; it closes when that file is closed. */
export function EditingDialog({ overlay, files }: EditingDialogProps) {
  const close = useOverlay((state) => state.close);
  const current = files.find((file) => file.fileId === overlay.fileId) ?? null;
  const [file, setFile] = useState<ReadFile | null>(null);
  // While the file is being read again, the dialog shows it as it was.
  if (current?.status === 'open' && current !== file) setFile(current);
  const isGone = current === null;
  useEffect(() => {
    if (isGone) close();
  }, [isGone, close]);
  if (isGone || !file) return null;
  const { sessionId } = overlay;
  switch (overlay.task) {
    case 'allow':
      return <AllowDialog file={file} />;
    case 'append':
      return <AppendDialog file={file} sessionId={sessionId} />;
    case 'commit':
      return <CommitDialog file={file} sessionId={sessionId} />;
    case 'pop':
      return sessionId === null ? null : <PopDialog file={file} sessionId={sessionId} />;
    case 'clear':
      return sessionId === null ? null : <ClearDialog file={file} sessionId={sessionId} />;
    case 'upgrade':
      return <UpgradeDialog file={file} />;
  }
}
