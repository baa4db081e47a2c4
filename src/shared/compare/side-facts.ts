import type { Body, Usage } from '../model/body';
import type { EntryKind } from '../model/kind';
import { type TouchedFile, touchedFiles } from './files-touched';

/** Calls of the tools of one name. */
interface ToolCount {
  readonly name: string;
  readonly count: number;
  /** How many were answered with an error. */
  readonly errors: number;
}

/** What one side of a comparison did. */
export interface SideFacts {
  readonly entryCount: number;
  readonly userMessages: number;
  readonly assistantMessages: number;
  readonly callCount: number;
  /** The most used first. */
  readonly tools: readonly ToolCount[];
  /** In the order in which they were first named. */
  readonly files: readonly TouchedFile[];
  /** Tool results that are errors, and answers that ended in one. */
  readonly errorCount: number;
  /** Sum of what the entries report; null when none does. */
  readonly tokens: number | null;
  /** US dollars; null when no entry reports a cost. */
  readonly cost: number | null;
  /** From the first entry that has a time to the last; null when none has. */
  readonly durationMs: number | null;
}

/** What one entry adds to the facts of its side. */
export interface EntryFacts {
  readonly kind: EntryKind;
  readonly calls: readonly { readonly name: string; readonly files: readonly TouchedFile[] }[];
  readonly isError: boolean;
  /** The tool that a result is of; null for anything else, and where it is not known. */
  readonly answered: string | null;
  readonly tokens: number | null;
  readonly cost: number | null;
  /** Milliseconds since 1970; NaN for an entry without a time. */
  readonly timeMs: number;
}

/** Takes of an entry what its side adds up; `isError` and `timeMs` are what its head says. */
export function entryFacts(
  kind: EntryKind,
  { blocks, usage }: Body,
  head: Pick<EntryFacts, 'isError' | 'answered' | 'timeMs'>,
): EntryFacts {
  const calls = blocks.flatMap((block) =>
    block.type === 'tool_call'
      ? [{ name: block.name, files: touchedFiles(block.name, block.argumentsText.text) }]
      : [],
  );
  return { kind, calls, ...head, tokens: usage && totalOf(usage), cost: usage?.cost ?? null };
}

/** Adds up what the entries of a side did. */
export function sumFacts(entries: readonly EntryFacts[]): SideFacts {
  const tools = new Map<string, { count: number; errors: number }>();
  const files = new Map<string, boolean>();
  const toolOf = (name: string) => {
    const known = tools.get(name) ?? { count: 0, errors: 0 };
    tools.set(name, known);
    return known;
  };
  let tokens: number | null = null;
  let cost: number | null = null;
  let firstMs = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const entry of entries) {
    for (const { name, files: touched } of entry.calls) {
      toolOf(name).count += 1;
      for (const { path, isChange } of touched) files.set(path, (files.get(path) ?? false) || isChange);
    }
    if (entry.isError && entry.answered !== null) toolOf(entry.answered).errors += 1;
    tokens = added(tokens, entry.tokens);
    cost = added(cost, entry.cost);
    if (Number.isNaN(entry.timeMs)) continue;
    firstMs = Math.min(firstMs, entry.timeMs);
    lastMs = Math.max(lastMs, entry.timeMs);
  }
  const count = (isCounted: (entry: EntryFacts) => boolean) => entries.filter(isCounted).length;
  return {
    entryCount: entries.length,
    userMessages: count(({ kind }) => kind === 'user'),
    assistantMessages: count(({ kind }) => kind === 'assistant'),
    callCount: entries.reduce((sum, { calls }) => sum + calls.length, 0),
    tools: [...tools].map(([name, counts]) => ({ name, ...counts })).sort((a, b) => b.count - a.count),
    files: [...files].map(([path, isChange]) => ({ path, isChange })),
    errorCount: count(({ isError }) => isError),
    tokens,
    cost,
    durationMs: lastMs < firstMs ? null : lastMs - firstMs,
  };
}

/** Tokens of a turn: the total that is stored, else the sum of its parts; null when nothing is stored. */
function totalOf({ total, input, output, cacheRead, cacheWrite }: Usage): number | null {
  return total ?? [input, output, cacheRead, cacheWrite].reduce(added, null);
}

function added(sum: number | null, more: number | null): number | null {
  return more === null ? sum : (sum ?? 0) + more;
}
