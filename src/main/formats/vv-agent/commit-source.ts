import { readItemLenient } from '../../../shared/vv-agent/lenient-reader';
import { readItemStrict } from '../../../shared/vv-agent/strict-reader';
import { writeItem } from '../../../shared/vv-agent/writer';
import type { ReadDatabase, SqlValue } from '../../sqlite/types';
import { unwrap } from '../database-error';
import type { CommitSource } from '../format';
import { FIRST_POSITION, type ItemPlace, type ItemTable, type StoredItem } from './item-table';
import type { Layout } from './layout';
import { GROUP_BY_SESSION, KEY_COLUMNS, type SessionKey, sessionKeyOf } from './session-key';

const POSITIONS_A_READ = 2_000;
const PAYLOADS_A_READ = 256;

/** What commit attribution reads: the commits of each session, and its items in stored order. */
export class VvAgentCommits implements CommitSource {
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
    const sql = `SELECT ${KEY_COLUMNS} FROM session_commits ${GROUP_BY_SESSION}
      ORDER BY min(${commitOrder ?? 'commit_id'})`;
    return unwrap(this.#db.read((rows) => rows.all(sql).map((row) => sessionKeyOf(row).id)));
  }

  commitsOf(sessionId: string): { commitId: string; digest: string }[] {
    const key = this.#find(sessionId);
    const { hasCommits, commitOrder } = this.#layout;
    if (!key || !hasCommits) return [];
    const sql = `SELECT commit_id AS commitId, payload_digest AS digest FROM session_commits
      WHERE ${key.where} ORDER BY ${commitOrder ?? 'commit_id'}`;
    const found = unwrap(this.#db.read((rows) => rows.all(sql, key.value)));
    return found.map(({ commitId, digest }) => ({ commitId: textOf(commitId), digest: textOf(digest) }));
  }

  itemCountOf(sessionId: string): number {
    const key = this.#find(sessionId);
    if (!key || !this.#layout.hasItems) return 0;
    const sql = `SELECT count(*) AS items FROM session_items WHERE ${key.where}`;
    return Number(unwrap(this.#db.read((rows) => rows.get(sql, key.value)))?.items ?? 0);
  }

  /** The items' payloads are read when they are asked for, and again each time: the items themselves weigh little. */
  *itemsOf(sessionId: string): Generator<{ readonly itemIndex: bigint; readonly payload: string }> {
    const key = this.#find(sessionId);
    if (!key) return;
    const payloads = new PayloadReader(this.#db, this.#items, key, this.#layout.isStrict);
    let position: bigint | null = FIRST_POSITION;
    while (position !== null) {
      const from: bigint = position;
      const found = unwrap(this.#db.read((rows) => this.#items.positions(rows, key, from, POSITIONS_A_READ)));
      for (const place of found) yield new CommitItem(payloads, place);
      const last = found.at(-1)?.position;
      position = last === undefined || found.length < POSITIONS_A_READ ? null : last + 1n;
    }
  }
}

class CommitItem {
  readonly itemIndex: bigint;
  readonly #position: bigint;
  readonly #payloads: PayloadReader;

  constructor(payloads: PayloadReader, { id, position }: ItemPlace) {
    // Only a broken schema has an index that is no integer; its items are no one's neighbours.
    this.itemIndex = /^-?\d+$/.test(id) ? BigInt(id) : -(2n ** 62n);
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
  #page = new Map<bigint, string>();

  constructor(db: ReadDatabase, items: ItemTable, key: SessionKey, isStrict: boolean) {
    this.#db = db;
    this.#items = items;
    this.#key = key;
    this.#isStrict = isStrict;
  }

  at(position: bigint): string {
    const known = this.#page.get(position);
    if (known !== undefined) return known;
    const page = unwrap(
      this.#db.read((rows) => this.#items.page(rows, this.#key, position, PAYLOADS_A_READ)),
    );
    this.#page = new Map(page.items.map((item) => [item.position, this.#payloadText(item)]));
    // Gone since its position was read: the file is changing under us, and says so elsewhere.
    return this.#page.get(position) ?? '';
  }

  /** An empty text is no item either: what is no text, or too long to parse, stays undecodable. */
  #payloadText({ payload }: StoredItem): string {
    if (payload.type !== 'text') return '';
    if (this.#isStrict || readItemStrict(payload.text).ok) return payload.text;
    // What version 1 wrote is read as the item it means; its digest is of that.
    const lenient = readItemLenient(payload.text);
    const written = lenient.ok ? writeItem(lenient.item) : null;
    return written?.ok ? written.text : payload.text;
  }
}

/** A blob in place of a text is no digest and no id; shown in a form that cannot be one either. */
function textOf(value: SqlValue | undefined): string {
  if (typeof value === 'string') return value;
  return value instanceof Uint8Array ? '[blob]' : `[${String(value)}]`;
}
