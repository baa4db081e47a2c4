import type { Check } from '../../../shared/model/report';
import {
  COMMITS_TABLE,
  type ExpectedTable,
  ITEMS_INDEX,
  ITEMS_TABLE,
  printNames,
} from '../../../shared/vv-agent/schema';
import type { SchemaObject, TableColumn } from '../../sqlite/types';
import { comparison, type SchemaView, withVerdict } from './check';
import { isHiddenByName } from './reference-checks';
import type { CheckedTable, SchemaFacts } from './schema-facts';

// What the stricter of the two reference stores checks beyond names: nothing foreign in the file, and
// tables and index declared exactly as the store declares them.

/** Tables SQLite makes for itself under the names it reserves. */
const SQLITE_TABLES = new Set([
  'sqlite_sequence',
  'sqlite_stat1',
  'sqlite_stat2',
  'sqlite_stat3',
  'sqlite_stat4',
]);

/** The stricter checks; in files of an older generation they are shown and judge nothing. */
export function strictChecks({ facts, layout }: SchemaView): Check[] {
  const checks = currentChecks(facts);
  const applies = layout.isCurrent && layout.hasItems;
  return applies ? checks : checks.map((check) => withVerdict(check, 'not-applicable'));
}

/** The stricter checks by the rules of version 2, whatever the version of the file. */
export function currentChecks(facts: SchemaFacts): Check[] {
  return [
    ...foreignObjectChecks(facts),
    ...tableChecks(ITEMS_TABLE, facts.items),
    autoincrementCheck(facts.items),
    ...tableChecks(COMMITS_TABLE, facts.commits),
    collationOfCommits(facts.commits),
    ...indexChecks(facts),
  ];
}

function foreignObjectChecks({ objects }: SchemaFacts): Check[] {
  const names = (wanted: (object: SchemaObject) => boolean) => {
    const found = objects.filter(wanted).map(({ name }) => name);
    return found.length === 0 ? 'none' : printNames(found);
  };
  const hidden = comparison(
    'hidden-tables',
    'Tables that pass for SQLite’s own',
    'none',
    names(({ type, name }) => type === 'table' && isHiddenByName(name) && !SQLITE_TABLES.has(name)),
  );
  return [
    comparison(
      'no-views',
      'Views',
      'none',
      names(({ type }) => type === 'view'),
    ),
    comparison(
      'no-triggers',
      'Triggers',
      'none',
      names(({ type }) => type === 'trigger'),
    ),
    comparison(
      'no-other-indexes',
      'Other indexes',
      'none',
      // The indexes SQLite makes for a key have no SQL.
      names(({ type, name, sql }) => type === 'index' && sql !== null && name !== ITEMS_INDEX.name),
    ),
    // The reference store does not see such a table at all.
    hidden.verdict === 'failed' ? withVerdict(hidden, 'warning') : hidden,
  ];
}

function tableChecks(expected: ExpectedTable, facts: CheckedTable | null): Check[] {
  const table = expected.name;
  const columns = expected.columns.flatMap(({ name }) => columnNamed(facts, name) ?? []);
  const notNull = expected.columns.filter(({ isNotNull }) => isNotNull).map(({ name }) => name);
  const check = (part: string, title: string, wanted: string, found: string) => {
    const id = `${table.replace('_', '-')}-${part}`;
    const compared = comparison(id, `${table}: ${title}`, wanted, facts ? found : 'no such table');
    return facts ? compared : withVerdict(compared, 'not-applicable');
  };
  const declared = expected.columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  return [
    check(
      'types',
      'types',
      declared,
      columns.map(({ name, type }) => `${name} ${type.toUpperCase()}`).join(', '),
    ),
    check('not-null', 'NOT NULL', notNull.join(', '), joined(columns.filter((column) => column.notNull))),
    check(
      'defaults',
      'default values',
      'none',
      joined(
        columns.filter(({ defaultSql }) => defaultSql !== null),
        ({ name, defaultSql }) => `${name} DEFAULT ${defaultSql}`,
      ),
    ),
    check('primary-key', 'primary key', keyOf(expected.columns), keyOf(facts?.columns ?? [])),
    check(
      'generated',
      'hidden or generated columns',
      'none',
      joined((facts?.columns ?? []).filter(({ generated }) => generated !== 'no')),
    ),
    check('strict', 'STRICT', 'not STRICT', facts?.strict ? 'STRICT' : 'not STRICT'),
    check('rowid', 'rowid', 'with rowid', facts?.withoutRowid ? 'WITHOUT ROWID' : 'with rowid'),
    check('foreign-keys', 'foreign keys', 'none', facts?.foreignKeys.join(', ') || 'none'),
    check('constraints', 'other constraints', 'none', facts?.constraints.join(', ') || 'none'),
  ];
}

function autoincrementCheck(items: CheckedTable | null): Check {
  const found = items?.hasAutoincrement ? 'AUTOINCREMENT' : 'none';
  const check = comparison(
    'session-items-autoincrement',
    'session_items: AUTOINCREMENT',
    'AUTOINCREMENT',
    found,
  );
  return items ? check : withVerdict(check, 'not-applicable');
}

function collationOfCommits(commits: CheckedTable | null): Check {
  const found = commits?.keyCollations.join(', ') ?? 'no such table';
  const check = comparison(
    'session-commits-collation',
    'session_commits: collation of the key',
    'BINARY, BINARY',
    found,
  );
  return commits ? check : withVerdict(check, 'not-applicable');
}

function indexChecks({ itemIndex }: SchemaFacts): Check[] {
  const check = (part: string, title: string, expected: string, found: string) => {
    const compared = comparison(`index-${part}`, `Index of session_items: ${title}`, expected, found);
    return itemIndex ? compared : withVerdict({ ...compared, found: 'no such index' }, 'not-applicable');
  };
  const columns = itemIndex?.columns ?? [];
  const names = columns.map(({ name }) => name ?? 'an expression').join(', ');
  const kinds = [itemIndex?.isUnique ? 'unique' : '', itemIndex?.isPartial ? 'partial' : ''].filter(Boolean);
  return [
    check('columns', 'columns', 'session_items(session_id, item_index)', `${itemIndex?.table}(${names})`),
    check('order', 'order', 'ascending, ascending', columns.map(orderOf).join(', ')),
    check('collation', 'collation', 'BINARY, BINARY', columns.map(({ collation }) => collation).join(', ')),
    check('kind', 'kind', 'over all rows, not unique', kinds.join(', ') || 'over all rows, not unique'),
  ];
}

function orderOf({ isDescending }: { readonly isDescending: boolean }): string {
  return isDescending ? 'descending' : 'ascending';
}

function columnNamed(table: CheckedTable | null, name: string): TableColumn | undefined {
  return table?.columns.find((column) => column.name.toLowerCase() === name);
}

function joined(
  columns: readonly TableColumn[],
  show: (column: TableColumn) => string = ({ name }) => name,
): string {
  return columns.map(show).join(', ') || 'none';
}

function keyOf(columns: readonly { readonly name: string; readonly primaryKeyPosition: number }[]): string {
  const keys = columns.filter(({ primaryKeyPosition }) => primaryKeyPosition > 0);
  keys.sort((one, other) => one.primaryKeyPosition - other.primaryKeyPosition);
  return keys.map(({ name }) => name).join(', ') || 'none';
}
