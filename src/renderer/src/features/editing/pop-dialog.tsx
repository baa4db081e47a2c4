import type { RemovalPreview } from '../../../../shared/contract/editing';
import { call } from '../../app/bridge';
import { reportEdit } from '../../app/edits';
import { useOverlay } from '../../app/overlay';
import { DialogForm } from '../../ui/dialog-form';
import { UntrustedText } from '../../ui/untrusted-text';
import { Payload, PayloadBox } from './payload-box';
import { type RemovalProps, removalProblem, SessionName, useRemoval } from './removal';
import { useAttempt } from './use-attempt';

/** Removes the newest item, after showing it as it is stored. */
export function PopDialog({ file, sessionId }: RemovalProps) {
  const { fileId } = file;
  const removal = useRemoval(file, sessionId);
  const close = useOverlay((state) => state.close);
  const attempt = useAttempt(
    () => call('editing.pop', { fileId, sessionId }),
    (done) => {
      close();
      reportEdit(fileId, done);
    },
  );
  const newest = removal.preview?.newest ?? null;
  return (
    <DialogForm
      title="Pop the newest item"
      submitLabel="Pop"
      isRemoval
      isBusy={attempt.isBusy}
      refusal={popRefusal(removal.preview)}
      problem={removalProblem(attempt, removal, fileId)}
      onSubmit={attempt.run}
      onClose={close}
    >
      <p>
        This removes the newest item of <SessionName file={file} sessionId={sessionId} />. A commit that
        covers it stays. You can undo it while nothing else was written.
      </p>
      {newest && (
        <PayloadBox
          title="As it is stored"
          detail={
            <>
              item <UntrustedText text={newest.id} />
            </>
          }
        >
          <Payload text={newest.text} totalChars={newest.totalChars} />
        </PayloadBox>
      )}
    </DialogForm>
  );
}

function popRefusal(preview: RemovalPreview | null): string | null {
  if (!preview) return '';
  return preview.newest ? null : 'This session has no items any more.';
}
