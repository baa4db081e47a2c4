import { HeadChunkBuilder } from '../../../shared/model/head-chunk-builder';
import { FLAG, type HeadsEnd } from '../../../shared/model/heads';
import { type Finding, type Problem, problemAt } from '../../../shared/model/report';
import { ownCopy } from '../../../shared/text/own-copy';
import { Ancestry } from '../../../shared/tree/ancestry';
import type { ReadDatabase } from '../../sqlite/types';
import { type AnsweredCall, CallIndex } from '../call-index';
import { resultProblem, unansweredCall } from '../call-problems';
import { ChangeGuard } from '../change-guard';
import { Continuations } from '../continuations';
import type { HeadsSink } from '../format';
import { ProblemBudget } from '../problem-budget';
import { rfc3339Ms } from '../rfc3339';
import { boundedId } from '../stored-id';
import { callsOf, contentFlags, type ItemReading, readItem } from './item-reading';
import type { MessageTable, StoredMessage } from './message-table';
import type { SessionPlan } from './session-plan';
import { summedUsage } from './turn-usage';

/** Rows asked for at a time; a page may give fewer. */
const ASKED_ROWS = 256;

/** Streams the heads of a session as its plan has them. Throws `DatabaseError` where the file changes meanwhile. */
export async function streamHeads(
  db: ReadDatabase,
  table: MessageTable,
  plan: SessionPlan,
  sessionId: string,
  sink: HeadsSink,
): Promise<HeadsEnd> {
  const guard = new ChangeGuard(db);
  const pass = new Pass(plan, sessionId);
  const builder = new HeadChunkBuilder(0);
  const { count } = plan.tree;
  const flush = async () => {
    await sink.chunk(builder.build());
    sink.progress(pass.count, count);
  };
  while (pass.count < count) {
    sink.signal.throwIfAborted();
    const ids = [];
    for (let row = pass.count; row < Math.min(count, pass.count + ASKED_ROWS); row++)
      ids.push(plan.tree.messageAt(row) ?? 0);
    const page = table.page(ids);
    guard.check();
    for (const message of page) {
      pass.add(message, builder);
      if (builder.isFull) await flush();
    }
    if (!builder.isEmpty) await flush();
  }
  return pass.end();
}

/** What one pass carries from entry to entry. */
class Pass {
  readonly #plan: SessionPlan;
  readonly #sessionId: string;
  readonly #ancestry = new Ancestry();
  readonly #calls = new CallIndex((ancestor, row) => this.#ancestry.isOnPath(ancestor, row));
  readonly #continuations = new Continuations();
  readonly #problems = new ProblemBudget();

  constructor(plan: SessionPlan, sessionId: string) {
    this.#plan = plan;
    this.#sessionId = sessionId;
  }

  get count(): number {
    return this.#ancestry.count;
  }

  add(message: StoredMessage | undefined, builder: HeadChunkBuilder): void {
    const row = this.count;
    const { tree } = this.#plan;
    const id = tree.entryId(row);
    const reading = message === undefined ? GONE : readItem(message);
    const { content } = reading;
    this.#ancestry.push(tree.parentOf(row));
    const answered = this.#pair(reading, row, id);
    const found = [...reading.findings, ...this.#placeFindings(row), ...pairFindings(answered)];
    for (const finding of found)
      if (this.#problems.admits(finding)) builder.addProblem(problemAt(this.#place(id), finding));
    const call = typeof answered === 'object' ? answered : null;
    const calls = content.parts.filter(({ type }) => type === 'tool_call').length;
    // Calls of one answer are items of their own: as little as results do they go on.
    this.#continuations.push(calls > 0 ? 'tool_result' : content.kind);
    builder.push({
      id,
      parentRow: tree.parentOf(row),
      kind: content.kind,
      flags: contentFlags(content) | (found.length > 0 ? FLAG.problem : 0),
      timeMs: rfc3339Ms(message?.createdAt ?? ''),
      sizeBytes: message?.sizeBytes ?? 0,
      tokens: summedUsage(this.#plan.usage.get(row) ?? [])?.total ?? Number.NaN,
      callCount: calls,
      callRow: call?.row ?? -1,
      preview: content.preview,
      toolNames: content.toolNames.join(', ') || (call?.name ?? ''),
    });
  }

  end(): HeadsEnd {
    const problems: Problem[] = [];
    let below: Uint8Array | null = null;
    for (const call of this.#calls.unanswered()) {
      below ??= this.#continuations.below((row) => this.#ancestry.parentOf(row));
      const finding = unansweredCall(call, below[call.row] === 1);
      if (this.#problems.admits(finding)) problems.push(problemAt(this.#place(call.entryId), finding));
    }
    for (const finding of this.#plan.findings)
      if (this.#problems.admits(finding)) problems.push(problemAt({ sessionId: this.#sessionId }, finding));
    return {
      type: 'end',
      entryCount: this.count,
      storedLeafRow: this.#plan.leafRow,
      labels: this.#plan.labels,
      problems: [...problems, ...this.#problems.rest(this.#sessionId)],
      problemCount: this.#problems.count,
      problemKinds: this.#problems.kinds,
    };
  }

  /** Notes the calls a message makes and finds the one it answers; undefined when it answers none. */
  #pair({ content }: ItemReading, row: number, entryId: string): AnsweredCall | undefined {
    const { made, answeredId } = callsOf(content);
    const parentRow = this.#plan.tree.parentOf(row);
    let answered: AnsweredCall | undefined;
    if (answeredId !== null)
      answered = parentRow < 0 ? null : this.#calls.answer(boundedId(answeredId), parentRow, row);
    for (const call of made) {
      const [callId, name] = [ownCopy(boundedId(call.callId)), boundedId(call.name)];
      this.#calls.add({ callId, name, row, entryId, place: { rowId: rowIdOf(entryId) } });
    }
    return answered;
  }

  #placeFindings(row: number): Finding[] {
    if (row >= this.#plan.firstUnplaced) return [UNPLACED];
    return this.#plan.tree.isRepeat(row) ? [REPEATED] : [];
  }

  #place(entryId: string) {
    return { sessionId: this.#sessionId, entryId, rowId: rowIdOf(entryId) };
  }
}

/** Without the number that tells several entries of one message apart. */
function rowIdOf(entryId: string): string {
  return entryId.replace(/#\d+$/, '');
}

function pairFindings(answered: AnsweredCall | undefined): Finding[] {
  if (answered === undefined) return [];
  const problem = resultProblem(answered);
  return problem === null ? [] : [problem];
}

/** Only where the file changed since its plan was made, which the next look at it finds. */
const GONE: ItemReading = readItem({
  id: 0,
  sizeBytes: 0,
  createdAt: null,
  payload: { state: 'odd', text: '', reason: 'The message is no longer there.' },
});

const UNPLACED: Finding = {
  code: 'unplaced-message',
  severity: 'warning',
  message: 'No branch of the session has this message; it stands apart.',
};

const REPEATED: Finding = {
  code: 'message-in-two-places',
  severity: 'note',
  message: 'Another branch has the same message behind another one; it is shown in both places.',
};
