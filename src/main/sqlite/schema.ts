import type { Row, RowReader, SchemaObject, SqlValue, TableColumn, TableFacts } from './types';

/** Every object of the schema, in stored order. */
export function readSchema(rows: RowReader): SchemaObject[] {
  return rows.all('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid').map((row) => ({
    type: textOf(row.type),
    name: textOf(row.name),
    tblName: textOf(row.tbl_name),
    sql: row.sql === null || row.sql === undefined ? null : textOf(row.sql),
  }));
}

/**
 * A table's columns and kind; null where the schema has no such table or view. Names compare as SQLite does.
 * Columns are given for stored tables only: asking a view or a virtual table for its own would run code of the file.
 */
export function readTable(rows: RowReader, table: string): TableFacts | null {
  const stored = rows.get(
    "SELECT name, type, rootpage FROM sqlite_schema WHERE name = ? COLLATE NOCASE AND type IN ('table', 'view')",
    table,
  );
  if (stored === undefined) return null;
  const name = textOf(stored.name);
  if (stored.type === 'view') return unstored(name, 'view');
  // A virtual table has no pages of its own.
  if (!(Number(stored.rootpage) > 0)) return unstored(name, 'virtual');

  const listed = rows.get(
    "SELECT type, wr, strict FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE",
    name,
  );
  return {
    name,
    type: tableType(listed?.type),
    withoutRowid: Number(listed?.wr) === 1,
    strict: Number(listed?.strict) === 1,
    columns: rows.all('SELECT * FROM pragma_table_xinfo(?) ORDER BY cid', name).map(toColumn),
  };
}

/** Whether a query of these columns reads stored values only: an ordinary table that has them all, none generated. */
export function isOrdinaryTable(table: TableFacts | null, columns: readonly string[]): boolean {
  if (table === null || table.type !== 'table') return false;
  return columns.every((wanted) =>
    table.columns.some(
      (column) => column.name.toLowerCase() === wanted.toLowerCase() && column.generated === 'no',
    ),
  );
}

/** A name as it is written in SQL, whatever it holds. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function unstored(name: string, type: 'view' | 'virtual'): TableFacts {
  return { name, type, withoutRowid: false, strict: false, columns: [] };
}

function toColumn(row: Row): TableColumn {
  return {
    name: textOf(row.name),
    type: textOf(row.type),
    notNull: Number(row.notnull) === 1,
    defaultSql: row.dflt_value === null || row.dflt_value === undefined ? null : textOf(row.dflt_value),
    primaryKeyPosition: Number(row.pk),
    generated: generatedOf(row.hidden),
  };
}

/** The `hidden` column of https://www.sqlite.org/pragma.html#pragma_table_xinfo; 1 is for virtual tables only. */
function generatedOf(hidden: SqlValue | undefined): TableColumn['generated'] {
  if (hidden === 2) return 'virtual';
  return hidden === 3 ? 'stored' : 'no';
}

function tableType(type: SqlValue | undefined): TableFacts['type'] {
  return type === 'table' || type === 'view' || type === 'virtual' || type === 'shadow' ? type : 'unknown';
}

function textOf(value: SqlValue | undefined): string {
  return typeof value === 'string' ? value : String(value ?? '');
}
