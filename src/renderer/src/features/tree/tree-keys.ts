import type { KeyboardEvent } from 'react';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import type { VisibleTree } from '../../../../shared/tree/visible-tree';
import { runAt, runBelow } from './run-keys';
import { rowBeginningWith, TypeAhead } from './type-ahead';

/** What keys of the tree work on. */
interface KeyTarget {
  readonly index: SessionIndex;
  readonly shown: VisibleTree;
  activate(row: number): void;
  /** Folds or unfolds the run that starts at a row. */
  turnRun(start: number): void;
  unfoldAll(): void;
  label(): void;
}

/** The keys of the tree beyond moving from line to line. */
export class TreeKeys {
  readonly #typeAhead = new TypeAhead();

  /** Does what a key stands for on a row; false for a key that is not one of these. */
  press(event: KeyboardEvent, row: number, target: KeyTarget): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const isTyping = this.#typeAhead.isTyping(event.timeStamp);
    // A word may have these in it, but begins with neither.
    if (event.key === 'l' && !isTyping) {
      target.label();
      return true;
    }
    if (event.key === '*' && !isTyping) {
      target.unfoldAll();
      return true;
    }
    const run = runForKey(target.shown, event.key, row);
    if (run !== null) {
      target.turnRun(run);
      return true;
    }
    const typed = this.#typeAhead.add(event.key, event.timeStamp);
    if (typed === null) return false;
    const found = rowBeginningWith(target.index, target.shown, row, typed);
    if (found >= 0) target.activate(found);
    return true;
  }
}

/** Left folds the run below its head, right unfolds it; null for a key that does neither here. */
function runForKey(shown: VisibleTree, key: string, row: number): number | null {
  const below = runBelow(shown, row);
  if (key === 'ArrowLeft') return below && !below.isFolded ? below.start : null;
  if (key !== 'ArrowRight') return null;
  const run = below?.isFolded ? below : runAt(shown, row);
  return run?.isFolded ? run.start : null;
}
