import type { RowReader, TableFacts } from '../sqlite/types';

/** Whether a column is the row's own key: a sole INTEGER PRIMARY KEY stands for the rowid, and SQLite makes no index for it. */
export function isRowKey(rows: RowReader, table: TableFacts, column: string): boolean {
  const keys = table.columns.filter(({ primaryKeyPosition }) => primaryKeyPosition > 0);
  if (table.withoutRowid || keys.length !== 1 || keys[0]?.name.toLowerCase() !== column) return false;
  return rows.get("SELECT 1 FROM pragma_index_list(?) WHERE origin = 'pk'", table.name) === undefined;
}

/** A name of the rowid that no column has taken; null where there is none. */
export function rowidName(table: TableFacts): string | null {
  if (table.withoutRowid) return null;
  const taken = new Set(table.columns.map(({ name }) => name.toLowerCase()));
  return ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name)) ?? null;
}
