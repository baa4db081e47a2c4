import { isOrdinaryTable, readTable } from '../../sqlite/schema';
import type { RowReader, TableFacts } from '../../sqlite/types';
import { rowidName } from '../row-order';

/** How the sessions of a file are laid out: SQL names of the row keys, and which of the columns that came later are there. */
export interface Layout {
  readonly sessionKey: string;
  readonly messageKey: string;
  readonly partKey: string;
  /** Those of {@link SHOWN_COLUMNS} that the file has. */
  readonly sessionColumns: readonly string[];
}

/** What a file must have to be read here, for the sentence that says it has not. */
export const LOOKED_FOR = 'tables "session", "message", "part" and "project" (OpenCode)';

/**
 * The columns of a session that are read. Tables with secrets (accounts, credentials, shares) are never named in any
 * query.
 */
const SHOWN_COLUMNS = [
  ...['id', 'project_id', 'parent_id', 'slug', 'directory', 'path', 'title', 'version', 'agent', 'model'],
  ...['revert', 'permission', 'summary_additions', 'summary_deletions', 'summary_files', 'cost'],
  ...['tokens_input', 'tokens_output', 'tokens_reasoning', 'tokens_cache_read', 'tokens_cache_write'],
  ...['time_created', 'time_updated', 'time_compacting', 'time_archived'],
];

/** The layout of a file; null where the schema is another's. */
export function readLayout(rows: RowReader): Layout | null {
  const session = readTable(rows, 'session');
  const keys = [
    keyOf(session, ['id', 'project_id', 'directory', 'title', 'time_created', 'time_updated']),
    keyOf(readTable(rows, 'message'), ['id', 'session_id', 'time_created', 'data']),
    keyOf(readTable(rows, 'part'), ['id', 'message_id', 'session_id', 'data']),
  ];
  const [sessionKey, messageKey, partKey] = keys;
  if (!sessionKey || !messageKey || !partKey || readTable(rows, 'project') === null) return null;
  const sessionColumns = SHOWN_COLUMNS.filter((name) => isOrdinaryTable(session, [name]));
  return { sessionKey, messageKey, partKey, sessionColumns };
}

function keyOf(table: TableFacts | null, columns: readonly string[]): string | null {
  return table !== null && isOrdinaryTable(table, columns) ? rowidName(table) : null;
}
