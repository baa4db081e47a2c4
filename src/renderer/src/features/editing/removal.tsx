import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RemovalPreview } from '../../../../shared/contract/editing';
import type { OperationError } from '../../../../shared/contract/errors';
import type { ReadFile } from '../../app/active-file';
import { call, errorOf } from '../../app/bridge';
import { UntrustedText } from '../../ui/untrusted-text';
import { EditError } from './edit-error';
import styles from './editing.module.css';
import type { Attempt } from './use-attempt';

export interface RemovalProps {
  file: ReadFile;
  sessionId: string;
}

/** What a removal would take away; neither while it is being counted. */
interface Removal {
  readonly preview: RemovalPreview | null;
  readonly error: OperationError | null;
  retry(): void;
}

/** Counts what is in a session, anew each time it is asked for: another program may have written since. */
export function useRemoval({ fileId, generation }: ReadFile, sessionId: string): Removal {
  const answer = useQuery({
    queryKey: ['removal', fileId, generation, sessionId],
    queryFn: () => call('editing.previewRemoval', { fileId, sessionId }),
    staleTime: 0,
    gcTime: 0,
  });
  return {
    preview: answer.data ?? null,
    error: answer.error && !answer.isFetching ? errorOf(answer.error) : null,
    retry: () => void answer.refetch(),
  };
}

/** What went wrong with counting or removing, as a notice; null when nothing did. */
export function removalProblem(attempt: Attempt, removal: Removal, fileId: string): ReactNode {
  if (attempt.error) return <EditError error={attempt.error} fileId={fileId} onRetry={attempt.run} />;
  return removal.error && <EditError error={removal.error} fileId={fileId} onRetry={removal.retry} />;
}

/** The session a removal is about, by its title where it has one. */
export function SessionName({ file, sessionId }: RemovalProps) {
  const session = file.summary.sessions.find(({ id }) => id === sessionId);
  return (
    <span className={styles.sessionTitle}>
      “<UntrustedText text={session?.title ?? sessionId} isProse />”
    </span>
  );
}
