import { cutText } from '../../../shared/model/body';
import { HeadChunkBuilder, previewOf } from '../../../shared/model/head-chunk-builder';
import { FLAG, type HeadsEnd } from '../../../shared/model/heads';
import type { Problem } from '../../../shared/model/report';
import { ownCopy } from '../../../shared/text/own-copy';
import { Labels } from '../../../shared/theway/annotations';
import { type ReplayedEntry, TranscriptReplay } from '../../../shared/theway/transcript';
import { Ancestry } from '../../../shared/tree/ancestry';
import type { ReadDatabase } from '../../sqlite/types';
import { DatabaseError } from '../database-error';
import type { HeadsSink } from '../format';
import { ProblemBudget } from '../problem-budget';
import { rfc3339Ms } from '../rfc3339';
import { RowKeys } from '../row-keys';
import { CallIndex } from './call-index';
import { type CallRow, type EntryProblem, problemsOf } from './entry-problems';
import type { EntryRow, EntryTable, RowKey } from './entry-table';
import { quoteId, type StoredEntry, storedEntry } from './stored-entry';

/** Longest label that the end of a heads stream carries, in UTF-16 units; the label's own entry has the whole. */
const MAX_LABEL_CHARS = 1000;

/** What one pass over all entries gives. */
export interface HeadsPass {
  readonly end: HeadsEnd;
  readonly keys: RowKeys;
}

/**
 * Streams the heads of the session in stored order. Between two pages nothing is locked; when the file
 * changes meanwhile, the pass fails rather than mix two states of it.
 */
export async function readHeads(
  db: ReadDatabase,
  table: EntryTable,
  sessionId: string,
  sink: HeadsSink,
): Promise<HeadsPass> {
  const total = table.count();
  const wasChanged = db.hasChanged();
  const pass = new Pass(sessionId);
  let after: RowKey | null = null;
  for (;;) {
    sink.signal.throwIfAborted();
    const page = table.page(after, pass.count);
    if (!wasChanged && isReadInPlace(db) && db.hasChanged()) throw changedError(db.path);
    const last = page.at(-1);
    if (last === undefined) return pass.finish();
    let builder = new HeadChunkBuilder(pass.count);
    for (const row of page) {
      pass.add(row, builder);
      if (!builder.isFull) continue;
      await sink.chunk(builder.build());
      builder = new HeadChunkBuilder(pass.count);
    }
    if (!builder.isEmpty) await sink.chunk(builder.build());
    sink.progress(pass.count, Math.max(total, pass.count));
    after = last.key;
  }
}

/** A copy of ours stays what it was; only the user's own file can change under a pass. */
function isReadInPlace(db: ReadDatabase): boolean {
  const { opened } = db.facts;
  return opened !== 'memory' && opened !== 'copy';
}

function changedError(path: string): DatabaseError {
  return new DatabaseError({
    ok: false,
    code: 'changed-while-reading',
    message: 'The file was changed by another program while it was being read. Reload it.',
    detail: path,
  });
}

/** The state of one pass: everything that a head needs to know of the entries before it. */
class Pass {
  readonly #keys = new RowKeys();
  readonly #replay = new TranscriptReplay();
  readonly #ancestry = new Ancestry();
  readonly #calls = new CallIndex(this.#ancestry);
  readonly #labels = new Labels();
  readonly #problems = new ProblemBudget();
  readonly #sessionId: string;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  get count(): number {
    return this.#keys.count;
  }

  add(row: EntryRow, builder: HeadChunkBuilder): void {
    const read = storedEntry(row);
    // The pass keeps ids to its end, and must not keep the payloads they were cut out of.
    const entry = { ...read, id: ownCopy(read.id) };
    const { content } = entry;
    const replayed = this.#replay.push(entry);
    this.#keys.push(row.key);
    this.#ancestry.push(replayed.parentRow);
    if (entry.type === 'label' && entry.object !== null) this.#labels.apply(entry.object);
    const callRow = this.#pair(entry, row, replayed);
    const found = problemsOf(entry, replayed.faults, callRow);
    for (const problem of found) {
      if (this.#problems.admits(problem)) builder.addProblem(this.#placed(problem, entry.id, row.seq));
    }
    builder.push({
      id: entry.id,
      parentRow: replayed.parentRow,
      kind: content.kind,
      flags: flagsOf(entry) | (found.length > 0 ? FLAG.problem : 0),
      timeMs: rfc3339Ms(entry.timestamp),
      sizeBytes: row.sizeBytes,
      tokens: content.usage?.total ?? Number.NaN,
      callCount: content.kind === 'assistant' ? content.toolNames.length : 0,
      callRow: typeof callRow === 'number' ? callRow : -1,
      preview: previewOf(content.preview),
      toolNames: content.toolNames.join(', '),
    });
  }

  finish(): HeadsPass {
    const labels: HeadsEnd['labels'] = [];
    for (const [target, label] of this.#labels.entries()) {
      const row = this.#replay.rowOf(target);
      // A label may name an entry that does not exist (contract, section 1): then there is nothing to mark.
      if (row >= 0) labels.push({ row, text: cutText(label, MAX_LABEL_CHARS).text });
    }
    labels.sort((left, right) => left.row - right.row);
    return {
      keys: this.#keys,
      end: {
        type: 'end',
        entryCount: this.#replay.count,
        storedLeafRow: this.#replay.rowOf(this.#replay.activeLeaf),
        labels,
        problems: [...this.#unansweredCalls(), ...this.#problems.rest(this.#sessionId)],
        problemCount: this.#problems.count,
      },
    };
  }

  /** Notes the calls an entry makes and finds the entry whose call it answers; null when it is no result. */
  #pair(entry: StoredEntry, { seq }: EntryRow, { row, parentRow }: ReplayedEntry): CallRow {
    let callRow: CallRow = null;
    for (const part of entry.content.parts) {
      if (part.type === 'tool_call' && part.callId !== null) {
        const [callId, name] = [ownCopy(part.callId), ownCopy(part.name)];
        this.#calls.add({ callId, name, row, entryId: entry.id, seq });
      }
      if (part.type === 'tool_result' && part.callId !== null) {
        callRow = parentRow < 0 ? -1 : this.#calls.answer(part.callId, parentRow);
      }
    }
    return callRow;
  }

  /** What is known only at the end: calls that stayed without a result, as running ones are. */
  #unansweredCalls(): Problem[] {
    const problems: Problem[] = [];
    for (const { callId, name, entryId, seq } of this.#calls.unanswered()) {
      const message = `The call ${quoteId(name)} (${quoteId(callId)}) has no result.`;
      const problem = { code: 'call-without-result', severity: 'note', message } as const;
      if (this.#problems.admits(problem)) problems.push(this.#placed(problem, entryId, seq));
    }
    return problems;
  }

  #placed({ code, severity, message }: EntryProblem, entryId: string, seq: string): Problem {
    return {
      code,
      severity,
      sessionId: this.#sessionId,
      entryId,
      line: null,
      byteOffset: null,
      rowId: seq,
      message,
    };
  }
}

function flagsOf({ content }: StoredEntry): number {
  let flags = content.isError ? FLAG.error : 0;
  for (const part of content.parts) {
    if (part.type === 'image') flags |= FLAG.image;
    if (part.type === 'thinking') flags |= FLAG.thinking;
  }
  return flags;
}
