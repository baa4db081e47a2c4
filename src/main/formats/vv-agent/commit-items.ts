import { readItemLenient } from '../../../shared/vv-agent/lenient-reader';
import { readItemStrict } from '../../../shared/vv-agent/strict-reader';
import { writeItem } from '../../../shared/vv-agent/writer';
import type { ReadDatabase } from '../../sqlite/types';
import type { ChangeGuard } from '../change-guard';
import { unwrap } from '../database-error';
import type { CommitItems } from '../format';
import { MAX_PAGE_ROWS } from '../read-limits';
import { FIRST_POSITION, type ItemPlace, type ItemTable } from './item-table';
import type { Layout } from './layout';
import type { SessionKey } from './session-key';

const PAYLOADS_A_READ = 256;

/** Where the items of a session are read, and what tells that they changed meanwhile. */
interface ItemsSource {
  readonly db: ReadDatabase;
  readonly table: ItemTable;
  readonly layout: Layout;
  readonly key: SessionKey;
  readonly guard: ChangeGuard;
}

/** The items of a session for commit attribution. Pauses after each read. */
export function* listItems(source: ItemsSource): Generator<undefined, CommitItems> {
  const { db, table, layout, key, guard } = source;
  const extent = unwrap(db.read((rows) => table.extent(rows, key)));
  guard.check();
  yield;
  // In most files one session alone was written: there is no need to know where each of its items stands.
  if (extent && extent.last - extent.first === BigInt(extent.count - 1)) {
    const { first, count } = extent;
    const indexAt = (place: number) => first + BigInt(place);
    return new PagedItems(source, count, indexAt, indexAt);
  }
  const indexes: bigint[] = [];
  for (let from: bigint | null = FIRST_POSITION; from !== null; ) {
    const position: bigint = from;
    const found = unwrap(db.read((rows) => table.positions(rows, key, position, MAX_PAGE_ROWS)));
    guard.check();
    yield;
    for (const place of found) indexes.push(layout.isIndexKey ? place.position : indexOf(place));
    const last = found.at(-1)?.position;
    from = last === undefined || found.length < MAX_PAGE_ROWS ? null : last + 1n;
  }
  const listed = BigInt64Array.from(indexes);
  const indexAt = (place: number) => listed[place] ?? FIRST_POSITION;
  const positionAt = layout.isIndexKey ? indexAt : (place: number) => FIRST_POSITION + BigInt(place);
  return new PagedItems(source, listed.length, indexAt, positionAt);
}

/** Only a broken schema has an index that is no integer; its items are no one's neighbours. */
function indexOf({ id }: ItemPlace): bigint {
  return /^-?\d+$/.test(id) ? BigInt(id) : -(2n ** 62n);
}

/** Reads payloads by place, a page of them at a time, since they are mostly asked for one after the other. */
class PagedItems implements CommitItems {
  readonly length: number;
  readonly indexAt: (place: number) => bigint;
  readonly #source: ItemsSource;
  readonly #positionAt: (place: number) => bigint;
  #page: readonly (string | null)[] = [];
  /** The place of the first text of the page. */
  #pageStart = 0;

  constructor(
    source: ItemsSource,
    length: number,
    indexAt: (place: number) => bigint,
    positionAt: (place: number) => bigint,
  ) {
    this.#source = source;
    this.length = length;
    this.indexAt = indexAt;
    this.#positionAt = positionAt;
  }

  payloadAt(place: number): string {
    if (place < this.#pageStart || place >= this.#pageStart + this.#page.length) this.#readPage(place);
    // What is gone would have changed the file; and an empty text is no item either.
    const text = this.#page[place - this.#pageStart] ?? '';
    return this.#source.layout.isStrict ? text : inNormalForm(text);
  }

  #readPage(start: number): void {
    const { db, table, key, guard } = this.#source;
    const positionAt = (offset: number) => this.#positionAt(start + offset);
    this.#page = unwrap(db.read((rows) => table.texts(rows, key, positionAt, PAYLOADS_A_READ)));
    this.#pageStart = start;
    guard.check();
  }
}

/** What version 1 wrote is read as the item it means; its digest is of that. What is none stays undecodable. */
function inNormalForm(text: string): string {
  if (readItemStrict(text).ok) return text;
  const lenient = readItemLenient(text);
  const written = lenient.ok ? writeItem(lenient.item) : null;
  return written?.ok ? written.text : text;
}
