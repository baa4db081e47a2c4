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
import { DatabaseError, unwrap } from '../database-error';
import type { HeadsSink } from '../format';
import { CallPairs, type PlacedCall } from './call-pairs';
import { type ItemReading, readStoredItem } from './item-reading';
import { FIRST_POSITION, type ItemTable, type StoredItem } from './item-table';
import { ProblemBudget } from './problem-budget';
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
  const pass = new HeadsPass(source, session);
  const wasChanged = source.db.hasChanged();
  let position: bigint | null = FIRST_POSITION;
  while (position !== null) {
    sink.signal.throwIfAborted();
    const from: bigint = position;
    const page = unwrap(source.db.read((rows) => source.items.page(rows, session, from, MAX_CHUNK_ROWS)));
    // Two states of a file must not be mixed in one chain.
    if (!wasChanged && isReadInPlace(source.db) && source.db.hasChanged())
      throw changedWhileReading(source.db);
    for (const chunk of pass.chunksOf(page.items)) {
      await sink.chunk(chunk);
      sink.signal.throwIfAborted();
      sink.progress(pass.rowCount, Math.max(pass.rowCount, source.expectedCount));
    }
    position = page.next;
  }
  return pass.end();
}

/** A copy of ours stays what it was; only the user's own file can change under a pass. */
function isReadInPlace({ facts }: ReadDatabase): boolean {
  return facts.opened !== 'memory' && facts.opened !== 'copy';
}

function changedWhileReading(db: ReadDatabase): DatabaseError {
  return new DatabaseError({
    ok: false,
    code: 'changed-while-reading',
    message: 'Another program changed the file while it was being read. Reload it.',
    detail: db.path,
  });
}

/** What one pass over a session carries from item to item. */
class HeadsPass {
  readonly #source: HeadsSource;
  readonly #session: SessionKey;
  readonly #calls = new CallPairs();
  readonly #problems = new ProblemBudget();
  #previousId: string | null = null;
  rowCount = 0;

  constructor(source: HeadsSource, session: SessionKey) {
    this.#source = source;
    this.#session = session;
  }

  *chunksOf(items: readonly StoredItem[]): Generator<HeadChunk> {
    let builder = new HeadChunkBuilder(this.rowCount);
    for (const stored of items) {
      if (builder.isFull) {
        yield builder.build();
        builder = new HeadChunkBuilder(this.rowCount);
      }
      this.#add(stored, builder);
    }
    if (!builder.isEmpty) yield builder.build();
  }

  end(): HeadsEnd {
    const pending: Problem[] = [];
    for (const { callId, name, entryId } of this.#calls.unanswered()) {
      const message = `The call ${shortened(name)} (${shortened(callId)}) has no result.`;
      const problem: Problem = {
        ...placeOf(this.#session, entryId),
        code: 'call-without-result',
        severity: 'note',
        message,
      };
      if (this.#problems.admits(problem)) pending.push(problem);
    }
    return {
      type: 'end',
      entryCount: this.rowCount,
      storedLeafRow: this.rowCount - 1,
      labels: [],
      problems: [...pending, ...this.#problems.rest(this.#session.id)],
      problemCount: this.#problems.count,
    };
  }

  #add(stored: StoredItem, builder: HeadChunkBuilder): void {
    const row = this.rowCount;
    const reading = readStoredItem(stored, this.#source.isStrict);
    const call = reading.item ? this.#calls.add(reading.item, row, stored.id) : null;
    this.#source.onPosition(row, stored.position);
    const found: Finding[] = [...reading.problems, ...pairProblems(reading.item, call)];
    if (stored.id === this.#previousId) found.push(DUPLICATE_ID);
    for (const finding of found) {
      const problem = { ...placeOf(this.#session, stored.id), ...finding };
      if (this.#problems.admits(problem)) builder.addProblem(problem);
    }
    builder.push(headOf(stored, reading, row, call, found.length > 0));
    this.#previousId = stored.id;
    this.rowCount += 1;
  }
}

type Finding = Pick<Problem, 'code' | 'severity' | 'message'>;

/** Only possible where the schema is broken; the order puts equal ids side by side. */
const DUPLICATE_ID: Finding = {
  code: 'duplicate-entry-id',
  severity: 'error',
  message: 'The item before this one has the same item_index.',
};

function headOf(
  stored: StoredItem,
  { item }: ItemReading,
  row: number,
  call: PlacedCall | null,
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
    callRow: call?.row ?? -1,
    preview: previewOf(item.content || (item.toolCalls.length === 0 ? (item.reasoningContent ?? '') : '')),
    toolNames: isResult ? (item.name ?? call?.name ?? '') : item.toolCalls.map(({ name }) => name).join(', '),
  };
}

function pairProblems(item: Item | null, call: PlacedCall | null): Finding[] {
  if (item?.role !== 'tool' || call) return [];
  const message =
    item.toolCallId === undefined
      ? 'The tool result does not say which call it answers.'
      : 'No call before this result has its call id.';
  return [{ code: 'result-without-call', severity: 'warning', message }];
}

function placeOf(session: SessionKey, entryId: string): Omit<Problem, keyof Finding> {
  return { sessionId: session.id, entryId, line: null, byteOffset: null, rowId: entryId };
}

function shortened(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}
