import type { Body } from '../model/body';
import type { FormatId } from '../model/format';
import type { EntryKind } from '../model/kind';
import type { SessionIndex } from '../tree/session-index';

/** What becomes of an entry of the path. The order is the code in {@link ContextPlan.states}. */
export const CONTEXT_STATES = ['given', 'removed', 'never'] as const;
/** Given to the model; given before a compaction took it away; bookkeeping that no model sees. */
type ContextState = (typeof CONTEXT_STATES)[number];

/** What a model is given at the end of a path. */
export interface ContextPlan {
  /** Rows in the order in which they are given: the compaction first. */
  readonly order: Int32Array;
  /** For each place of the path, index into {@link CONTEXT_STATES}. */
  readonly states: Uint8Array;
  /** Row of the compaction that counts, the last on the path; -1 without one. */
  readonly compactionRow: number;
  /** Size of the context where an answer tells it; null when none since the compaction does. */
  readonly tokens: number | null;
  /** Row of that answer: what follows it is not counted. -1 without one. */
  readonly tokensRow: number;
}

const ALWAYS: ReadonlySet<EntryKind> = new Set([
  'user',
  'assistant',
  'tool_result',
  'system',
  'custom_message',
]);
/** Entries of no known kind that are looked into, to see whether they are messages all the same. */
const MAX_UNKNOWN = 1_000;

/**
 * Rows of a path whose bodies the plan needs, since their heads do not say enough: the compaction, branch summaries
 * without words, and what is of no known kind.
 */
export function rowsToRead(index: SessionIndex, path: Int32Array): number[] {
  const rows: number[] = [];
  let unknown = 0;
  for (let at = path.length - 1, hasCompaction = false; at >= 0; at--) {
    const row = path[at] ?? -1;
    const kind = index.kind(row);
    if (kind === 'compaction' && !hasCompaction) {
      hasCompaction = true;
      rows.push(row);
    } else if (kind === 'branch_summary' && index.preview(row) === '') rows.push(row);
    else if (kind === 'unknown' && unknown++ < MAX_UNKNOWN) rows.push(row);
  }
  return rows.reverse();
}

/**
 * Replays the context at the end of a path: the rule of `replayContext` in ../theway/context.ts, on heads. In a format
 * without compactions every message is given. `bodies` are those of {@link rowsToRead}; one that is missing is taken for empty.
 */
export function planContext(
  format: FormatId,
  index: SessionIndex,
  path: Int32Array,
  bodies: ReadonlyMap<number, Body>,
): ContextPlan {
  const isSeen = (row: number) => isGiven(format, index.kind(row), index.preview(row), bodies.get(row));
  const compactionAt = path.findLastIndex((row) => index.isKind(row, 'compaction'));
  const keptAt = compactionAt < 0 ? 0 : firstKeptAt(index, path, compactionAt, bodies);
  const states = new Uint8Array(path.length);
  const order: number[] = [];
  if (compactionAt >= 0) order.push(path[compactionAt] ?? -1);
  path.forEach((row, at) => {
    if (at === compactionAt) return;
    const isBefore = at < compactionAt;
    // The summary of an earlier compaction was given until the later one.
    if (!isSeen(row))
      states[at] = stateCode(isBefore && index.isKind(row, 'compaction') ? 'removed' : 'never');
    else if (isBefore && at < keptAt) states[at] = stateCode('removed');
    else order.push(row);
  });
  const tokensRow = contextTokensRow(index, path);
  return {
    order: Int32Array.from(order),
    states,
    compactionRow: path[compactionAt] ?? -1,
    tokens: tokensRow < 0 ? null : index.tokens(tokensRow),
    tokensRow,
  };
}

/** Row of the answer that tells how large the context is: the newest since the compaction; -1 when none does. */
export function contextTokensRow(index: SessionIndex, path: Int32Array): number {
  for (let at = path.length - 1; at >= 0; at--) {
    const row = path[at] ?? -1;
    if (index.isKind(row, 'compaction')) return -1;
    if (index.isKind(row, 'assistant') && !Number.isNaN(index.tokens(row))) return row;
  }
  return -1;
}

function stateCode(state: ContextState): number {
  return CONTEXT_STATES.indexOf(state);
}

/** Place of the first entry that the compaction keeps; its own when it keeps none. */
function firstKeptAt(
  index: SessionIndex,
  path: Int32Array,
  compactionAt: number,
  bodies: ReadonlyMap<number, Body>,
): number {
  const facts = bodies.get(path[compactionAt] ?? -1)?.facts ?? [];
  const firstKeptId = facts.find(({ name }) => name === FIRST_KEPT)?.value;
  const at = path.findIndex((row) => index.id(row) === firstKeptId);
  return at < 0 || at > compactionAt ? compactionAt : at;
}

/** How the body of a compaction names the entry; see entryContent in ../theway/entry-content.ts. */
const FIRST_KEPT = 'First kept entry';

function isGiven(format: FormatId, kind: EntryKind, preview: string, body: Body | undefined): boolean {
  if (ALWAYS.has(kind)) return true;
  if (kind === 'branch_summary') return preview !== '' || hasText(body);
  // A message that breaks the rules is still one.
  return kind === 'unknown' && format === 'theway' && body?.type === 'message';
}

function hasText(body: Body | undefined): boolean {
  return body?.blocks.some((block) => block.type === 'text' && block.totalChars > 0) ?? false;
}
