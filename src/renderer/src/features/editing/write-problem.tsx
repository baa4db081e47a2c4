import type { ReactNode } from 'react';
import { EditError } from './edit-error';
import type { Attempt } from './use-attempt';
import type { PreviewState } from './use-preview';

/** What went wrong with a write, or with looking at what it would be, as a notice; null when nothing did. */
export function writeProblem(attempt: Attempt, preview: PreviewState<unknown>, fileId: string): ReactNode {
  if (attempt.error) return <EditError error={attempt.error} fileId={fileId} onRetry={attempt.run} />;
  if (preview.status !== 'failed') return null;
  return <EditError error={preview.error} fileId={fileId} onRetry={preview.retry} />;
}
