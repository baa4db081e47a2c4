import type { Usage } from '../../../shared/model/body';

/** Token counts as a record has them; null where it has none. */
export interface TokenCounts {
  /** With what came from the cache. */
  readonly input: number | null;
  readonly output: number | null;
  /** Part of the input. */
  readonly cached: number | null;
  readonly thoughts: number | null;
  readonly total: number | null;
}

/** What the model wrote. Thoughts are counted beside the output, unless the total shows that they are part of it. */
function writtenTokens({ input, output, thoughts, total }: TokenCounts): number | null {
  if (output === null || thoughts === null) return output ?? thoughts;
  const isPart = total !== null && input !== null && total === input + output;
  return isPart ? output : output + thoughts;
}

/** The usage of an answer; null where nothing was counted. The input is told without what came from the cache. */
export function usageOf(counts: TokenCounts): Usage | null {
  const { input, cached, total } = counts;
  const output = writtenTokens(counts);
  if (input === null && output === null && cached === null && total === null) return null;
  return {
    input: input === null ? null : Math.max(0, input - (cached ?? 0)),
    output,
    cacheRead: cached,
    cacheWrite: null,
    total,
    cost: null,
  };
}

/** All that was read and written; NaN where nothing was counted. */
export function allTokens(counts: TokenCounts): number {
  if (counts.total !== null) return counts.total;
  const output = writtenTokens(counts);
  if (counts.input === null && output === null) return Number.NaN;
  return (counts.input ?? 0) + (output ?? 0);
}
