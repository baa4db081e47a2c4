import { createHash } from 'node:crypto';
import { setImmediate as immediate } from 'node:timers/promises';
import type { SideKeys } from '../../shared/compare/align';
import { type AnsweredCall, entryKeys, type KeyNumbers } from '../../shared/compare/entry-keys';
import { type EntryFacts, entryFacts } from '../../shared/compare/side-facts';
import type { Body } from '../../shared/model/body';
import type { SessionIndex } from '../../shared/tree/session-index';
import type { SessionSource } from '../formats/format';

/** One of the two sessions that are compared, and the end of the path in it. */
export interface Side {
  readonly source: SessionSource;
  readonly sessionId: string;
  readonly index: SessionIndex;
  /** Row of the entry the path ends with; -1 for a path of nothing. */
  readonly row: number;
}

/** The entries of a path, as far as they are compared. */
export interface SideReading {
  /** Rows of the session, root first. */
  readonly rows: Int32Array;
  readonly keys: SideKeys;
  readonly facts: readonly EntryFacts[];
}

export interface SideOptions {
  readonly numbers: KeyNumbers;
  readonly signal: AbortSignal;
  /** Told how many more entries were read. */
  onRead(count: number): void;
}

/** Whole texts are compared, whatever their length. */
const UNLIMITED = { maxChars: 2 ** 30, maxImageChars: 2 ** 30 };
const MAX_BATCH_ROWS = 256;
/** Stored bytes of the entries that are in memory at a time; one entry may be larger. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** Reads the content of some rows of a path, in their order, a batch at a time. Fails with the sentence of what cannot be read. */
export async function readSide(side: Side, rows: Int32Array, options: SideOptions): Promise<SideReading> {
  const { index } = side;
  const columns = {
    whole: new Int32Array(rows.length),
    act: new Int32Array(rows.length),
    role: new Int32Array(rows.length),
  };
  const facts: EntryFacts[] = [];
  // By id, the nearest above counting, as everywhere on a path.
  const calls = new Map<string, AnsweredCall>();
  for (const batch of batches(index, rows)) {
    options.signal.throwIfAborted();
    const bodies = await side.source.bodies(side.sessionId, batch, UNLIMITED);
    if (!bodies.ok) throw new Error(bodies.error.message);
    for (const body of bodies.value) {
      const at = facts.length;
      const kind = index.kind(body.row);
      const answered = answeredCall(body, calls);
      const keys = entryKeys(kind, body, answered, hash);
      columns.whole[at] = options.numbers.of(keys.whole);
      columns.act[at] = options.numbers.of(keys.act);
      columns.role[at] = options.numbers.of(keys.role);
      rememberCalls(body, calls);
      const result = body.blocks.find((block) => block.type === 'tool_result');
      const head = {
        isError: index.hasFlag(body.row, 'error'),
        answered: result?.name ?? answered?.name ?? null,
        timeMs: index.timeMs(body.row),
      };
      facts.push(entryFacts(kind, body, head));
    }
    options.onRead(batch.length);
    await immediate();
  }
  return { rows, keys: columns, facts };
}

function* batches(index: SessionIndex, rows: Int32Array): Generator<number[]> {
  let batch: number[] = [];
  let sizeBytes = 0;
  for (const row of rows) {
    const rowBytes = index.sizeBytes(row);
    if (batch.length === MAX_BATCH_ROWS || (batch.length > 0 && sizeBytes + rowBytes > MAX_BATCH_BYTES)) {
      yield batch;
      batch = [];
      sizeBytes = 0;
    }
    batch.push(row);
    sizeBytes += rowBytes;
  }
  if (batch.length > 0) yield batch;
}

function answeredCall(body: Body, calls: ReadonlyMap<string, AnsweredCall>): AnsweredCall | null {
  const result = body.blocks.find((block) => block.type === 'tool_result');
  return result?.callId == null ? null : (calls.get(result.callId) ?? null);
}

function rememberCalls({ blocks }: Body, calls: Map<string, AnsweredCall>): void {
  for (const block of blocks) {
    if (block.type !== 'tool_call' || block.callId === null) continue;
    calls.set(block.callId, { name: block.name, argumentsHash: hash(block.argumentsText.text) });
  }
}

/** Of the UTF-16 units, since half of a surrogate pair has no UTF-8 and would equal any other. */
function hash(text: string): string {
  return createHash('sha256').update(text, 'utf16le').digest('base64');
}
