import { useEffect } from 'react';
import { create } from 'zustand';

/** A call that was gone to; a new object each time. */
export interface CallFocus {
  readonly fileId: string;
  readonly sessionId: string;
  /** Row of the entry that makes the call, or of the result that answers it. */
  readonly row: number;
  /** Place of the call among the blocks of its entry; null where the row is that of its result. */
  readonly block: number | null;
}

/** The call that was gone to last. */
export const useCallFocus = create<{ readonly focus: CallFocus | null }>()(() => ({ focus: null }));

export function focusCall(focus: CallFocus): void {
  useCallFocus.setState({ focus });
}

/** Once for each time a call was gone to: scrolling back to it later is the reader's own doing. */
const arrived = new WeakSet<CallFocus>();

/** Runs `arrive` when the call that was gone to is on screen. */
export function useCallArrival(focus: CallFocus | null, arrive: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it was gone to
  useEffect(() => {
    if (focus === null || arrived.has(focus)) return;
    arrived.add(focus);
    arrive();
  }, [focus]);
}
