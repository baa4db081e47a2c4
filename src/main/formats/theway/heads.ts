import { cutText } from '../../../shared/model/body';
import { HeadChunkBuilder } from '../../../shared/model/head-chunk-builder';
import { FLAG, type HeadsEnd } from '../../../shared/model/heads';
import { type Problem, problemAt } from '../../../shared/model/report';
import { Labels } from '../../../shared/theway/annotations';
import { type ReplayedEntry, TranscriptReplay } from '../../../shared/theway/transcript';
import { Ancestry } from '../../../shared/tree/ancestry';
import { type AnsweredCall, CallIndex } from '../call-index';
import { unansweredCall } from '../call-problems';
import { Continuations } from '../continuations';
import type { HeadsSink } from '../format';
import { ProblemBudget } from '../problem-budget';
import { MAX_PAGE_BYTES } from '../read-limits';
import { rfc3339Ms } from '../rfc3339';
import { RowKeys } from '../row-keys';
import { boundedId } from '../stored-id';
import type { EntryHead } from './entry-head';
import { problemsOf } from './entry-problems';
import type { EntryRow, EntrySource, RowKey } from './entry-source';
import { entryHead } from './native-head';

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
  let pages = 0;
  const builder = new HeadChunkBuilder(0);
  let readBytes = 0;
  const flush = async () => {
    // What one transaction has read is of one state.
    if (pages > 1) guard.check();
    await sink.chunk(builder.build());
    sink.progress(pass.count, Math.max(total, pass.count));
    readBytes = 0;
  };
  for (;;) {
    sink.signal.throwIfAborted();
    const page = table.page(after, pass.count);
    const last = page.at(-1);
    if (last === undefined) break;
    pages += 1;
    for (const row of page) {
      pass.add(row, builder);
      readBytes += row.sizeBytes;
      // What takes long to read is given early.
      if (builder.isFull || readBytes >= MAX_PAGE_BYTES) await flush();
    }
    after = last.key;
  }
  if (!builder.isEmpty) await flush();
  return pass.finish();
}

/** The state of one pass: everything that a head needs to know of the entries before it. */
class Pass {
  readonly #keys = new RowKeys();
  readonly #replay = new TranscriptReplay();
  readonly #ancestry = new Ancestry();
  readonly #calls = new CallIndex((ancestor, row) => this.#ancestry.isOnPath(ancestor, row));
  readonly #continuations = new Continuations();
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
    const head = entryHead(row);
    const replayed = this.#replay.push(head);
    this.#keys.push(row.key);
    this.#ancestry.push(replayed.parentRow);
    this.#continuations.push(head.kind);
    if (head.label !== null) this.#labels.apply(head.label);
    const answered = this.#pair(head, row, replayed);
    const found = problemsOf(head, replayed.faults, answered);
    if (found.length > 0) {
      const place = { sessionId: this.#sessionId, entryId: head.id, ...row.place };
      for (const finding of found)
        if (this.#problems.admits(finding)) builder.addProblem(problemAt(place, finding));
    }
    builder.push({
      id: head.id,
      parentRow: replayed.parentRow,
      kind: head.kind,
      flags: found.length > 0 ? head.flags | FLAG.problem : head.flags,
      timeMs: rfc3339Ms(head.timestamp),
      sizeBytes: row.sizeBytes,
      tokens: head.tokens,
      callCount: head.kind === 'assistant' ? head.toolNames.length : 0,
      callRow: typeof answered === 'object' ? (answered?.row ?? -1) : -1,
      preview: head.preview,
      toolNames: head.toolNames.join(', '),
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
        problemKinds: this.#problems.kinds,
      },
    };
  }

  /** Notes the calls an entry makes and finds the call it answers; undefined when it is no result. */
  #pair(head: EntryHead, entry: EntryRow, { row, parentRow }: ReplayedEntry): AnsweredCall | undefined {
    const { answeredId } = head;
    let answered: AnsweredCall | undefined;
    if (answeredId !== null)
      answered = parentRow < 0 ? null : this.#calls.answer(boundedId(answeredId), parentRow, row);
    for (const call of head.calls) {
      const [callId, name] = [boundedId(call.callId), boundedId(call.name)];
      this.#calls.add({ callId, name, row, entryId: head.id, place: entry.place });
    }
    return answered;
  }

  /** What is known only at the end: calls that stayed without a result, as running ones are. */
  #unansweredCalls(): Problem[] {
    const problems: Problem[] = [];
    let below: Uint8Array | null = null;
    for (const call of this.#calls.unanswered()) {
      below ??= this.#continuations.below((row) => this.#ancestry.parentOf(row));
      const finding = unansweredCall(call, below[call.row] === 1);
      const place = { sessionId: this.#sessionId, entryId: call.entryId, ...call.place };
      if (this.#problems.admits(finding)) problems.push(problemAt(place, finding));
    }
    return problems;
  }
}
