import type { Check } from '../../../shared/model/report';
import type { Fact } from '../../../shared/model/session';
import type { ReadDatabase, RowReader, SqlValue } from '../../sqlite/types';
import { ChangeGuard } from '../change-guard';
import { unwrap } from '../database-error';
import { databaseFacts } from '../database-facts';
import { MAX_PAGE_ROWS } from '../read-limits';
import { boundedColumn } from '../stored-id';
import { storedMs } from '../stored-ms';
import { databaseChecks } from './database-checks';
import { listSessions } from './database-sessions';
import type { Layout } from './layout';

import { parentFindings } from './session-parents';
import { revertOf } from './session-revert';
import type { FoundMessage, FoundPart, FoundSession, OpenCodeStorage, RecordKey } from './storage';

/** The database of OpenCode, read-only: a row a record, its JSON in one column. */
export class DatabaseStorage implements OpenCodeStorage {
  readonly #db: ReadDatabase;
  readonly #layout: Layout;

  constructor(db: ReadDatabase, layout: Layout) {
    this.#db = db;
    this.#layout = layout;
  }

  facts(): Fact[] {
    return [{ name: 'Kept as', value: 'SQLite database' }, ...databaseFacts(this.#db.facts)];
  }

  sessions(): ReturnType<OpenCodeStorage['sessions']> {
    return listSessions(this.#db, this.#layout);
  }

  find(sessionId: string): FoundSession | undefined {
    const session = this.#session(sessionId);
    const messages = this.#messages(sessionId);
    const parts = this.#parts(sessionId);
    if (session === null && messages.length === 0 && parts.length === 0) return undefined;
    return {
      key: session?.key ?? null,
      messages,
      parts,
      revert: session?.revert ?? null,
      findings: parentFindings(sessionId, session !== null, (id) => this.#parentOf(id)),
    };
  }

  hasSession(sessionId: string): boolean {
    return this.#parentOf(sessionId) !== undefined;
  }

  read(keys: readonly RecordKey[]): (Buffer | null)[] {
    return unwrap(
      this.#db.read((rows) => {
        const found = new Map<RecordKey['at'], Buffer>();
        for (const role of ['message', 'part'] as const) {
          const asked = keys.filter((key) => key.role === role).map(({ at }) => at);
          if (asked.length > 0)
            this.#readData(rows, role, asked, (at, bytes) => found.set(`${role} ${at}`, bytes));
        }
        return keys.map((key) =>
          key.role === 'session'
            ? this.#readSession(rows, key)
            : (found.get(`${key.role} ${key.at}`) ?? null),
        );
      }),
    );
  }

  placeOf({ role, id }: RecordKey): string {
    return `${role} · ${id}`;
  }

  guard(): () => void {
    const guard = new ChangeGuard(this.#db);
    return () => guard.check();
  }

  hasChanged(): boolean {
    return this.#db.hasChanged();
  }

  schemaChecks(): Check[] {
    return databaseChecks(this.#db);
  }

  #readData(
    rows: RowReader,
    table: 'message' | 'part',
    asked: readonly RecordKey['at'][],
    take: (at: SqlValue, bytes: Buffer) => void,
  ): void {
    const key = table === 'message' ? this.#layout.messageKey : this.#layout.partKey;
    const sql = `SELECT ${key}, typeof(data), CAST(data AS BLOB) FROM ${table}
      WHERE ${key} IN (SELECT value FROM json_each(?))`;
    for (const [at = null, storage, bytes] of rows.values(sql, `[${asked.join(',')}]`))
      take(at, this.#utf8(bytes, storage === 'text'));
  }

  /** Text is in the encoding of the database. */
  #utf8(bytes: SqlValue | undefined, isText: boolean): Buffer {
    const stored =
      bytes instanceof Uint8Array ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : null;
    if (stored === null) return Buffer.alloc(0);
    const encoding = this.#db.facts.encoding.toLowerCase();
    return isText && encoding !== 'utf-8' ? Buffer.from(new TextDecoder(encoding).decode(stored)) : stored;
  }

  /** A row of a session as the JSON of its columns. */
  #readSession(rows: RowReader, { at }: RecordKey): Buffer | null {
    const names = this.#layout.sessionColumns;
    const columns = names.map((name) => boundedColumn(name)).join(', ');
    const sql = `SELECT ${columns} FROM session WHERE ${this.#layout.sessionKey} = ?`;
    const [values] = rows.values(sql, typeof at === 'string' ? null : at);
    if (values === undefined) return null;
    const members = names.flatMap((name, index) => {
      const value = values[index] ?? null;
      return value === null ? [] : [`${JSON.stringify(name)}:${jsonOf(value)}`];
    });
    return Buffer.from(`{${members.join(',')}}`);
  }

  #session(sessionId: string) {
    const { sessionKey, sessionColumns } = this.#layout;
    const revert = sessionColumns.includes('revert') ? boundedColumn('revert') : 'NULL';
    const sql = `SELECT ${sessionKey} AS at, ${revert} AS revert FROM session WHERE id = ?`;
    return unwrap(
      this.#db.read((rows) => {
        const row = rows.get(sql, sessionId);
        if (row === undefined || !isRowKey(row.at)) return null;
        const key: RecordKey = { role: 'session', id: sessionId, at: row.at, sizeBytes: 0 };
        const sizeBytes = this.#readSession(rows, key)?.length ?? 0;
        return {
          key: { ...key, sizeBytes },
          revert: typeof row.revert === 'string' ? revertOf(row.revert) : null,
        };
      }),
    );
  }

  #messages(sessionId: string): FoundMessage[] {
    const columns = `${boundedColumn('id')}, octet_length(data), time_created`;
    return this.#rowsOf('message', this.#layout.messageKey, columns, sessionId).map(
      ([at, id, size, time]) => ({
        key: { role: 'message', id: idOf(id, at), at, sizeBytes: Number(size ?? 0) },
        timeMs: storedMs(typeof time === 'number' ? time : undefined),
      }),
    );
  }

  #parts(sessionId: string): FoundPart[] {
    const columns = `${boundedColumn('id')}, octet_length(data), ${boundedColumn('message_id')}`;
    return this.#rowsOf('part', this.#layout.partKey, columns, sessionId).map(
      ([at, id, size, messageId]) => ({
        key: { role: 'part', id: idOf(id, at), at, sizeBytes: Number(size ?? 0) },
        messageId: String(messageId),
      }),
    );
  }

  /** Rows of a session with their keys, a page a transaction. */
  #rowsOf(
    table: 'message' | 'part',
    key: string,
    columns: string,
    sessionId: string,
  ): [number | bigint, ...SqlValue[]][] {
    const sql = `SELECT ${key}, ${columns} FROM ${table} WHERE session_id = ? AND ${key} > ?
      ORDER BY ${key} LIMIT ${MAX_PAGE_ROWS}`;
    const found: [number | bigint, ...SqlValue[]][] = [];
    for (let after: number | bigint = LEAST_KEY; ; ) {
      const from = after;
      const page: SqlValue[][] = unwrap(this.#db.read((rows) => rows.values(sql, sessionId, from)));
      for (const [at, ...values] of page) {
        if (!isRowKey(at)) continue;
        found.push([at, ...values]);
        after = at;
      }
      if (page.length < MAX_PAGE_ROWS) return found;
    }
  }

  /** Id of the session that started one; null for none, undefined where there is no such session. */
  #parentOf(sessionId: string): string | null | undefined {
    const parent = this.#layout.sessionColumns.includes('parent_id') ? boundedColumn('parent_id') : 'NULL';
    const sql = `SELECT ${parent} AS parent FROM session WHERE id = ?`;
    const row = unwrap(this.#db.read((rows) => rows.get(sql, sessionId)));
    if (row === undefined) return undefined;
    return typeof row.parent === 'string' ? row.parent : null;
  }
}

const LEAST_KEY = -(2n ** 63n);

function isRowKey(value: SqlValue | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** A row without an id goes by its key. */
function idOf(id: SqlValue | undefined, at: number | bigint): string {
  return typeof id === 'string' && id !== '' ? id : `row ${at}`;
}

function jsonOf(value: Exclude<SqlValue, null>): string {
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value);
}
