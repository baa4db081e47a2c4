import type { Item } from '../../../shared/vv-agent/item';
import { assistant, type CommitRequest, commitOf } from '../conformance-items';

/** A commit of a plan, and the session it goes to. */
export interface PlannedCommit extends CommitRequest {
  readonly sessionId: string;
}

/** What the program that runs a plan says when it goes to open the store, and after each commit. */
export const OPENING = 'o';
export const COMMITTED = '.';

export const PLANNED_SESSIONS: readonly string[] = ['crash a', 'crash b', 'crash c'];
const COMMIT_COUNT = 100;

/** commits of none to four items, short and long, the same for the same seed; no two items are equal. */
export function commitPlan(seed: number): PlannedCommit[] {
  const random = randomNumbers(seed);
  return Array.from({ length: COMMIT_COUNT }, (_, index) => {
    const items: Item[] = Array.from({ length: Math.floor(random() * 5) }, (_, position) => {
      const length = random() < 0.1 ? 20_000 : Math.floor(random() * 500);
      return assistant(`${seed}/${index}/${position} ${'x'.repeat(length)}`);
    });
    const sessionId = PLANNED_SESSIONS[Math.floor(random() * PLANNED_SESSIONS.length)] ?? '';
    return { sessionId, ...commitOf(`${seed}/${index}`, items) };
  });
}

/** Numbers from 0 to 1, always the same for a seed: a linear congruential generator is random enough here. */
function randomNumbers(seed: number): () => number {
  let state = seed % 2 ** 32;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
