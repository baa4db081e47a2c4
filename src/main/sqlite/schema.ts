import type { RowReader, SchemaObject, TableFacts } from './types';

/** Every object of the schema, in stored order. */
export function readSchema(_rows: RowReader): SchemaObject[] {
  throw new Error('not built yet');
}

/** A table's or view's columns and kind; null where the schema has no such table. Names compare as SQLite does. */
export function readTable(_rows: RowReader, _table: string): TableFacts | null {
  throw new Error('not built yet');
}

/** Whether a query of these columns reads stored values only: a real table, no view, no virtual table, no generated column. */
export function isOrdinaryTable(_table: TableFacts | null, _columns: readonly string[]): boolean {
  throw new Error('not built yet');
}
