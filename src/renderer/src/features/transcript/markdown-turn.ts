import { startTransition, useEffect, useState } from 'react';

/** Cost of the Markdown that is drawn in one task, so that a screenful of it does not hold up the window. */
export const MOST_TURN_COST = 400;
/** Elements of a long text that are drawn in one task. */
const PIECE_SIZE = 400;

let spent = 0;
const waiting: (() => void)[] = [];

/**
 * Whether a text of this cost has its turn to be drawn as Markdown. What fits into the task has it at once, anything
 * else one by one, each in a frame of its own; until then it can be shown as it is written.
 */
export function useMarkdownTurn(cost: number): boolean {
  const [hasTurn, setTurn] = useState(() => spend(cost));
  useEffect(() => (hasTurn ? undefined : waitForTurn(() => setTurn(true))), [hasTurn]);
  return hasTurn;
}

/** How many of the elements of a text can be drawn: with each turn some more, until it is all of them. */
export function useDrawnElements(total: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count >= total) return;
    // In a transition what is drawn is made between frames.
    return waitForTurn(() => startTransition(() => setCount(count + PIECE_SIZE)));
  }, [count, total]);
  return count;
}

/** Does something when its turn has come, unless it is given up before. */
function waitForTurn(take: () => void): () => void {
  waiting.push(take);
  if (waiting.length === 1) afterFrame(takeTurns);
  return () => {
    const at = waiting.indexOf(take);
    if (at > 0) waiting.splice(at, 1);
    else if (at === 0) waiting[0] = () => {};
  };
}

function spend(cost: number): boolean {
  if (spent + cost > MOST_TURN_COST) return false;
  if (spent === 0 && cost > 0) setTimeout(() => (spent = 0));
  spent += cost;
  return true;
}

/** The first in line stays until its turn is over: only then another line begins. */
function takeTurns(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) afterFrame(takeTurns);
}

/** Once the next frame is painted; a window that is not drawn has no frames and must not wait for ever. */
function afterFrame(work: () => void): void {
  let isDone = false;
  const run = () => {
    if (isDone) return;
    isDone = true;
    work();
  };
  setTimeout(run, 250);
  requestAnimationFrame(() => setTimeout(run));
}
