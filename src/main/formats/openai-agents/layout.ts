import { isOrdinaryTable, readTable } from '../../sqlite/schema';
import type { RowReader, TableFacts } from '../../sqlite/types';
import { isRowKey, rowidName } from '../row-order';

/** Two tables that belong together; the names of both are the developer's choice. */
export interface TablePair {
  /** Null where the table is gone, or none that can be read. */
  readonly sessions: string | null;
  readonly messages: string;
  /** The branches of the sessions; null where they have none (`SQLiteSession`). */
  readonly branches: BranchTables | null;
}

/** What `AdvancedSQLiteSession` keeps beside the messages. */
interface BranchTables {
  /** SQL name of the row key of `message_structure`. */
  readonly key: string;
  /** SQL name of the row key of `turn_usage`; null where that is not there. */
  readonly usageKey: string | null;
  readonly hasReservations: boolean;
  readonly hasGenerations: boolean;
}

/** How the sessions of a file are laid out; at least one pair. */
export interface Layout {
  readonly pairs: readonly [TablePair, ...TablePair[]];
}

/** What a file must have to be read here, for the sentence that says it has not. */
export const LOOKED_FOR =
  'a table with id, session_id, message_data and created_at that refers to one of sessions (OpenAI Agents SDK)';

const DEFAULT_SESSIONS = 'agent_sessions';
const DEFAULT_MESSAGES = 'agent_messages';
const SESSION_COLUMNS = ['session_id', 'created_at', 'updated_at'] as const;
const MESSAGE_COLUMNS = ['id', 'session_id', 'message_data', 'created_at'] as const;
const STRUCTURE_COLUMNS = [
  'session_id',
  'message_id',
  'branch_id',
  'message_type',
  'sequence_number',
  'user_turn_number',
];
const USAGE_COLUMNS = [
  'session_id',
  'branch_id',
  'user_turn_number',
  'requests',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'input_tokens_details',
  'output_tokens_details',
];
/** A file may have any number of tables; nobody keeps this many kinds of sessions in one. */
const MAX_PAIRS = 20;

/** The layout of a file; null where the schema is another's. The pair with the default names comes first. */
export function readLayout(rows: RowReader): Layout | null {
  const found = candidates(rows).flatMap((name) => pairOf(rows, name) ?? []);
  const owner = structureOwner(rows, found);
  const [first, ...others] = found.map((pair) =>
    pair.messages === owner ? { ...pair, branches: branchTables(rows) } : pair,
  );
  return first === undefined ? null : { pairs: [first, ...others] };
}

/** Tables whose definition names the one column that no other program has. */
function candidates(rows: RowReader): string[] {
  const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%message_data%'
    ORDER BY name = ? COLLATE NOCASE DESC, rowid LIMIT ?`;
  return rows.all(sql, DEFAULT_MESSAGES, MAX_PAIRS).map(({ name }) => String(name));
}

function pairOf(rows: RowReader, name: string): TablePair | null {
  const table = readTable(rows, name);
  if (table === null || !isOrdinaryTable(table, MESSAGE_COLUMNS) || !isRowKey(rows, table, 'id')) return null;
  const isDefault = table.name.toLowerCase() === DEFAULT_MESSAGES;
  const sessions = sessionsTable(rows, referredBy(rows, table.name, 'session_id') ?? DEFAULT_SESSIONS);
  // Under names of a developer's choice, only the whole shape tells.
  const isOther = !isDefault && (sessions === null || table.columns.length !== MESSAGE_COLUMNS.length);
  return isOther ? null : { sessions, messages: table.name, branches: null };
}

function sessionsTable(rows: RowReader, name: string): string | null {
  const table = readTable(rows, name);
  return isOrdinaryTable(table, SESSION_COLUMNS) ? (table?.name ?? null) : null;
}

/** The table that a column of another refers to; null where it refers to none. */
function referredBy(rows: RowReader, table: string, column: string): string | null {
  const sql = 'SELECT "table" AS target FROM pragma_foreign_key_list(?) WHERE "from" = ? COLLATE NOCASE';
  const target = rows.get(sql, table, column)?.target;
  return typeof target === 'string' ? target : null;
}

/** The messages table whose branches the file keeps: one pair a file has them, and its foreign key says which. */
function structureOwner(rows: RowReader, pairs: readonly TablePair[]): string | null {
  const table = readTable(rows, 'message_structure');
  if (!isOrdinaryTable(table, STRUCTURE_COLUMNS) || keyOf(table) === null) return null;
  const target = referredBy(rows, 'message_structure', 'message_id')?.toLowerCase();
  if (target === undefined) return pairs[0]?.messages ?? null;
  return pairs.find(({ messages }) => messages.toLowerCase() === target)?.messages ?? null;
}

function branchTables(rows: RowReader): BranchTables | null {
  const key = keyOf(readTable(rows, 'message_structure'));
  if (key === null) return null;
  const usage = readTable(rows, 'turn_usage');
  const has = (name: string, columns: readonly string[]) => isOrdinaryTable(readTable(rows, name), columns);
  return {
    key,
    usageKey: isOrdinaryTable(usage, USAGE_COLUMNS) ? keyOf(usage) : null,
    hasReservations: has('branch_reservations', ['session_id', 'branch_id']),
    hasGenerations: has('session_clear_generations', ['session_id', 'generation']),
  };
}

function keyOf(table: TableFacts | null): string | null {
  return table === null ? null : rowidName(table);
}
