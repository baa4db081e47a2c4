import type { EntryType } from '../../shared/theway/entry';
import type { SessionMetadata } from '../../shared/theway/metadata';
import type { SessionEntry } from '../../shared/theway/session-entry';
import type { Session, SessionState } from './session';
import type { EntryPage, SessionRows, SessionRowWriter, SessionStorage } from './session-rows';
import { StoredSession } from './stored-session';

/** A session in memory, gone with the object. Refuses bindings and collapse metadata, as a store does by default. */
export function openMemorySession(metadata: SessionMetadata): Session {
  return new StoredSession(new MemoryStorage(metadata));
}

class MemoryStorage implements SessionStorage {
  readonly location = null;
  readonly keepsMeta = false;
  readonly #rows: MemoryRows;

  constructor(metadata: SessionMetadata) {
    this.#rows = new MemoryRows(metadata);
  }

  read<T>(work: (rows: SessionRows) => T): T {
    return work(this.#rows);
  }

  write<T>(work: (rows: SessionRowWriter) => T): T {
    const count = this.#rows.count;
    try {
      return work(this.#rows);
    } catch (error) {
      this.#rows.cutTo(count);
      throw error;
    }
  }

  close(): void {}
}

/** What is appended is never changed again, so it is shared with whoever reads it. */
class MemoryRows implements SessionRowWriter {
  readonly #metadata: SessionMetadata;
  readonly #entries: SessionEntry[] = [];
  readonly #byId = new Map<string, SessionEntry>();

  constructor(metadata: SessionMetadata) {
    this.#metadata = metadata;
  }

  get count(): number {
    return this.#entries.length;
  }

  cutTo(count: number): void {
    for (const { id } of this.#entries.splice(count)) this.#byId.delete(id);
  }

  metadata(): SessionMetadata {
    return this.#metadata;
  }

  metaText(): null {
    return null;
  }

  state(): SessionState {
    return { lastSeq: String(this.count), meta: '' };
  }

  last(): SessionEntry | null {
    return this.#entries.at(-1) ?? null;
  }

  entry(id: string): SessionEntry | null {
    return this.#byId.get(id) ?? null;
  }

  hasEntry(id: string): boolean {
    return this.#byId.has(id);
  }

  ofType(wanted: EntryType, order: 'oldest-first' | 'newest-first'): SessionEntry[] {
    const found = this.#entries.filter(({ type }) => type === wanted);
    return order === 'oldest-first' ? found : found.reverse();
  }

  end(): bigint {
    return BigInt(this.count);
  }

  page(from: bigint, end: bigint): EntryPage {
    return { entries: this.#entries.slice(Number(from), Number(end)), next: null };
  }

  insert(entry: SessionEntry): void {
    this.#entries.push(entry);
    this.#byId.set(entry.id, entry);
  }

  setMeta(): void {
    throw new Error('A session in memory keeps no rows of metadata');
  }
}
