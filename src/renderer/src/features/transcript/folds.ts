import { create } from 'zustand';

interface FoldState {
  /** What was unfolded or folded by hand, by session and id; what was not has its default. */
  readonly open: ReadonlyMap<string, boolean>;
}

const useFolds = create<FoldState>()(() => ({ open: new Map() }));

/** Whether something is unfolded; kept while it is scrolled out of view, which takes its component away. */
export function useFold(key: string): readonly [isOpen: boolean, toggle: () => void] {
  const isOpen = useFolds((state) => state.open.get(key) ?? false);
  const toggle = () => useFolds.setState(({ open }) => ({ open: new Map(open).set(key, !isOpen) }));
  return [isOpen, toggle];
}
