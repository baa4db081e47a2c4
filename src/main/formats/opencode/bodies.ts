import { blockOf, partText } from '../../../shared/content/part';
import type { Block, Body } from '../../../shared/model/body';
import { limitedBody } from '../body-limits';
import type { BodyOptions } from '../format';
import { decodedSlice, sliceOf, type TextSlice } from '../large-text';
import { type EntryPart, type EntryReading, labelOf, readEntry } from './entry-reading';
import { type ReadRecord, readRecords, recordsOfEntry } from './entry-records';
import { timeWords } from './message-content';
import type { PlannedEntry, SessionPlan } from './session-plan';
import type { OpenCodeStorage, RecordKey } from './storage';

/** Most records whose places a body names one by one. */
const MAX_NAMED_PLACES = 3;

/** Reads entries as a whole. The entry read last is kept: the page asks for slices of one long text in turn. */
export class EntryBodies {
  readonly #storage: OpenCodeStorage;
  #kept: { readonly entry: PlannedEntry; readonly reading: EntryReading } | null = null;

  constructor(storage: OpenCodeStorage) {
    this.#storage = storage;
  }

  /** The body of an entry, its blocks cut to the options. Throws `DatabaseError` where it cannot be read. */
  body(plan: SessionPlan, entry: PlannedEntry, row: number, options: BodyOptions): Body {
    const reading = this.#reading(entry, row);
    const { record, parts, parentRow, timeMs } = entry;
    return limitedBody({
      row,
      id: entry.id,
      parentId: plan.entries[parentRow]?.id ?? null,
      type: reading.type,
      role: reading.role,
      timestamp: timeWords(timeMs),
      model: reading.model,
      stopReason: reading.stopReason,
      errorMessage: reading.errorMessage,
      usage: reading.usage,
      blocks: reading.parts.map((part, at) => this.#block(reading, part, at, options)),
      place: this.#placeOf(record === null ? parts : [record, ...parts]),
      sizeBytes: [record, ...parts].reduce((sum, key) => sum + (key?.sizeBytes ?? 0), 0),
      facts: [...reading.facts, ...this.#firstKept(plan, reading), ...revertFacts(plan, entry)],
      problems: [...reading.faults],
    });
  }

  /** A slice of what is stored (`block` null), a record a line, or of one of the blocks; null where there is no such block. */
  text(
    entry: PlannedEntry,
    row: number,
    block: number | null,
    start: number,
    length: number,
  ): TextSlice | null {
    if (block === null) return this.#stored(entry, start, length);
    const part = this.#reading(entry, row).parts[block];
    if (part === undefined) return null;
    return part.type === 'large'
      ? this.#recordText(part.key, start, length)
      : sliceOf(partText(part), start, length);
  }

  #reading(entry: PlannedEntry, row: number): EntryReading {
    if (this.#kept?.entry === entry && !this.#storage.hasChanged()) return this.#kept.reading;
    const records: ReadRecord[] = [];
    for (const step of readRecords(this.#storage, recordsOfEntry(entry, row))) records.push(...step);
    const reading = readEntry(records);
    this.#kept = { entry, reading };
    return reading;
  }

  #block(
    reading: EntryReading,
    part: EntryPart,
    at: number,
    { maxChars, maxImageChars }: BodyOptions,
  ): Block {
    if (part.type === 'large')
      return { type: 'raw', label: labelOf(part.key), ...this.#recordText(part.key, 0, maxChars) };
    const block = blockOf(part, maxChars, maxImageChars);
    const startedSession = reading.startedSessions.get(at);
    if (block.type !== 'tool_call' || startedSession === undefined) return block;
    return this.#storage.hasSession(startedSession) ? { ...block, startedSession } : block;
  }

  /** Each record is looked at alone: together they may be longer than any text. */
  #stored({ record, parts }: PlannedEntry, start: number, length: number): TextSlice {
    let text = '';
    let totalChars = 0;
    const add = (slice: TextSlice) => {
      text += slice.text;
      totalChars += slice.totalChars;
    };
    for (const key of record === null ? parts : [record, ...parts]) {
      const wanted = () => [Math.max(0, start - totalChars), length - text.length] as const;
      if (totalChars > 0) add(sliceOf('\n', ...wanted()));
      add(this.#recordText(key, ...wanted()));
    }
    return { text, totalChars };
  }

  #recordText(key: RecordKey, start: number, length: number): TextSlice {
    const bytes = this.#storage.read([key])[0] ?? Buffer.alloc(0);
    return decodedSlice((from, to) => bytes.subarray(from, to), bytes.length, 'utf-8', start, length);
  }

  /** What a compaction keeps is told by the message that asked for it. */
  #firstKept(plan: SessionPlan, { kind, facts, firstKeptId }: EntryReading): Body['facts'] {
    if (kind !== 'compaction')
      return firstKeptId === null ? [] : [{ name: 'First kept', value: firstKeptId }];
    const answered = facts.find(({ name }) => name === 'Answers')?.value ?? '';
    const row = plan.messageRows.get(answered) ?? -1;
    const asked = plan.entries[row];
    if (asked === undefined) return [];
    const records = recordsOfEntry(asked, row);
    let value: string | null = null;
    for (const step of readRecords(this.#storage, records)) value ??= readEntry(step).firstKeptId;
    // The name by which the context finds it.
    return value === null ? [] : [{ name: 'First kept entry', value }];
  }

  #placeOf(keys: readonly RecordKey[]): string {
    const named = keys.slice(0, MAX_NAMED_PLACES).map((key) => this.#storage.placeOf(key));
    const left = keys.length - named.length;
    return left === 0 ? named.join(', ') : `${named.join(', ')}, and ${left} more parts`;
  }
}

function revertFacts({ revertedPartId }: SessionPlan, { parts }: PlannedEntry): Body['facts'] {
  const isOfEntry = revertedPartId !== null && parts.some(({ id }) => id === revertedPartId);
  return isOfEntry ? [{ name: 'Taken back from part', value: revertedPartId }] : [];
}
