import { compareCodePoints } from '../text/code-point-order';

/** `PRAGMA user_version` of a store in the current generation. */
export const SCHEMA_VERSION = 2;

/** A column as the current generation declares it. No column has a default, is hidden or generated. */
interface ExpectedColumn {
  readonly name: string;
  readonly type: 'TEXT' | 'INTEGER';
  readonly isNotNull: boolean;
  /** Place in the primary key from 1, or 0: what `PRAGMA table_info` gives as `pk`. */
  readonly primaryKeyPosition: number;
}

/** A table as the current generation declares it: no STRICT, no WITHOUT ROWID, no foreign keys. */
export interface ExpectedTable {
  readonly name: string;
  readonly columns: readonly ExpectedColumn[];
  readonly isAutoincrement: boolean;
  /** The statement that makes it. */
  readonly sql: string;
}

/** An index as the current generation declares it: ascending, collation BINARY, not unique, not partial. */
export interface ExpectedIndex {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** The statement that makes it. */
  readonly sql: string;
}

/** The items of all sessions; `item_index` runs over the whole file and never comes back. */
export const ITEMS_TABLE: ExpectedTable = {
  name: 'session_items',
  columns: [
    { name: 'session_id', type: 'TEXT', isNotNull: true, primaryKeyPosition: 0 },
    { name: 'item_index', type: 'INTEGER', isNotNull: false, primaryKeyPosition: 1 },
    { name: 'payload', type: 'TEXT', isNotNull: true, primaryKeyPosition: 0 },
  ],
  isAutoincrement: true,
  sql: 'CREATE TABLE session_items (session_id TEXT NOT NULL, item_index INTEGER PRIMARY KEY AUTOINCREMENT, payload TEXT NOT NULL)',
};

/** The commits of all sessions, in rowid order. */
export const COMMITS_TABLE: ExpectedTable = {
  name: 'session_commits',
  columns: [
    { name: 'session_id', type: 'TEXT', isNotNull: true, primaryKeyPosition: 1 },
    { name: 'commit_id', type: 'TEXT', isNotNull: true, primaryKeyPosition: 2 },
    { name: 'payload_digest', type: 'TEXT', isNotNull: true, primaryKeyPosition: 0 },
  ],
  isAutoincrement: false,
  sql: 'CREATE TABLE session_commits (session_id TEXT NOT NULL, commit_id TEXT NOT NULL, payload_digest TEXT NOT NULL, PRIMARY KEY (session_id, commit_id))',
};

/** The one index, by which a session's items are read in order. */
export const ITEMS_INDEX: ExpectedIndex = {
  name: 'idx_session_items_session_id_item_index',
  table: 'session_items',
  columns: ['session_id', 'item_index'],
  sql: 'CREATE INDEX idx_session_items_session_id_item_index ON session_items (session_id, item_index)',
};

/** The item columns of the oldest generation, in order; its usual index is `idx_session_items_session_id_id`. */
export const LEGACY_ITEMS_COLUMNS: readonly string[] = ['id', 'session_id', 'item_json'];

/** Where the oldest generation's items stand during its migration; such a table must not exist before. */
export const LEGACY_ITEMS_BACKUP = 'session_items_legacy_v0';

/** What the opening checks look at. */
export interface OpenedSchema {
  /** `PRAGMA user_version`. */
  readonly version: number | bigint;
  /** Names of `type = 'table' AND name NOT LIKE 'sqlite_%'`, in any order. */
  readonly tables: readonly string[];
  /** Column names in table order; empty where the table is missing. */
  readonly itemColumns: readonly string[];
  readonly commitColumns: readonly string[];
  /** Whether an index of the name {@link ITEMS_INDEX} exists: only its name is looked at here. */
  readonly hasItemsIndex: boolean;
}

/** The checks of opening a store with tables, in the order they are made. */
export type OpeningCheck = 'version' | 'tables' | 'item-columns' | 'commit-columns' | 'items-index';

/** One failed check of opening, in the reference's words. */
export interface OpeningFailure {
  readonly check: OpeningCheck;
  readonly message: string;
}

/** Every opening check that fails, in order: the reference stops at the first. */
export function findOpeningFailures(schema: OpenedSchema): readonly OpeningFailure[] {
  if (schema.tables.length === 0) return findEmptyFailures(schema.version);
  const failures: OpeningFailure[] = [];
  const check = (name: OpeningCheck, holds: boolean, message: string) => {
    if (!holds) failures.push({ check: name, message });
  };
  const { version, tables, itemColumns, commitColumns } = schema;
  check(
    'version',
    Number(version) === SCHEMA_VERSION,
    `session schema version ${version} does not match required version ${SCHEMA_VERSION}`,
  );
  const expectedTables = [ITEMS_TABLE.name, COMMITS_TABLE.name];
  const sameTables = tables.length === 2 && expectedTables.every((name) => tables.includes(name));
  check('tables', sameTables, unsupportedTables(tables));
  check(
    'item-columns',
    sameNames(itemColumns, ITEMS_TABLE),
    unsupportedColumns(ITEMS_TABLE.name, itemColumns),
  );
  check(
    'commit-columns',
    sameNames(commitColumns, COMMITS_TABLE),
    unsupportedColumns(COMMITS_TABLE.name, commitColumns),
  );
  check('items-index', schema.hasItemsIndex, 'session schema is missing the canonical session_items index');
  return failures;
}

function findEmptyFailures(version: number | bigint): readonly OpeningFailure[] {
  if (Number(version) === 0) return [];
  return [{ check: 'version', message: `empty session database has unexpected schema version ${version}` }];
}

/** The error for user tables other than expected ones; the names are printed in byte order. */
export function unsupportedTables(names: readonly string[]): string {
  return `unsupported session schema tables: ${printNames([...names].sort(compareCodePoints))}`;
}

/** The error for a table whose columns are not the expected ones in their order. */
export function unsupportedColumns(table: string, names: readonly string[]): string {
  return `unsupported ${table} schema columns: ${printNames(names)}`;
}

/** The error for an oldest-generation store whose earlier migration left its backup behind. */
export function legacyBackupInTheWay(): string {
  return `cannot migrate ${ITEMS_TABLE.name} while ${LEGACY_ITEMS_BACKUP} exists`;
}

/** Names as Rust prints a list of strings: `["a", "b"]`. */
export function printNames(names: readonly string[]): string {
  return `[${names.map(printName).join(', ')}]`;
}

const NAME_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\0': '\\0',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

/** Covers the quote, the backslash and control characters; rarer unprintable characters stand as themselves. */
function printName(name: string): string {
  const escaped = name.replace(
    /["\\\p{Cc}]/gu,
    (character) => NAME_ESCAPES[character] ?? `\\u{${character.charCodeAt(0).toString(16)}}`,
  );
  return `"${escaped}"`;
}

function sameNames(names: readonly string[], table: ExpectedTable): boolean {
  const expected = table.columns;
  return names.length === expected.length && expected.every((column, index) => column.name === names[index]);
}
