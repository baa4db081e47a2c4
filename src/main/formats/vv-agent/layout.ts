import { COMMITS_TABLE, ITEMS_TABLE, LEGACY_ITEMS_COLUMNS } from '../../../shared/vv-agent/schema';
import { isOrdinaryTable, readTable } from '../../sqlite/schema';
import type { RowReader } from '../../sqlite/types';
import { isRowKey, rowidName } from '../row-order';

/** Who wrote the file: the current program, the one before it, or the older one that kept `item_json`. */
type Generation = 'v2' | 'v1' | 'legacy';

/** How the items of a file are laid out: all that reading them needs to know of the schema. */
export interface Layout {
  readonly generation: Generation;
  readonly userVersion: number;
  /** Whether the rules of version 2 are its own: any version but 0 and 1. */
  readonly isCurrent: boolean;
  /** Whether payloads must pass the strict reader; else the lenient one decides. */
  readonly isStrict: boolean;
  /** False for a version 2 file that has no tables yet. */
  readonly hasItems: boolean;
  readonly hasCommits: boolean;
  /** SQL name of the column that orders the items. */
  readonly indexColumn: 'item_index' | 'id';
  /** SQL name of the column that holds an item's JSON text. */
  readonly payloadColumn: 'payload' | 'item_json';
  /** Whether the ordering column is the row's own key, so that it is unique and rows are found by it. */
  readonly isIndexKey: boolean;
  /** SQL name of a column of `session_commits` that is its rowid; null where it has none. */
  readonly commitOrder: string | null;
}

const ITEM_COLUMNS = ITEMS_TABLE.columns.map(({ name }) => name);
const COMMIT_COLUMNS = COMMITS_TABLE.columns.map(({ name }) => name);

/** What a file must have to be read here, for the sentence that says it has not. */
export const LOOKED_FOR = 'a table "session_items" with session_id, item_index and payload (vv-agent)';

/** The layout of a vv-agent file; null where the schema is another's. */
export function readLayout(rows: RowReader, userVersion: number): Layout | null {
  const items = readTable(rows, 'session_items');
  const commits = readTable(rows, 'session_commits');
  const hasCommits = isOrdinaryTable(commits, COMMIT_COLUMNS);
  const isCurrent = userVersion !== 0 && userVersion !== 1;
  const common = {
    userVersion,
    isCurrent,
    hasCommits,
    commitOrder: commits && hasCommits ? rowidName(commits) : null,
  };
  if (items && isOrdinaryTable(items, ITEM_COLUMNS)) {
    return {
      ...common,
      generation: isCurrent ? 'v2' : 'v1',
      isStrict: isCurrent,
      hasItems: true,
      indexColumn: 'item_index',
      payloadColumn: 'payload',
      isIndexKey: isRowKey(rows, items, 'item_index'),
    };
  }
  if (items && isOrdinaryTable(items, LEGACY_ITEMS_COLUMNS)) {
    return {
      ...common,
      generation: 'legacy',
      isStrict: false,
      hasItems: true,
      indexColumn: 'id',
      payloadColumn: 'item_json',
      isIndexKey: isRowKey(rows, items, 'id'),
    };
  }
  return userVersion === 2 && isWithoutTables(rows)
    ? {
        ...common,
        generation: 'v2',
        isStrict: true,
        hasItems: false,
        indexColumn: 'item_index',
        payloadColumn: 'payload',
        isIndexKey: true,
      }
    : null;
}

function isWithoutTables(rows: RowReader): boolean {
  return rows.get('SELECT 1 FROM sqlite_schema') === undefined;
}
