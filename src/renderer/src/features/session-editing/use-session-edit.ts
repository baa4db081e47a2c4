import { useMemo } from 'react';
import type { EditDone } from '../../../../shared/contract/editing';
import type { SessionEdit, SessionEditPreview } from '../../../../shared/contract/session-editing';
import { call } from '../../app/bridge';
import { useOverlay } from '../../app/overlay';
import { type Attempt, useAttempt } from '../editing/use-attempt';
import { type PreviewState, useLatestPreview } from '../editing/use-preview';
import { keepPlace } from './keep-place';
import { reportSessionEdit } from './report-session-edit';
import type { SessionTarget } from './session-target';

/** An edit of a session that is looked at and then made. */
export interface PendingEdit {
  readonly preview: PreviewState<SessionEditPreview>;
  readonly attempt: Attempt;
}

interface PreviewRequest {
  readonly fileId: string;
  readonly edit: SessionEdit;
}

/** Looks at what an edit would write, and writes it when asked to; null while the edit is not complete. */
export function useSessionEdit(target: SessionTarget, edit: SessionEdit | null): PendingEdit {
  const { fileId, generation } = target.file;
  const close = useOverlay((state) => state.close);
  const key = JSON.stringify(edit);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the edit, and another generation of the file may meet it otherwise
  const request = useMemo(() => (edit === null ? null : { fileId, edit }), [fileId, key, generation]);
  const preview = useLatestPreview(request, ask);
  const attempt = useAttempt(
    async () => {
      if (edit === null) throw new Error('An edit was carried out before it was complete.');
      const done = await call('session.apply', { fileId, edit });
      return { done, edit };
    },
    ({ done, edit: made }) => {
      close();
      keepPlace(target, made, done);
      void reportSessionEdit(fileId, made, done, writtenBy(preview, done));
    },
    request,
  );
  return { preview, attempt };
}

function ask(request: PreviewRequest): Promise<SessionEditPreview> {
  return call('session.preview', request);
}

/** A row of `meta` has no entry to count. */
function writtenBy(preview: PreviewState<SessionEditPreview>, done: EditDone) {
  const shown = preview.status === 'ready' ? preview.preview : null;
  return {
    isSomething: done.entries.length > 0 || (shown !== null && shown.meta !== null),
    parentId: shown?.parentId ?? null,
  };
}
