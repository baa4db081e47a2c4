import { type ReactNode, useState } from 'react';
import type { ForkPoint } from '../../../../shared/contract/session-editing';
import { pathTo } from '../../../../shared/tree/shape';
import { call } from '../../app/bridge';
import { type EntryTarget, useOverlay } from '../../app/overlay';
import { DialogForm } from '../../ui/dialog-form';
import { countOf } from '../../ui/number-format';
import { SegmentedControl } from '../../ui/segmented-control';
import { showToast } from '../../ui/toast-store';
import { EditError } from '../editing/edit-error';
import { useAttempt } from '../editing/use-attempt';
import { EntryLine } from './entry-line';
import { fileNameOf } from './file-name';
import type { SessionTarget } from './session-target';

const POINTS = [
  { value: 'at', label: 'With this message' },
  { value: 'before', label: 'Before it' },
] as const;

/** Makes a new session of the path to an entry. */
export function ForkDialog({ target, entry }: { target: SessionTarget; entry: EntryTarget }) {
  const [point, setPoint] = useState<'at' | 'before'>('at');
  const { index } = target.heads;
  const isUser = index.isKind(entry.row, 'user');
  const last = point === 'at' ? entry.row : index.parent(entry.row);
  const count = pathTo(index.parents, last).length;
  return (
    <CopySheet
      target={target}
      title="Fork from here"
      submitLabel="Choose folder…"
      point={point === 'at' ? { at: entry.id } : { before: entry.id }}
    >
      <p>
        {count === 0
          ? 'A new session file is made without entries: nothing stands before this message.'
          : `A new session file is made of the path that ends ${point === 'at' ? 'here' : 'before this message'}: ${countOf(count, 'entry', 'entries')}, with the same ids.`}{' '}
        It names this session as the one it was forked from. This file stays as it is.
      </p>
      <EntryLine target={target} row={entry.row} />
      {isUser && (
        <div>
          <SegmentedControl label="Where the fork ends" segments={POINTS} value={point} onChange={setPoint} />
        </div>
      )}
    </CopySheet>
  );
}

/** Makes a new session of the whole. */
export function CloneDialog({ target }: { target: SessionTarget }) {
  return (
    <CopySheet target={target} title="Clone session" submitLabel="Choose folder…" point={null}>
      <p>
        A new session file is made of the whole transcript, every branch and the stored leaf, with the same
        ids. It names this session as the one it was forked from. This file stays as it is.
      </p>
    </CopySheet>
  );
}

interface CopySheetProps {
  target: SessionTarget;
  title: string;
  submitLabel: string;
  point: ForkPoint | null;
  children: ReactNode;
}

/** What will be made; the folder is asked for next, and the new session opens. */
function CopySheet({ target, point, children, ...form }: CopySheetProps) {
  const { fileId } = target.file;
  const close = useOverlay((state) => state.close);
  const attempt = useAttempt(
    () => call('session.fork', { fileId, point }),
    (made) => {
      if (made === null) return;
      close();
      showToast(`The new session is ${fileNameOf(made.path)}. This one was not changed.`);
    },
  );
  return (
    <DialogForm
      {...form}
      isBusy={attempt.isBusy}
      problem={attempt.error && <EditError error={attempt.error} fileId={fileId} onRetry={attempt.run} />}
      onSubmit={attempt.run}
      onClose={close}
    >
      {children}
    </DialogForm>
  );
}
