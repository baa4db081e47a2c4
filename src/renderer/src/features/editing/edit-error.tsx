import type { OperationError } from '../../../../shared/contract/errors';
import { useOverlay } from '../../app/overlay';
import { perform } from '../../app/perform';
import { useViewState } from '../../app/view-state';
import { Button } from '../../ui/button';
import { ErrorNotice } from '../../ui/error-notice';
import { editErrorWords, type Remedy } from './edit-error-words';

interface EditErrorProps {
  error: OperationError;
  fileId: string;
  /** Tries the same again. */
  onRetry: () => void;
}

/** Why an edit failed, with what can be done about it. */
export function EditError({ error, fileId, onRetry }: EditErrorProps) {
  const words = editErrorWords(error);
  return (
    <ErrorNotice error={words.error}>
      {words.remedy && <RemedyButton remedy={words.remedy} fileId={fileId} onRetry={onRetry} />}
    </ErrorNotice>
  );
}

interface RemedyButtonProps extends Omit<EditErrorProps, 'error'> {
  remedy: NonNullable<Remedy>;
}

function RemedyButton({ remedy, fileId, onRetry }: RemedyButtonProps) {
  const { show, close } = useOverlay();
  switch (remedy) {
    case 'retry':
      return <Button onClick={onRetry}>Retry</Button>;
    case 'reload':
      return (
        <Button
          onClick={() => {
            close();
            perform('files.reload', { fileId });
          }}
        >
          Close and read again
        </Button>
      );
    case 'checks':
      return (
        <Button
          onClick={() => {
            close();
            useViewState.getState().showInspectorTab('checks');
          }}
        >
          Show checks
        </Button>
      );
    case 'allow':
      return <Button onClick={() => show({ task: 'allow', fileId, sessionId: null })}>Allow editing…</Button>;
  }
}
