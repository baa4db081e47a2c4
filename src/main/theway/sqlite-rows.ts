import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { JsonNode } from '../../shared/json/node';
import { parseJson } from '../../shared/json/parse';
import type { EntryType } from '../../shared/theway/entry';
import { corrupted } from '../../shared/theway/error';
import { type MetadataKey, readMetadata, type SessionMetadata } from '../../shared/theway/metadata';
import { readEntry, type SessionEntry } from '../../shared/theway/session-entry';
import { MAX_PAGE_BYTES, MAX_PAGE_ROWS } from '../formats/read-limits';
import type { Row, RowReader } from '../sqlite/types';
import type { RowWriter } from '../sqlite/write-types';
import type { SessionState } from './session';
import { ruled, ThewaySessionError } from './session-error';
import type { EntryPage, SessionRows, SessionRowWriter } from './session-rows';

// The statements over a session file, each inside a transaction that its caller has opened. Section 4 of the theway facts.

const COLUMNS = 'seq, id, type, payload, typeof(payload) AS storage';

/** Reads the rows of a session. The columns find an entry; what it is, its payload says. */
export class SqliteRows implements SessionRows {
  readonly #rows: RowReader;

  constructor(rows: RowReader) {
    this.#rows = rows;
  }

  metadata(): SessionMetadata {
    return ruled(readMetadata((key) => this.#metaNode(key)));
  }

  metaText(key: string): string | null {
    const value = this.#rows.get('SELECT value FROM meta WHERE key = ? COLLATE BINARY', key)?.value;
    if (value === undefined) return null;
    if (typeof value === 'string') return value;
    throw new ThewaySessionError(corrupted(`session metadata has invalid ${key}`, 'not stored as TEXT'));
  }

  state(): SessionState {
    const hash = createHash('sha256');
    for (const { key, value } of this.#rows.iterate(
      'SELECT key, value FROM meta ORDER BY key COLLATE BINARY',
    ))
      hash.update(JSON.stringify([String(key), String(value)]));
    return { lastSeq: String(this.end()), meta: hash.digest('hex') };
  }

  last(): SessionEntry | null {
    return this.#found(this.#rows.get(`SELECT ${COLUMNS} FROM entries ORDER BY seq DESC LIMIT 1`));
  }

  entry(id: string): SessionEntry | null {
    return this.#found(this.#rows.get(`SELECT ${COLUMNS} FROM entries WHERE id = ? COLLATE BINARY`, id));
  }

  hasEntry(id: string): boolean {
    return this.#rows.get('SELECT 1 FROM entries WHERE id = ? COLLATE BINARY', id) !== undefined;
  }

  *ofType(type: EntryType, order: 'oldest-first' | 'newest-first'): Iterable<SessionEntry> {
    const direction = order === 'oldest-first' ? 'ASC' : 'DESC';
    const sql = `SELECT ${COLUMNS} FROM entries WHERE type = ? COLLATE BINARY ORDER BY seq ${direction}`;
    for (const row of this.#rows.iterate(sql, type)) yield this.#entryOf(row);
  }

  end(): bigint {
    return BigInt(String(this.#rows.get('SELECT max(seq) AS last FROM entries')?.last ?? -1)) + 1n;
  }

  page(from: bigint, end: bigint): EntryPage {
    const sql = `SELECT ${COLUMNS} FROM entries WHERE seq >= ? AND seq < ? ORDER BY seq LIMIT ${MAX_PAGE_ROWS}`;
    const entries: SessionEntry[] = [];
    let chars = 0;
    let last: bigint | null = null;
    // A seq below 0 can be stored, though no program counts so.
    for (const row of this.#rows.iterate(sql, from === 0n ? MIN_SEQ : from, end)) {
      const entry = this.#entryOf(row);
      entries.push(entry);
      last = BigInt(String(row.seq));
      chars += entry.payload.length;
      if (chars >= MAX_PAGE_BYTES) break;
    }
    return { entries, next: last === null ? null : last + 1n };
  }

  #metaNode(key: MetadataKey): JsonNode | undefined {
    const text = this.metaText(key);
    if (text === null) return undefined;
    const parsed = parseJson(text);
    if (parsed.ok) return parsed.node;
    throw new ThewaySessionError(
      corrupted(`session metadata has invalid ${key}`, `not JSON: ${parsed.error.message}`),
    );
  }

  #found(row: Row | undefined): SessionEntry | null {
    return row === undefined ? null : this.#entryOf(row);
  }

  #entryOf(row: Row): SessionEntry {
    const { seq, payload, storage } = row;
    const fail = (text: string, detail: string) =>
      new ThewaySessionError(corrupted(text, `seq ${seq}${detail === '' ? '' : `: ${detail}`}`));
    if (typeof payload !== 'string')
      throw fail(
        'session entry must be a JSON object',
        `the payload is stored as ${String(storage).toUpperCase()}`,
      );
    // U+FFFD may rightly stand in a text: only the bytes tell whether it was put in place of others.
    if (payload.includes('\ufffd') && !this.#isPayloadUtf8(row))
      throw fail('session entry must be a JSON object', 'the payload is not UTF-8');
    const read = readEntry(payload);
    if (!read.ok) throw fail(read.error.message, read.error.detail);
    const strange = (['id', 'type'] as const).find((column) => row[column] !== read.value[column]);
    // The payload is believed; but then the columns that found it lead astray, and nothing may build on that.
    if (strange !== undefined)
      throw fail(`session entry has invalid ${strange}`, `the column says ${JSON.stringify(row[strange])}`);
    return read.value;
  }

  #isPayloadUtf8({ seq }: Row): boolean {
    if (this.#rows.get('PRAGMA encoding')?.encoding !== 'UTF-8') return true;
    const bytes = this.#rows.get(
      'SELECT CAST(payload AS BLOB) AS bytes FROM entries WHERE seq = ?',
      seq ?? null,
    )?.bytes;
    return bytes instanceof Uint8Array && isUtf8(bytes);
  }
}

/** The same, inside a transaction that writes. */
export class SqliteRowWriter extends SqliteRows implements SessionRowWriter {
  readonly #writer: RowWriter;

  constructor(rows: RowWriter) {
    super(rows);
    this.#writer = rows;
  }

  insert({ id, parentId, type, timestamp, payload }: SessionEntry): void {
    // A root's parent is the empty string (contract, section 4); ABORT overrules what a table says of conflicts.
    this.#writer.run(
      'INSERT OR ABORT INTO entries (id, parent_id, type, timestamp, payload) VALUES (?, ?, ?, ?, ?)',
      id,
      parentId ?? '',
      type,
      timestamp,
      payload,
    );
  }

  setMeta(key: string, text: string | null): void {
    if (text === null) this.#writer.run('DELETE FROM meta WHERE key = ? COLLATE BINARY', key);
    else
      this.#writer.run(
        'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        key,
        text,
      );
  }
}

const MIN_SEQ = -(2n ** 63n);
