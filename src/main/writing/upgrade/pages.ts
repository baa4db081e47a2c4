import { MAX_PAGE_BYTES } from '../../formats/read-limits';
import type { Row, RowReader } from '../../sqlite/types';

const PAGE_ROWS = 500;
const FIRST_INDEX = -(2n ** 63n);
const LAST_INDEX = 2n ** 63n - 1n;

/** A table of items whose index is the row's key, and what to read of it. All of it is SQL of ours. */
export interface PagedTable {
  readonly table: string;
  readonly indexColumn: string;
  readonly payloadColumn: string;
  readonly columns: string;
}

/** The index of a row of {@link pagesOf}. */
export function indexOf({ itemIndex }: Row): bigint {
  return typeof itemIndex === 'bigint' ? itemIndex : BigInt(Number(itemIndex));
}

/**
 * All rows in the order of their index, some at a time and none of them held by SQLite meanwhile, so that what was read
 * can be changed before the next page is. Each row has its index as `itemIndex`.
 */
export function* pagesOf(rows: RowReader, paged: PagedTable): Generator<readonly Row[]> {
  const { table, indexColumn, payloadColumn, columns } = paged;
  const sql = `SELECT ${indexColumn} AS itemIndex, octet_length(${payloadColumn}) AS pageBytes, ${columns}
    FROM ${table} WHERE ${indexColumn} >= ? ORDER BY ${indexColumn} LIMIT ${PAGE_ROWS}`;
  for (let from = FIRST_INDEX; ; ) {
    const page: Row[] = [];
    let bytes = 0;
    for (const row of rows.iterate(sql, from)) {
      page.push(row);
      bytes += Number(row.pageBytes ?? 0);
      if (bytes > MAX_PAGE_BYTES) break;
    }
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (indexOf(last) === LAST_INDEX) return;
    from = indexOf(last) + 1n;
  }
}
