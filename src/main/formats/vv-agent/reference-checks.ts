import type { Check, Verdict } from '../../../shared/model/report';
import {
  COMMITS_TABLE,
  findOpeningFailures,
  ITEMS_INDEX,
  ITEMS_TABLE,
  LEGACY_ITEMS_COLUMNS,
  type OpenedSchema,
  type OpeningCheck,
  printNames,
  unsupportedColumns,
} from '../../../shared/vv-agent/schema';
import type { SchemaView } from './check';
import type { CheckedTable, SchemaFacts } from './schema-facts';

const ITEM_COLUMNS = ITEMS_TABLE.columns.map(({ name }) => name);
const COMMIT_COLUMNS = COMMITS_TABLE.columns.map(({ name }) => name);
const TABLES = [COMMITS_TABLE.name, ITEMS_TABLE.name];

/** Whether the reference store takes a table for one of SQLite's own: `LIKE 'sqlite_%'`, where `_` is any character. */
export function isHiddenByName(name: string): boolean {
  return /^sqlite./is.test(name);
}

/**
 * Version, tables, columns and index, in the order of the reference store and with its error texts. It stops at the
 * first that fails; here each is looked at for itself, and in an older file those that version 1 had.
 */
export function referenceChecks({ facts, layout }: SchemaView): Check[] {
  const opened = openedSchema(facts, layout.userVersion);
  const failures = new Map(findOpeningFailures(opened).map(({ check, message }) => [check, message]));
  const check = (part: OpeningCheck, id: string, title: string, expected: string, found: string): Check => {
    const message = failures.get(part);
    return { id, title, expected, found: message ?? found, verdict: message === undefined ? 'ok' : 'failed' };
  };
  const checks = [
    check('version', 'schema-version', 'Schema version', '2', '2'),
    check('tables', 'schema-tables', 'Tables', printNames(TABLES), printNames(TABLES)),
    check(
      'item-columns',
      'session-items-columns',
      'Columns of session_items',
      printNames(ITEM_COLUMNS),
      printNames(opened.itemColumns),
    ),
    check(
      'commit-columns',
      'session-commits-columns',
      'Columns of session_commits',
      printNames(COMMIT_COLUMNS),
      printNames(opened.commitColumns),
    ),
    check('items-index', 'session-items-index', 'Index of session_items', ITEMS_INDEX.name, ITEMS_INDEX.name),
  ];
  if (!layout.hasItems) return checks.map((one) => (one.id === 'schema-version' ? one : withoutTables(one)));
  if (!layout.isCurrent) return checks.map((one) => olderCheck(one, facts, layout.generation === 'legacy'));
  // A missing table is the business of the check of tables.
  return facts.commits
    ? checks
    : checks.map((one) => (one.id === 'session-commits-columns' ? notThere(one) : one));
}

/** What the reference store looks at when it opens a file. */
export function openedSchema(facts: SchemaFacts, version: number): OpenedSchema {
  return {
    version,
    tables: facts.objects
      .filter(({ type, name }) => type === 'table' && !isHiddenByName(name))
      .map(({ name }) => name),
    itemColumns: columnNames(facts.items),
    commitColumns: columnNames(facts.commits),
    hasItemsIndex: facts.itemIndex !== null,
  };
}

/** Generated columns are left out, as SQLite's table_info does. */
function columnNames(table: CheckedTable | null): string[] {
  return (table?.columns ?? []).filter(({ generated }) => generated === 'no').map(({ name }) => name);
}

/** Version 1 had no index and no commits at first, and looked at no other table. */
function olderCheck(check: Check, facts: SchemaFacts, isLegacy: boolean): Check {
  switch (check.id) {
    case 'schema-version':
      // Older is not the version a store must have: nothing may be written before an upgrade.
      return check;
    case 'session-items-columns': {
      const expected = printNames(isLegacy ? LEGACY_ITEMS_COLUMNS : ITEM_COLUMNS);
      const names = columnNames(facts.items);
      const found = printNames(names);
      if (found === expected) return { ...check, expected, found, verdict: 'ok' };
      return { ...check, expected, found: unsupportedColumns(ITEMS_TABLE.name, names), verdict: 'failed' };
    }
    case 'session-commits-columns':
      return facts.commits ? check : notThere(check);
    default:
      return check.verdict === 'ok' ? check : { ...check, verdict: 'not-applicable' };
  }
}

function notThere(check: Check): Check {
  return { ...check, found: 'no such table', verdict: 'not-applicable' };
}

function withoutTables(check: Check): Check {
  const verdict: Verdict = 'not-applicable';
  return { ...check, found: 'the file has no tables', verdict };
}
