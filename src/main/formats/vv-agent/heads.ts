import {
  type Head,
  HeadChunkBuilder,
  MAX_CHUNK_ROWS,
  previewOf,
} from '../../../shared/model/head-chunk-builder';
import { FLAG, type HeadChunk, type HeadsEnd, NO_PARENT } from '../../../shared/model/heads';
import type { EntryKind } from '../../../shared/model/kind';
import type { Problem } from '../../../shared/model/report';
import type { Item, Role } from '../../../shared/vv-agent/item';
import type { ReadDatabase } from '../../sqlite/types';
import { unwrap } from '../database-error';
import type { HeadsSink } from '../format';
import { CallPairs } from './call-pairs';
import { type ItemReading, readStoredItem } from './item-reading';
import { FIRST_POSITION, type ItemTable, type StoredItem } from './item-table';
import type { SessionKey } from './session-key';

/** Where the heads of a session come from and what is told about them on the way. */
export interface HeadsSource {
  readonly db: ReadDatabase;
  readonly items: ItemTable;
  readonly isStrict: boolean;
  /** How many items the session is said to have, for progress. */
  readonly expectedCount: number;
  /** Called for each item in stored order. */
  readonly onPosition: (row: number, position: bigint) => void;
}

/** Calls without a result are listed up to this many; the count goes on. */
const MAX_LISTED_CALLS = 500;

const KINDS: Readonly<Record<Role, EntryKind>> = {
  user: 'user',
  assistant: 'assistant',
  tool: 'tool_result',
  system: 'system',
};

/** Streams the heads of one session: a chain in which each item's parent is the one before it. */
export async function streamHeads(
  source: HeadsSource,
  session: SessionKey,
  sink: HeadsSink,
): Promise<HeadsEnd> {
  const calls = new CallPairs();
  let row = 0;
  let problemCount = 0;
  let position: bigint | null = FIRST_POSITION;
  while (position !== null) {
    sink.signal.throwIfAborted();
    const from: bigint = position;
    const page = unwrap(source.db.read((rows) => source.items.page(rows, session, from, MAX_CHUNK_ROWS)));
    for (const chunk of chunksOf(source, session, page.items, row, calls)) {
      problemCount += chunk.problems.length;
      row += chunk.count;
      await sink.chunk(chunk);
      sink.signal.throwIfAborted();
      sink.progress(row, Math.max(row, source.expectedCount));
    }
    position = page.next;
  }
  const unanswered = calls.unanswered();
  const problems = unanswered.slice(0, MAX_LISTED_CALLS).map(
    ({ callId, name, entryId }): Problem => ({
      ...placeOf(session, entryId),
      code: 'call-without-result',
      severity: 'note',
      message: `The call ${name} (${callId}) has no result.`,
    }),
  );
  return {
    type: 'end',
    entryCount: row,
    storedLeafRow: row - 1,
    labels: [],
    problems,
    problemCount: problemCount + unanswered.length,
  };
}

function* chunksOf(
  source: HeadsSource,
  session: SessionKey,
  items: readonly StoredItem[],
  firstRow: number,
  calls: CallPairs,
): Generator<HeadChunk> {
  let row = firstRow;
  let builder = new HeadChunkBuilder(row);
  for (const stored of items) {
    if (builder.isFull) {
      yield builder.build();
      builder = new HeadChunkBuilder(row);
    }
    const reading = readStoredItem(stored, source.isStrict);
    const callRow = reading.item ? calls.add(reading.item, row, stored.id) : null;
    source.onPosition(row, stored.position);
    const problems = [...reading.problems, ...pairProblems(reading.item, callRow)];
    for (const problem of problems) builder.addProblem({ ...placeOf(session, stored.id), ...problem });
    builder.push(headOf(stored, reading, row, callRow, problems.length > 0));
    row += 1;
  }
  if (!builder.isEmpty) yield builder.build();
}

function headOf(
  stored: StoredItem,
  { item }: ItemReading,
  row: number,
  callRow: CallRow | null,
  hasProblem: boolean,
): Head {
  const { payload } = stored;
  const common = {
    id: stored.id,
    parentRow: row === 0 ? NO_PARENT : row - 1,
    timeMs: Number.NaN,
    sizeBytes: stored.sizeBytes,
    tokens: Number.NaN,
  };
  const problemFlag = hasProblem ? FLAG.problem : 0;
  if (!item) {
    return {
      ...common,
      kind: 'unknown',
      flags: problemFlag,
      callCount: 0,
      callRow: -1,
      preview: payload.type === 'too-large' ? '' : previewOf(payload.text),
      toolNames: '',
    };
  }
  const isResult = item.role === 'tool';
  return {
    ...common,
    kind: KINDS[item.role],
    flags:
      problemFlag |
      (item.imageUrl === undefined ? 0 : FLAG.image) |
      (item.reasoningContent ? FLAG.thinking : 0),
    callCount: item.toolCalls.length,
    callRow: callRow?.row ?? -1,
    preview: previewOf(item.content || (item.toolCalls.length === 0 ? (item.reasoningContent ?? '') : '')),
    toolNames: isResult
      ? (item.name ?? callRow?.name ?? '')
      : item.toolCalls.map(({ name }) => name).join(', '),
  };
}

type CallRow = { readonly row: number; readonly name: string };

function pairProblems(
  item: Item | null,
  callRow: CallRow | null,
): Pick<Problem, 'code' | 'severity' | 'message'>[] {
  if (item?.role !== 'tool' || callRow) return [];
  const message =
    item.toolCallId === undefined
      ? 'The tool result does not say which call it answers.'
      : 'No call before this result has its call id.';
  return [{ code: 'result-without-call', severity: 'warning', message }];
}

function placeOf(session: SessionKey, entryId: string): Omit<Problem, 'code' | 'severity' | 'message'> {
  return { sessionId: session.id, entryId, line: null, byteOffset: null, rowId: entryId };
}
