import { create } from 'zustand';
import { useSessionScope } from '../entry/session-scope';

/** Blocks of one entry that are drawn at first: what takes no longer than a glance at it, as a card is some thirty elements. */
export const FIRST_BLOCKS = 30;
/** Blocks that each button brings. */
export const STEP_BLOCKS = 100;

/** The blocks of an entry that are drawn: `from` up to, not including, `to`. */
export interface BlockWindow {
  readonly from: number;
  readonly to: number;
}

/** What is drawn of `count` blocks: what was asked for so far, and `wanted` with those around it; -1 for none. */
export function blockWindow(count: number, asked: BlockWindow | null, wanted: number): BlockWindow {
  const known = asked ?? { from: 0, to: FIRST_BLOCKS };
  const isOut = wanted >= 0 && (wanted < known.from || wanted >= known.to);
  const { from, to } = isOut ? around(wanted) : known;
  return { from: Math.max(from, 0), to: Math.min(to, count) };
}

function around(block: number): BlockWindow {
  return { from: block - STEP_BLOCKS / 2, to: block + STEP_BLOCKS / 2 };
}

interface AskedState {
  readonly windows: ReadonlyMap<string, BlockWindow>;
}

const useAsked = create<AskedState>()(() => ({ windows: new Map() }));

/** The blocks drawn of an entry, and a way to ask for others; kept while the entry is out of view. */
export function useBlockWindow(
  row: number,
  count: number,
  wanted: number,
): readonly [BlockWindow, (window: BlockWindow) => void] {
  const { fileId, sessionId } = useSessionScope();
  const key = JSON.stringify([fileId, sessionId, row]);
  const asked = useAsked(({ windows }) => windows.get(key) ?? null);
  const ask = (window: BlockWindow) =>
    useAsked.setState(({ windows }) => ({ windows: new Map(windows).set(key, window) }));
  return [blockWindow(count, asked, wanted), ask];
}
