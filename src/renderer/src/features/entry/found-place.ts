import { create } from 'zustand';
import type { Hit } from '../../../../shared/contract/find';
import { useSessionScope } from './session-scope';

/** A hit that is gone to: what it is in unfolds, and what is cut off before it is read. */
export interface FoundPlace {
  readonly fileId: string;
  readonly sessionId: string;
  readonly row: number;
  readonly hit: Hit;
  /** Hits of the entry before it that read the same, with what stands around them. */
  readonly likeBefore: number;
  /** It does not stand in the form made for reading: a card shows what is stored. */
  readonly isStoredForm: boolean;
}

/** Where the search of the session on screen has gone to. */
export const useFoundPlace = create<{ readonly place: FoundPlace | null }>()(() => ({ place: null }));

/** The place, while it is in one of an entry's blocks, or in any for null; a new object each time it is gone to. */
export function useFoundIn(row: number, block: number | null): FoundPlace | null {
  const { fileId, sessionId } = useSessionScope();
  return useFoundPlace(({ place }) =>
    place?.row === row &&
    place.fileId === fileId &&
    place.sessionId === sessionId &&
    (block === null || place.hit.block === block)
      ? place
      : null,
  );
}
