import { HeadChunkBuilder } from '../../../shared/model/head-chunk-builder';
import { FLAG, type HeadsEnd } from '../../../shared/model/heads';
import { type Finding, type Problem, problemAt } from '../../../shared/model/report';
import type { HeadsSink } from '../format';
import { ProblemBudget } from '../problem-budget';
import { quoteId } from '../stored-id';
import { type EntryRecord, type ReadRecord, readRecords, recordsOfEntry } from './entry-records';
import { EntryHead } from './message-head';
import { readNative } from './record-reading';
import type { SessionPlan } from './session-plan';
import type { OpenCodeStorage } from './storage';

/** Streams the heads of a session as its plan has them. Throws `DatabaseError` where it cannot be read, or changes meanwhile. */
export async function streamHeads(
  storage: OpenCodeStorage,
  plan: SessionPlan,
  sessionId: string,
  sink: HeadsSink,
): Promise<HeadsEnd> {
  const checkUnchanged = storage.guard();
  const pass = new Pass(storage, plan, sessionId);
  const flush = async () => {
    if (!pass.builder.isEmpty) await sink.chunk(pass.builder.build());
    sink.progress(pass.count, plan.entries.length);
  };
  for (const step of readRecords(storage, allRecords(plan))) {
    sink.signal.throwIfAborted();
    checkUnchanged();
    for (const record of step) {
      pass.take(record);
      if (pass.builder.isFull) await flush();
    }
    await flush();
  }
  pass.finishEntry();
  await flush();
  return pass.end();
}

function* allRecords({ entries }: SessionPlan): Generator<EntryRecord> {
  for (const [row, entry] of entries.entries()) yield* recordsOfEntry(entry, row);
}

/** What one pass carries from record to record. */
class Pass {
  readonly builder = new HeadChunkBuilder(0);
  readonly #storage: OpenCodeStorage;
  readonly #plan: SessionPlan;
  readonly #sessionId: string;
  readonly #problems = new ProblemBudget();
  #head = new EntryHead();
  #row = 0;
  #sizeBytes = 0;
  /** Rows that were added. */
  #count = 0;

  constructor(storage: OpenCodeStorage, plan: SessionPlan, sessionId: string) {
    this.#storage = storage;
    this.#plan = plan;
    this.#sessionId = sessionId;
  }

  get count(): number {
    return this.#count;
  }

  /** Takes the next record; one of another entry ends that before it. */
  take({ row, key, bytes }: ReadRecord): void {
    if (row !== this.#row) this.finishEntry();
    this.#row = row;
    this.#sizeBytes += key.sizeBytes;
    const { value, finding } = readNative(key, bytes);
    if (finding !== null) this.#note(finding, this.#storage.placeOf(key));
    if (value === undefined) {
      if (key.role === 'part') this.#head.takeUnread();
    } else if (key.role === 'session') this.#head.takeSession(value);
    else if (key.role === 'message') this.#head.takeMessage(value);
    else this.#head.takePart(value);
  }

  /** Adds the entry whose records were taken, if any were. */
  finishEntry(): void {
    const entry = this.#plan.entries[this.#row];
    if (entry === undefined || this.#count > this.#row) return;
    const head = this.#head;
    const own = [...head.findings, ...this.#entryFindings(head)];
    for (const finding of own) this.#note(finding, null);
    const kind = entry.record === null ? 'unknown' : head.finalKind;
    this.builder.push({
      id: entry.id,
      parentRow: entry.parentRow,
      kind,
      flags: head.flags | (this.#hasProblem ? FLAG.problem : 0),
      timeMs: Number.isNaN(head.timeMs) ? entry.timeMs : head.timeMs,
      sizeBytes: this.#sizeBytes,
      tokens: head.tokens,
      callCount: head.toolNames.length,
      callRow: -1,
      preview: head.preview,
      toolNames: head.toolNames.join(', '),
    });
    this.#count += 1;
    this.#head = new EntryHead();
    this.#sizeBytes = 0;
    this.#hasProblem = false;
  }

  end(): HeadsEnd {
    const problems: Problem[] = this.#plan.findings
      .filter((finding) => this.#problems.admits(finding))
      .map((finding) => problemAt({ sessionId: this.#sessionId }, finding));
    return {
      type: 'end',
      entryCount: this.#count,
      storedLeafRow: this.#plan.leafRow,
      labels: this.#plan.labels,
      problems: [...problems, ...this.#problems.rest(this.#sessionId)],
      problemCount: this.#problems.count,
      problemKinds: this.#problems.kinds,
    };
  }

  #hasProblem = false;

  /** What shows only once all records of an entry are known. */
  #entryFindings(head: EntryHead): Finding[] {
    const entry = this.#plan.entries[this.#row];
    if (entry === undefined || entry.record?.role === 'session') return [];
    if (entry.record === null) return [MESSAGE_MISSING];
    const findings: Finding[] = [];
    const answered = this.#plan.messageRows.get(head.answeredId);
    // A message cannot answer itself, nor one that comes behind it: there is no circle to be followed.
    if (head.answeredId !== '' && (answered === undefined || answered >= this.#row))
      findings.push(answeredMissing(head.answeredId));
    if (head.partCount === 0 && (head.flags & FLAG.error) === 0 && head.kind !== 'unknown')
      findings.push(PARTS_MISSING);
    return findings;
  }

  #note(finding: Finding, place: string | null): void {
    this.#hasProblem = true;
    if (!this.#problems.admits(finding)) return;
    const message = place === null ? finding.message : `${finding.message} (${place})`;
    const where = { sessionId: this.#sessionId, entryId: this.#plan.entries[this.#row]?.id ?? null };
    this.builder.addProblem(problemAt(where, { ...finding, message }));
  }
}

const MESSAGE_MISSING: Finding = {
  code: 'message-missing',
  severity: 'error',
  message: 'Parts of this message are stored, and the message is not: they stand apart.',
};

const PARTS_MISSING: Finding = {
  code: 'parts-missing',
  severity: 'note',
  message: 'No part of this message is stored.',
};

function answeredMissing(answeredId: string): Finding {
  return {
    code: 'answered-message-missing',
    severity: 'warning',
    message: `This answers the message ${quoteId(answeredId)}, which does not stand before it.`,
  };
}
