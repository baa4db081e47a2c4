import { create } from 'zustand';
import { useSessionScope } from '../entry/session-scope';

interface FoldState {
  /** What was unfolded or folded by hand, by session and id; what was not has its default. */
  readonly open: ReadonlyMap<string, boolean>;
}

const useFolds = create<FoldState>()(() => ({ open: new Map() }));

/**
 * Whether something of the session is unfolded; kept while it is scrolled out of view, which takes its
 * component away. `id` tells it apart within the session: its row and block.
 */
export function useFold(id: string): readonly [isOpen: boolean, toggle: () => void] {
  const { fileId, sessionId } = useSessionScope();
  const key = JSON.stringify([fileId, sessionId, id]);
  const isOpen = useFolds((state) => state.open.get(key) ?? false);
  const toggle = () => useFolds.setState(({ open }) => ({ open: new Map(open).set(key, !isOpen) }));
  return [isOpen, toggle];
}
