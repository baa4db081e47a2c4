import { cutText } from '../../../shared/model/body';
import { HeadChunkBuilder, previewOf } from '../../../shared/model/head-chunk-builder';
import { FLAG, type HeadsEnd } from '../../../shared/model/heads';
import { type Problem, problemAt } from '../../../shared/model/report';
import { ownCopy } from '../../../shared/text/own-copy';
import { Labels } from '../../../shared/theway/annotations';
import { type ReplayedEntry, TranscriptReplay } from '../../../shared/theway/transcript';
import { Ancestry } from '../../../shared/tree/ancestry';
import { type AnsweredCall, CallIndex } from '../call-index';
import type { HeadsSink } from '../format';
import { ProblemBudget } from '../problem-budget';
import { rfc3339Ms } from '../rfc3339';
import { RowKeys } from '../row-keys';
import { boundedId, quoteId } from '../stored-id';
import { problemsOf } from './entry-problems';
import type { EntryRow, EntrySource, RowKey } from './entry-source';
import { type StoredEntry, storedEntry } from './stored-entry';

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
export async function readHeads(table: EntrySource, sessionId: string, sink: HeadsSink): Promise<HeadsPass> {
  const total = table.count();
  const guard = table.guard();
  const pass = new Pass(sessionId);
  let after: RowKey | null = null;
  for (;;) {
    sink.signal.throwIfAborted();
    const page = table.page(after, pass.count);
    const last = page.at(-1);
    if (last === undefined) return pass.finish();
    if (after !== null) guard.check();
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

/** The state of one pass: everything that a head needs to know of the entries before it. */
class Pass {
  readonly #keys = new RowKeys();
  readonly #replay = new TranscriptReplay();
  readonly #ancestry = new Ancestry();
  readonly #calls = new CallIndex((ancestor, row) => this.#ancestry.isOnPath(ancestor, row));
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
    const answered = this.#pair(entry, row, replayed);
    const found = problemsOf(entry, replayed.faults, answered);
    const place = { sessionId: this.#sessionId, entryId: entry.id, ...row.place };
    for (const finding of found) {
      if (this.#problems.admits(finding)) builder.addProblem(problemAt(place, finding));
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
      callRow: typeof answered === 'object' ? (answered?.row ?? -1) : -1,
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

  /** Notes the calls an entry makes and finds the call it answers; undefined when it is no result. */
  #pair(
    entry: StoredEntry,
    { place }: EntryRow,
    { row, parentRow }: ReplayedEntry,
  ): AnsweredCall | undefined {
    let answered: AnsweredCall | undefined;
    for (const part of entry.content.parts) {
      if (part.type === 'tool_call' && part.callId !== null) {
        const [callId, name] = [boundedId(part.callId), boundedId(part.name)];
        this.#calls.add({ callId, name, row, entryId: entry.id, place });
      }
      if (part.type === 'tool_result' && part.callId !== null) {
        answered = parentRow < 0 ? null : this.#calls.answer(boundedId(part.callId), parentRow);
      }
    }
    return answered;
  }

  /** What is known only at the end: calls that stayed without a result, as running ones are. */
  #unansweredCalls(): Problem[] {
    const problems: Problem[] = [];
    for (const { callId, name, entryId, place: where } of this.#calls.unanswered()) {
      const message = `The call ${quoteId(name)} (${quoteId(callId)}) has no result.`;
      const finding = { code: 'call-without-result', severity: 'note', message } as const;
      const place = { sessionId: this.#sessionId, entryId, ...where };
      if (this.#problems.admits(finding)) problems.push(problemAt(place, finding));
    }
    return problems;
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
