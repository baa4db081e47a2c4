import { readItemLenient } from '../../../shared/vv-agent/lenient-reader';
import { readItemStrict } from '../../../shared/vv-agent/strict-reader';
import { writeItem } from '../../../shared/vv-agent/writer';
import type { ReadDatabase, Row, SqlValue } from '../../sqlite/types';
import { ChangeGuard } from '../change-guard';
import { unwrap } from '../database-error';
import type { DatabaseCommits, SessionCommits } from '../format';
import { MAX_PAGE_ROWS } from '../read-limits';
import { boundedColumn } from '../stored-id';
import { FIRST_POSITION, type ItemTable, type StoredText } from './item-table';
import type { Layout } from './layout';
import { commitsTable, GROUP_BY_SESSION, keyColumns, type SessionKey, sessionKeyOf } from './session-key';
import { distinctKey } from './session-list';

const PAYLOADS_A_READ = 256;

/** What commit attribution reads: the commits of each session, and its items in stored order. */
export class VvAgentCommits implements DatabaseCommits {
  readonly #db: ReadDatabase;
  readonly #layout: Layout;
  readonly #items: ItemTable;
  readonly #find: (sessionId: string) => SessionKey | undefined;

  constructor(
    db: ReadDatabase,
    layout: Layout,
    items: ItemTable,
    find: (sessionId: string) => SessionKey | undefined,
  ) {
    this.#db = db;
    this.#layout = layout;
    this.#items = items;
    this.#find = find;
  }

  /** The sessions that have commits, in the order of their first. */
  sessionIds(): string[] {
    const { hasCommits, commitOrder } = this.#layout;
    if (!hasCommits) return [];
    const table = commitsTable(this.#layout);
    const sql = `SELECT ${keyColumns(table)} FROM session_commits ${GROUP_BY_SESSION}
      ORDER BY min(${commitOrder ?? 'commit_id'})`;
    return unwrap(
      this.#db.read((rows) =>
        rows.all(sql).map((row) => distinctKey(rows, this.#layout, sessionKeyOf(rows, row, table)).id),
      ),
    );
  }

  read(sessionId: string): SessionCommits {
    const key = this.#find(sessionId);
    if (!key) return { commits: [], isOrdered: true, items: [] };
    const guard = new ChangeGuard(this.#db);
    return {
      commits: this.#commitsOf(key),
      isOrdered: true,
      items: { [Symbol.iterator]: () => this.#itemsOf(key, guard) },
    };
  }

  #commitsOf({ where, value }: SessionKey): SessionCommits['commits'] {
    const { hasCommits, commitOrder } = this.#layout;
    if (!hasCommits) return [];
    const select = `SELECT ${boundedColumn('commit_id')} AS commitId, ${boundedColumn('payload_digest')} AS digest
      FROM session_commits`;
    const commits: { commitId: string; digest: string }[] = [];
    const take = ({ commitId, digest }: Row) =>
      void commits.push({ commitId: textOf(commitId), digest: textOf(digest) });
    if (commitOrder === null) {
      const sql = `${select} WHERE ${where} ORDER BY commit_id LIMIT ? OFFSET ?`;
      for (let before = -1; before < commits.length; ) {
        before = commits.length;
        const params = [value, BigInt(MAX_PAGE_ROWS), BigInt(before)];
        for (const row of unwrap(this.#db.read((rows) => rows.all(sql, ...params)))) take(row);
      }
      return commits;
    }
    // Their order is not that of the index: the row numbers, 8 bytes each, are sorted once and not for every page.
    const numbersSql = `SELECT ${commitOrder} AS number FROM session_commits WHERE ${where} ORDER BY ${commitOrder}`;
    const numbers = unwrap(this.#db.read((rows) => rows.values(numbersSql, value)));
    const sql = `${select} WHERE ${commitOrder} = ?`;
    for (let start = 0; start < numbers.length; start += MAX_PAGE_ROWS) {
      const page = numbers.slice(start, start + MAX_PAGE_ROWS);
      const found = unwrap(this.#db.read((rows) => page.map(([number]) => rows.get(sql, number ?? null))));
      for (const row of found) if (row) take(row);
    }
    return commits;
  }

  itemCountOf(sessionId: string): number {
    const key = this.#find(sessionId);
    if (!key || !this.#layout.hasItems) return 0;
    const sql = `SELECT count(*) AS items FROM session_items WHERE ${key.where}`;
    return Number(unwrap(this.#db.read((rows) => rows.get(sql, key.value)))?.items ?? 0);
  }

  *#itemsOf(key: SessionKey, guard: ChangeGuard): Generator<CommitItem> {
    const payloads = new PayloadReader(this.#db, this.#items, key, this.#layout.isStrict, guard);
    let position: bigint | null = FIRST_POSITION;
    while (position !== null) {
      const from: bigint = position;
      const found = unwrap(this.#db.read((rows) => this.#items.positions(rows, key, from, MAX_PAGE_ROWS)));
      guard.check();
      for (const { id, position } of found)
        yield new CommitItem(payloads, position, this.#layout.isIndexKey ? position : indexOf(id));
      const last = found.at(-1)?.position;
      position = last === undefined || found.length < MAX_PAGE_ROWS ? null : last + 1n;
    }
  }
}

/** Only a broken schema has an index that is no integer; its items are no one's neighbours. */
function indexOf(id: string): bigint {
  return /^-?\d+$/.test(id) ? BigInt(id) : -(2n ** 62n);
}

class CommitItem {
  readonly itemIndex: bigint;
  readonly #position: bigint;
  readonly #payloads: PayloadReader;

  constructor(payloads: PayloadReader, position: bigint, itemIndex: bigint) {
    this.itemIndex = itemIndex;
    this.#position = position;
    this.#payloads = payloads;
  }

  get payload(): string {
    return this.#payloads.at(this.#position);
  }
}

/** Reads payloads by position, some at a time, since they are mostly asked for one after the other. */
class PayloadReader {
  readonly #db: ReadDatabase;
  readonly #items: ItemTable;
  readonly #key: SessionKey;
  readonly #isStrict: boolean;
  readonly #guard: ChangeGuard;
  #page: readonly StoredText[] = [];
  /** The place in the page of what was asked for last. */
  #place = 0;

  constructor(db: ReadDatabase, items: ItemTable, key: SessionKey, isStrict: boolean, guard: ChangeGuard) {
    this.#db = db;
    this.#items = items;
    this.#key = key;
    this.#isStrict = isStrict;
    this.#guard = guard;
  }

  at(position: bigint): string {
    const known = this.#find(position);
    if (known !== undefined) return this.#payloadText(known);
    this.#page = unwrap(
      this.#db.read((rows) => this.#items.texts(rows, this.#key, position, PAYLOADS_A_READ)),
    );
    this.#guard.check();
    this.#place = 0;
    // What is gone would have changed the file.
    return this.#page[0]?.position === position ? this.#payloadText(this.#page[0]) : '';
  }

  /** The row at a position of the page: most often the next one. */
  #find(position: bigint): StoredText | undefined {
    const next = this.#page[this.#place + 1];
    if (next?.position === position) {
      this.#place += 1;
      return next;
    }
    const last = this.#page[this.#place];
    if (last?.position === position) return last;
    return this.#page.find((row) => row.position === position);
  }

  /** An empty text is no item either: what is no text, or too long to parse, stays undecodable. */
  #payloadText({ text }: StoredText): string {
    if (text === null) return '';
    if (this.#isStrict || readItemStrict(text).ok) return text;
    // What version 1 wrote is read as the item it means; its digest is of that.
    const lenient = readItemLenient(text);
    const written = lenient.ok ? writeItem(lenient.item) : null;
    return written?.ok ? written.text : text;
  }
}

/** A blob in place of a text is no digest and no id; shown in a form that cannot be one either. */
function textOf(value: SqlValue | undefined): string {
  if (typeof value === 'string') return value;
  return value instanceof Uint8Array ? '[blob]' : `[${String(value)}]`;
}
