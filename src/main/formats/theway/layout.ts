import { isOrdinaryTable, quoteName, readTable } from '../../sqlite/schema';
import type { RowReader, TableFacts } from '../../sqlite/types';
import { isRowKey, rowidName } from '../row-order';

/** The columns of `entries` beside its key, as the contract names them (section 4). */
const ENTRY_COLUMNS = ['id', 'parent_id', 'type', 'timestamp', 'payload'] as const;

/** What a file must have to be read here, for the sentence that says it has not. */
export const LOOKED_FOR = 'a table "entries" with seq, id, parent_id, type, timestamp and payload (theway)';

/** How a session file is laid out: all that reading it needs to know of the schema. */
export interface Layout {
  /** Whether `meta` is a table that may be queried; an odd one is left alone and reported. */
  readonly hasMeta: boolean;
  /** Whether `seq` is the row's own key: unique, 64-bit, and the order of the table. */
  readonly isSeqKey: boolean;
  /** SQL of the order of the entries; a tie-break follows `seq` where `seq` need not be unique. */
  readonly order: string;
}

/**
 * The layout of a theway file; null where the schema is another's. `entries` alone decides: a file whose
 * `meta` is gone is still read, and its missing metadata is reported.
 */
export function readLayout(rows: RowReader): Layout | null {
  const entries = readTable(rows, 'entries');
  if (entries === null || !isOrdinaryTable(entries, ['seq', ...ENTRY_COLUMNS])) return null;
  const isSeqKey = isRowKey(rows, entries, 'seq');
  return {
    hasMeta: isOrdinaryTable(readTable(rows, 'meta'), ['key', 'value']),
    isSeqKey,
    order: isSeqKey ? 'seq' : ['seq', ...tieBreak(entries)].join(', '),
  };
}

/** What makes an order total: the rowid under a name no column has taken, or the primary key. */
function tieBreak(table: TableFacts): string[] {
  const rowid = rowidName(table);
  if (rowid !== null) return [rowid];
  const key = table.columns.filter(({ primaryKeyPosition }) => primaryKeyPosition > 0);
  return key.map(({ name }) => quoteName(name));
}
