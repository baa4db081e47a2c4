import { useQuery } from '@tanstack/react-query';
import type { SessionEdit } from '../../../../shared/contract/session-editing';
import { call } from '../../app/bridge';
import type { SessionTarget } from './session-target';

/**
 * The row of `meta` that an edit would clear, as JSON text: null for no such row, undefined until it is known. Looking at
 * what clearing would write tells it.
 */
export function useMetaRow({ file }: SessionTarget, clearing: SessionEdit): string | null | undefined {
  const { fileId, generation } = file;
  const answer = useQuery({
    queryKey: ['meta-row', fileId, generation, clearing.kind],
    queryFn: () => call('session.preview', { fileId, edit: clearing }),
    staleTime: 0,
    gcTime: 0,
  });
  if (answer.data) return answer.data.meta?.before ?? null;
  // What goes wrong with looking, the dialog's own look says in its place.
  return answer.error ? null : undefined;
}
