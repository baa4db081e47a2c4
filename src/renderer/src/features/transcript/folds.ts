import { useEffect } from 'react';
import { create } from 'zustand';
import type { FoundPlace } from '../entry/found-place';
import { useSessionScope } from '../entry/session-scope';

interface FoldState {
  /** What was unfolded or folded by hand, by session and id; what was not has its default. */
  readonly open: ReadonlyMap<string, boolean>;
}

const useFolds = create<FoldState>()(() => ({ open: new Map() }));

/**
 * Whether something of the session is unfolded; kept while it is scrolled out of view, which takes its
 * component away. `id` tells it apart within the session: its row and block. Unfolds each time something else is
 * found in it.
 */
export function useFold(
  id: string,
  found: FoundPlace | null = null,
): readonly [isOpen: boolean, toggle: () => void] {
  const { fileId, sessionId } = useSessionScope();
  const key = JSON.stringify([fileId, sessionId, id]);
  const isOpen = useFolds((state) => state.open.get(key) ?? false);
  useEffect(() => {
    if (found !== null) turn(key, true);
  }, [found, key]);
  return [isOpen, () => turn(key, !isOpen)];
}

function turn(key: string, isOpen: boolean): void {
  useFolds.setState(({ open }) => ({ open: new Map(open).set(key, isOpen) }));
}
