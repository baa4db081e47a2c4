import { cutText } from '../../../shared/model/body';
import { HeadChunkBuilder } from '../../../shared/model/head-chunk-builder';
import { FLAG, type HeadsEnd } from '../../../shared/model/heads';
import { type Finding, type Problem, problemAt } from '../../../shared/model/report';
import { ownCopy } from '../../../shared/text/own-copy';
import { Ancestry } from '../../../shared/tree/ancestry';
import { CallIndex } from '../call-index';
import { resultProblem, unansweredCall } from '../call-problems';
import { Continuations } from '../continuations';
import type { HeadsSink } from '../format';
import { ProblemBudget } from '../problem-budget';
import { boundedId } from '../stored-id';
import { chunkHead } from './chunk-head';
import { EntryLinks, type LinkedHead } from './entry-links';
import {
  islandFinding,
  parentFinding,
  repeatedIdFinding,
  repeatFinding,
  SEVERAL_RESULTS,
  structureFinding,
} from './findings';
import { type IslandStart, Islands } from './islands';
import type { LineFormat, RecordHead, RecordPlace, SessionFacts } from './line-format';
import { pieceHead } from './piece-head';
import type { PlacedRecord, RecordSource } from './record-source';
import { RowPlaces } from './row-places';

/** Longest label that the end of a heads stream carries, in UTF-16 units; the label's own entry has the whole. */
const MAX_LABEL_CHARS = 1000;

/** How long heads are kept to hand over more of them at once, and what is read is not looked at, in milliseconds. */
const FLUSH_MS = 50;

/** Where the entries are, by their rows: it grows with the heads. */
export interface EntryIndex {
  readonly places: RowPlaces;
  /** Ids of entries whose records have another one, by row. */
  readonly standInIds: ReadonlyMap<number, string>;
}

/** Takes nothing: for a pass that is made for what it gives at its end. */
export const NO_SINK: HeadsSink = {
  chunk: () => Promise.resolve(),
  progress: () => undefined,
  signal: new AbortController().signal,
};

/** What one pass over all records gives. */
export interface HeadsPass {
  readonly end: HeadsEnd;
  readonly facts: SessionFacts;
  /** Id of the entry the session stands at; null for none. */
  readonly leafId: string | null;
  /** Time of the last entry in the file that has one, in milliseconds since 1970; NaN for none. */
  readonly lastTimeMs: number;
}

/**
 * Streams the heads of a session; `onIndex` gets the index that grows with them. Throws `DatabaseError` where the file
 * cannot be read, or changes meanwhile.
 */
export async function readHeads(
  file: RecordSource,
  format: LineFormat,
  sessionId: string,
  sink: HeadsSink,
  onIndex: (index: EntryIndex) => void = () => undefined,
): Promise<HeadsPass> {
  const pass = new Pass(file, format, sessionId, sink);
  onIndex(pass);
  let flushed = Number.NEGATIVE_INFINITY;
  for await (const { records, doneBytes } of file.records()) {
    sink.signal.throwIfAborted();
    for (const record of records) if (!pass.push(record)) await pass.catchUp();
    // A chunk costs some time however little it holds, and so does a look at the file.
    if (performance.now() - flushed < FLUSH_MS) continue;
    file.checkUnchanged();
    await pass.flush();
    sink.progress(doneBytes, file.sizeBytes);
    flushed = performance.now();
  }
  file.checkUnchanged();
  return pass.finish();
}

/** Where calls are is known by their rows. */
const NO_PLACE = {};

/** A head with the calls that it answers. */
interface PairedHead {
  /** Row of the first of them that was found; -1 for none. */
  readonly callRow: number;
  readonly toolNames: readonly string[];
  readonly findings: Finding[];
}

/** A problem of a session as a whole, at a place where it has one. */
interface ToldProblem extends Partial<IslandStart> {
  readonly finding: Finding;
}

/** The state of one pass: everything that a head needs to know of the entries before it. */
class Pass implements EntryIndex {
  readonly #file: RecordSource;
  readonly #format: LineFormat;
  readonly #sessionId: string;
  readonly #sink: HeadsSink;
  readonly #reader;
  readonly #builder = new HeadChunkBuilder(0);
  readonly #links = new EntryLinks();
  readonly places = new RowPlaces();
  readonly standInIds = new Map<number, string>();
  readonly #ancestry = new Ancestry();
  readonly #calls = new CallIndex((ancestor, row) => this.#ancestry.isOnPath(ancestor, row));
  readonly #continuations = new Continuations();
  readonly #labels = new Map<string, string>();
  readonly #problems = new ProblemBudget();
  /** Heads that a record has completed, and that were not added yet. */
  readonly #complete: RecordHead[] = [];
  readonly #emit = (head: RecordHead) => {
    this.#complete.push(head);
  };
  /** What is wrong with the bytes of records whose entries were not placed yet. */
  readonly #faulty = new Map<RecordPlace, Finding>();
  readonly #islands = new Islands();
  #previousId: string | null = null;
  #leafRow = -1;
  #leafId: string | null = null;
  #leafOffset = -1;
  #lastTimeMs = Number.NaN;

  constructor(file: RecordSource, format: LineFormat, sessionId: string, sink: HeadsSink) {
    this.#file = file;
    this.#format = format;
    this.#sessionId = sessionId;
    this.#sink = sink;
    this.#reader = format.reader();
  }

  /** Takes the next record. False where {@link catchUp} must be waited for before the next. */
  push({ value, fault, place }: PlacedRecord): boolean {
    const finding = fault === null ? null : structureFinding(fault);
    if (value === undefined) {
      this.#reader.flush(this.#emit);
      const previousId = this.#complete.at(-1)?.id ?? this.#previousId;
      this.#complete.push(pieceHead(place, previousId, finding));
    } else {
      // It is told at the entry that the record becomes.
      if (finding !== null) this.#faulty.set(place, finding);
      this.#reader.push({ value, place }, this.#emit);
    }
    return this.#advance();
  }

  /** Does what {@link push} could not do at once. */
  async catchUp(): Promise<void> {
    do {
      const [next] = this.#complete;
      if (next !== undefined && this.#links.needsLater(next)) this.#links.setLater(await this.#allIds());
      if (this.#builder.isFull) await this.flush();
    } while (!this.#advance());
  }

  async finish(): Promise<HeadsPass> {
    this.#reader.flush(this.#emit);
    if (!this.#advance()) await this.catchUp();
    while (this.#links.breakOne()) if (!this.#advance()) await this.catchUp();
    await this.flush();
    const facts = this.#reader.facts();
    const leafRow = this.#leafRowOf(facts.leafId);
    const problems = [...this.#sessionProblems(facts), ...this.#unansweredCalls()];
    return {
      facts,
      leafId: leafRow < 0 ? null : facts.leafId === undefined ? this.#leafId : facts.leafId,
      lastTimeMs: this.#lastTimeMs,
      end: {
        type: 'end',
        entryCount: this.places.count,
        storedLeafRow: leafRow,
        labels: this.#labelRows(),
        problems: [...problems, ...this.#problems.rest(this.#sessionId)],
        problemCount: this.#problems.count,
        problemKinds: this.#problems.kinds,
      },
    };
  }

  /** Hands over what was collected. */
  async flush(): Promise<void> {
    if (!this.#builder.isEmpty) await this.#sink.chunk(this.#builder.build());
  }

  /** Places what can be placed; false where something must be waited for first. */
  #advance(): boolean {
    for (;;) {
      for (let next = this.#links.take(); next !== undefined; next = this.#links.take()) {
        this.#place(next);
        if (this.#builder.isFull) return false;
      }
      const head = this.#complete[0];
      if (head === undefined) return true;
      if (this.#links.needsLater(head)) return false;
      this.#complete.shift();
      this.#previousId = head.id;
      this.#links.add(head);
    }
  }

  /** The ids of all entries of the file: what tells a parent that is still to come from one that never will. */
  async #allIds(): Promise<Set<string>> {
    const ids = new Set<string>();
    const reader = this.#format.reader();
    const add = ({ id, aliases }: RecordHead) => {
      for (const known of [id, ...aliases]) ids.add(known);
    };
    for await (const { records } of this.#file.records()) {
      this.#sink.signal.throwIfAborted();
      for (const { value, place } of records) {
        if (value === undefined) reader.flush(add);
        else reader.push({ value, place }, add);
      }
    }
    reader.flush(add);
    return ids;
  }

  #place({ head, parentRow, fault }: LinkedHead): void {
    const known = this.#links.rowOf(head.id);
    if (known >= 0 && this.#format.repeatedId === 'same-entry') this.#repeat(head, known);
    else this.#placeNew(head, parentRow, fault, known >= 0);
  }

  /** An entry that was written once more. */
  #repeat(head: RecordHead, row: number): void {
    const before = this.places.at(row);
    const isSame =
      before.length === head.places.length &&
      head.places.every((place, at) => {
        const other = before[at];
        return other !== undefined && this.#file.read(place).equals(this.#file.read(other));
      });
    this.#noteFaults(head, head.id);
    this.#note([repeatFinding(isSame)], head.id, head.places[0]);
    this.places.repeat(row, head.places);
  }

  #placeNew(head: RecordHead, parentRow: number, fault: LinkedHead['fault'], isRepeated: boolean): void {
    const row = this.places.count;
    const id = isRepeated ? `${head.id} (line ${head.places[0]?.line})` : head.id;
    if (isRepeated) this.standInIds.set(row, id);
    this.places.push(head.places);
    this.#ancestry.push(parentRow);
    this.#continuations.push(head.kind);
    this.#links.place(isRepeated ? [id] : [id, ...head.aliases], row);
    this.#islands.push(row, parentRow, { id, place: head.places[0] });
    const { callRow, toolNames, findings } = this.#pair(head, id, row, parentRow);
    const isFaulty = this.#noteFaults(head, id);
    const own = this.#findingsOf(head, fault, isRepeated);
    const all = own.length + findings.length === 0 ? own : [...own, ...findings];
    this.#note(all, id, head.places[0]);
    if (head.label !== null) this.#applyLabel(head.label);
    if (head.isLeafCandidate) this.#considerLeaf(head, row, id);
    if (!Number.isNaN(head.timeMs)) this.#lastTimeMs = head.timeMs;
    const flags = isFaulty || all.length > 0 ? head.flags | FLAG.problem : head.flags;
    this.#builder.push(chunkHead(head, { id, parentRow, flags, callRow, toolNames }));
  }

  /** The leaf is the last candidate in the file; of one that stood before its parent, that parent is none any more. */
  #considerLeaf({ places }: RecordHead, row: number, id: string): void {
    const offset = places.at(-1)?.byteOffset ?? 0;
    if (offset < this.#leafOffset && !this.#ancestry.isOnPath(this.#leafRow, row)) return;
    this.#leafRow = row;
    this.#leafId = id;
    this.#leafOffset = Math.max(offset, this.#leafOffset);
  }

  #findingsOf(head: RecordHead, fault: LinkedHead['fault'], isRepeated: boolean): readonly Finding[] {
    if (fault === null && !isRepeated) return head.findings;
    const findings = [...head.findings];
    if (isRepeated) findings.push(repeatedIdFinding(head.id));
    if (fault !== null) findings.push(parentFinding(fault, head));
    return findings;
  }

  /** Tells what is wrong with the bytes of an entry's records, each where it stands; whether anything is. */
  #noteFaults({ places }: RecordHead, id: string): boolean {
    if (this.#faulty.size === 0) return false;
    let isFaulty = false;
    for (const place of places) {
      const faulty = this.#faulty.get(place);
      if (faulty === undefined) continue;
      this.#faulty.delete(place);
      this.#note([faulty], id, place);
      isFaulty = true;
    }
    return isFaulty;
  }

  /** Tells findings at an entry. */
  #note(findings: readonly Finding[], id: string, place: RecordPlace | undefined): void {
    for (const finding of findings)
      if (this.#problems.admits(finding)) this.#builder.addProblem(this.#problemAt(finding, id, place));
  }

  #problemAt(finding: Finding, id: string | null, place: RecordPlace | undefined): Problem {
    const fileName = place === undefined ? null : this.#file.fileName(place);
    const { line = null, byteOffset = null } = place !== undefined && fileName === null ? place : {};
    const message =
      fileName === null ? finding.message : `${finding.message} (${fileName}, line ${place?.line})`;
    const entryId = id === null ? null : boundedId(id);
    return problemAt({ sessionId: this.#sessionId, entryId, line, byteOffset }, { ...finding, message });
  }

  /** Notes the calls an entry makes and finds those it answers. */
  #pair(head: RecordHead, id: string, row: number, parentRow: number): PairedHead {
    let callRow = -1;
    const findings: Finding[] = [];
    const answeredNames: string[] = [];
    for (const answeredId of head.answeredIds) {
      const answered = parentRow < 0 ? null : this.#calls.answer(boundedId(answeredId), parentRow, row);
      const problem = resultProblem(answered);
      if (problem !== null) findings.push(problem);
      if (answered === null || answered === 'too-many') continue;
      if (callRow < 0) callRow = answered.row;
      answeredNames.push(answered.name);
      const { answeredBefore } = answered;
      // On another branch a call may well be answered once more.
      if (answeredBefore >= 0 && this.#ancestry.isOnPath(answeredBefore, row)) findings.push(SEVERAL_RESULTS);
    }
    for (const call of head.calls) {
      const [callId, name] = [boundedId(call.callId), boundedId(call.name)];
      this.#calls.add({ callId, name, row, entryId: id, place: NO_PLACE });
    }
    // Some formats name the tool in the call alone.
    return { callRow, toolNames: head.toolNames.length > 0 ? head.toolNames : answeredNames, findings };
  }

  #applyLabel({ target, text }: NonNullable<RecordHead['label']>): void {
    if (text === null) this.#labels.delete(target);
    else this.#labels.set(ownCopy(target), cutText(ownCopy(text), MAX_LABEL_CHARS).text);
  }

  #labelRows(): HeadsEnd['labels'] {
    const labels = [...this.#labels].map(([target, text]) => ({ row: this.#links.rowOf(target), text }));
    // A label may name an entry that is not there: then there is nothing to mark.
    return labels.filter(({ row }) => row >= 0).sort((left, right) => left.row - right.row);
  }

  #leafRowOf(leafId: string | null | undefined): number {
    if (leafId === undefined) return this.#leafRow;
    return leafId === null ? -1 : this.#links.rowOf(leafId);
  }

  #sessionProblems({ findings }: SessionFacts): Problem[] {
    const told: ToldProblem[] = [
      // Headers and the like become no entry.
      ...[...this.#faulty].map(([place, finding]) => ({ finding, place })),
      ...[...this.#file.findings, ...findings].map((finding) => ({ finding })),
    ];
    const { first, count, entryCount } = this.#islands;
    if (first !== null) told.push({ finding: islandFinding(count, entryCount), ...first });
    return told.flatMap(({ finding, id = null, place }) =>
      this.#problems.admits(finding) ? [this.#problemAt(finding, id, place)] : [],
    );
  }

  /** What is known only at the end: calls that stayed without a result, as running ones are. */
  #unansweredCalls(): Problem[] {
    const problems: Problem[] = [];
    let below: Uint8Array | null = null;
    for (const call of this.#calls.unanswered()) {
      below ??= this.#continuations.below((row) => this.#ancestry.parentOf(row));
      const finding = unansweredCall(call, below[call.row] === 1);
      const { line = null, byteOffset = null } = this.places.at(call.row)[0] ?? {};
      const place = { sessionId: this.#sessionId, entryId: call.entryId, line, byteOffset };
      if (this.#problems.admits(finding)) problems.push(problemAt(place, finding));
    }
    return problems;
  }
}
