import type { NativeObject } from '../../../shared/json/native';
import { recordsOf } from '../../lines/records';
import { type ReadOnlyCode, SDK_TYPES, versionRefusal } from './abilities';
import { isPiHeader, isPiRecord } from './header';

/** A longer id is none that pi has made, and one that was cut where it was read is longer (`MAX_ABRIDGED_BYTES`). */
const MAX_ID_CHARS = 100;

/** Where the bytes of a record are. */
export interface Place {
  readonly byteOffset: number;
  readonly sizeBytes: number;
}

/** An entry as it stands in the file. */
export interface FileEntry extends Place {
  readonly id: string;
  readonly parentId: string | null;
  /** Whether pi reads it: its line is JSON as a whole. What is recovered from a damaged line only we know. */
  readonly isSeen: boolean;
  /** What it labels, or takes a label off; null where it is no label. */
  readonly labelledId: string | null;
  /** Whether another entry stands before it in the file with its id. */
  readonly isRepeated: boolean;
}

/** What the header says. */
export interface PiHeader {
  /** Null where it names none. */
  readonly cwd: string | null;
}

/** What the lines of a file say, as pi reads them. */
export class FoundEntries {
  entries: FileEntry[] = [];
  byId = new Map<string, FileEntry>();
  /** The last entry that labels another one, by the id of that. */
  labels = new Map<string, string>();
  header: PiHeader | null = null;
  leafId: string | null = null;
  nameId: string | null = null;
  refusal: ReadOnlyCode | null = null;
  #hasRecord = false;

  copy(): FoundEntries {
    const copy = new FoundEntries();
    copy.entries = [...this.entries];
    copy.byId = new Map(this.byId);
    copy.labels = new Map(this.labels);
    copy.header = this.header;
    copy.leafId = this.leafId;
    copy.nameId = this.nameId;
    copy.refusal = this.refusal;
    copy.#hasRecord = this.#hasRecord;
    return copy;
  }

  /** Takes the next line; null for one too long to be read. */
  add(line: Buffer | null, byteOffset: number, isOpenEnded: boolean): void {
    if (line === null) this.#refuse('too-large');
    const records = line === null ? [] : recordsOf(line, isOpenEnded, isPiRecord);
    const [first] = records;
    const isWhole = records.length === 1 && first?.from === 0 && first.to === line?.length;
    for (const { value, from, to } of records) {
      const place = { byteOffset: byteOffset + from, sizeBytes: to - from };
      if (value !== undefined) this.#addRecord(value, place, isWhole);
      else if (isWhole && first?.fault === 'not-an-object') this.#refuse('no-entry');
    }
  }

  /** Once all lines were taken. */
  finish(): void {
    if (this.header === null) this.#refuse('no-header');
  }

  #addRecord(value: NativeObject, place: Place, isSeen: boolean): void {
    const isFirst = isSeen && !this.#hasRecord;
    if (isSeen) this.#hasRecord = true;
    if (isPiHeader(value)) {
      // Some releases wrote it twice.
      if (!isFirst) return;
      this.header = { cwd: typeof value.cwd === 'string' ? value.cwd : null };
      const refusal = versionRefusal(value.version);
      if (refusal !== null) this.#refuse(refusal);
      return;
    }
    if (isFirst) this.#refuse(value.kind === 'header' ? 'sdk-version' : 'no-header');
    if (SDK_TYPES.has(value.type)) this.#refuse('sdk-entries');
    if (typeof value.id !== 'string' || value.id === '' || value.id.length > MAX_ID_CHARS) {
      if (isSeen) this.#refuse('no-ids');
      return;
    }
    this.#addEntry(value, value.id, place, isSeen);
  }

  #addEntry(value: NativeObject, id: string, place: Place, isSeen: boolean): void {
    const known = this.byId.get(id);
    const parentId = typeof value.parentId === 'string' ? value.parentId : null;
    const isLabel = value.type === 'label' && typeof value.targetId === 'string';
    const labelledId = isLabel ? String(value.targetId) : null;
    const entry = { ...place, id, parentId, labelledId, isSeen, isRepeated: known !== undefined };
    this.entries.push(entry);
    // What pi reads is not hidden by what it does not read.
    if (known === undefined || isSeen) this.byId.set(id, entry);
    if (!isSeen) return;
    this.leafId = id;
    if (labelledId !== null) this.labels.set(labelledId, id);
    if (value.type === 'session_info') this.nameId = id;
  }

  #refuse(code: ReadOnlyCode): void {
    this.refusal ??= code;
  }
}
