import { type Head, HeadChunkBuilder } from '../../../shared/model/head-chunk-builder';
import { FLAG, type HeadChunk, type HeadsEnd, NO_PARENT } from '../../../shared/model/heads';
import type { EntryKind } from '../../../shared/model/kind';
import { type Finding, type Problem, problemAt } from '../../../shared/model/report';
import { ownCopy } from '../../../shared/text/own-copy';
import type { Item, Role } from '../../../shared/vv-agent/item';
import type { ReadDatabase } from '../../sqlite/types';
import { CallIndex, type MadeCall } from '../call-index';
import { unansweredCall } from '../call-problems';
import { ChangeGuard } from '../change-guard';
import { Continuations } from '../continuations';
import { unwrap } from '../database-error';
import type { HeadsSink } from '../format';
import { ProblemBudget } from '../problem-budget';
import { MAX_PAGE_ROWS } from '../read-limits';
import { boundedId } from '../stored-id';
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
  const guard = new ChangeGuard(source.db);
  let position: bigint | null = FIRST_POSITION;
  while (position !== null) {
    sink.signal.throwIfAborted();
    const from: bigint = position;
    const page = unwrap(source.db.read((rows) => source.items.page(rows, session, from, MAX_PAGE_ROWS)));
    if (position !== FIRST_POSITION && page.items.length > 0) guard.check();
    for (const chunk of pass.chunksOf(page.items)) {
      await sink.chunk(chunk);
      sink.signal.throwIfAborted();
      sink.progress(pass.rowCount, Math.max(pass.rowCount, source.expectedCount));
    }
    position = page.next;
  }
  return pass.end();
}

/** What one pass over a session carries from item to item. */
class HeadsPass {
  readonly #source: HeadsSource;
  readonly #session: SessionKey;
  /** A session is one chain: every item before is on the path. */
  readonly #calls = new CallIndex(() => true);
  readonly #continuations = new Continuations();
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
    const unanswered: Problem[] = [];
    let below: Uint8Array | null = null;
    for (const call of this.#calls.unanswered()) {
      below ??= this.#continuations.below((row) => row - 1);
      const finding = unansweredCall(call, below[call.row] === 1);
      if (this.#problems.admits(finding)) unanswered.push(problemAt(this.#placeOf(call.entryId), finding));
    }
    return {
      type: 'end',
      entryCount: this.rowCount,
      storedLeafRow: this.rowCount - 1,
      labels: [],
      problems: [...unanswered, ...this.#problems.rest(this.#session.id)],
      problemCount: this.#problems.count,
      problemKinds: this.#problems.kinds,
    };
  }

  #add(stored: StoredItem, builder: HeadChunkBuilder): void {
    const row = this.rowCount;
    const reading = readStoredItem(stored, this.#source.isStrict);
    const call = reading.item ? this.#pair(reading.item, row, stored.id) : null;
    this.#source.onPosition(row, stored.position);
    const found: Finding[] = [...reading.problems, ...pairProblems(reading.item, call)];
    if (stored.id === this.#previousId) found.push(DUPLICATE_ID);
    for (const finding of found) {
      if (this.#problems.admits(finding)) builder.addProblem(problemAt(this.#placeOf(stored.id), finding));
    }
    const head = headOf(stored, reading, row, call, found.length > 0);
    this.#continuations.push(head.kind);
    builder.push(head);
    this.#previousId = stored.id;
    this.rowCount += 1;
  }

  /** Notes the calls an item makes; gives the one it answers, null where there is none. */
  #pair(item: Item, row: number, entryId: string): Pick<MadeCall, 'row' | 'name'> | null {
    const { toolCallId } = item;
    const answered =
      item.role === 'tool' && toolCallId !== undefined
        ? this.#calls.answer(boundedId(toolCallId), row, row)
        : null;
    for (const { id, name } of item.toolCalls)
      this.#calls.add({
        callId: ownCopy(boundedId(id)),
        name: boundedId(name),
        row,
        entryId,
        place: { rowId: entryId },
      });
    // In a chain the newest call with the id is the nearest, so the search never ends before it.
    return answered === 'too-many' ? null : answered;
  }

  #placeOf(entryId: string) {
    return { sessionId: this.#session.id, entryId, rowId: entryId };
  }
}

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
  call: Pick<MadeCall, 'row' | 'name'> | null,
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
      preview: payload.type === 'too-large' ? '' : payload.text,
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
    preview: item.content || (item.toolCalls.length === 0 ? (item.reasoningContent ?? '') : ''),
    toolNames: isResult ? (item.name ?? call?.name ?? '') : item.toolCalls.map(({ name }) => name).join(', '),
  };
}

function pairProblems(item: Item | null, call: Pick<MadeCall, 'row' | 'name'> | null): Finding[] {
  if (item?.role !== 'tool' || call) return [];
  const message =
    item.toolCallId === undefined
      ? 'The tool result does not say which call it answers.'
      : 'No call before this result has its call id.';
  return [{ code: 'result-without-call', severity: 'warning', message }];
}
