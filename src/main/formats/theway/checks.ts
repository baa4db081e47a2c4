import type { Check } from '../../../shared/model/report';
import { readSchema, readTable } from '../../sqlite/schema';
import type {
  QuickCheck,
  ReadDatabase,
  ReadResult,
  RowReader,
  SchemaObject,
  TableFacts,
} from '../../sqlite/types';
import { unwrap } from '../database-error';
import type { Layout } from './layout';
import type { Meta } from './meta';
import { metaChecks } from './meta-checks';

/**
 * The schema report of a session file (contract, section 4). None of it stops reading; the journal mode
 * is a fact and no check.
 */
export function schemaChecks(db: ReadDatabase, layout: Layout, meta: Meta): Check[] {
  const checks = unwrap(db.read(schemaOnlyChecks));
  return [integrityCheck(db.path, db.quickCheck()), ...checks, ...metaChecks(layout, meta)];
}

/** The checks of the schema alone, inside a transaction: what a write asks before it changes anything. */
export function schemaOnlyChecks(rows: RowReader): Check[] {
  const schema = schemaFacts(rows);
  return [
    tableCheck('entries-table', 'Table entries', schema.entries, ENTRIES_SHAPE),
    autoincrementCheck(schema.objects),
    indexCheck('entries-unique-id', 'Unique ids', schema.hasUniqueId, 'a UNIQUE index on entries(id)'),
    indexCheck(
      'entries-parent-index',
      'Index by parent',
      schema.hasParentIndex,
      'idx_entries_parent on entries(parent_id)',
    ),
    indexCheck(
      'entries-type-index',
      'Index by type',
      schema.hasTypeIndex,
      'idx_entries_type on entries(type)',
    ),
    tableCheck('meta-table', 'Table meta', schema.meta, META_SHAPE),
    otherObjectsCheck(schema.objects),
  ];
}

interface SchemaFacts {
  readonly objects: readonly SchemaObject[];
  readonly entries: TableFacts | null;
  readonly meta: TableFacts | null;
  readonly hasUniqueId: boolean;
  readonly hasParentIndex: boolean;
  readonly hasTypeIndex: boolean;
}

function schemaFacts(rows: RowReader): SchemaFacts {
  const indexes = rows
    .all('SELECT name, "unique" AS isUnique, partial FROM pragma_index_list(\'entries\')')
    .map((row) => ({
      name: String(row.name),
      isUnique: Number(row.isUnique) === 1,
      isPartial: Number(row.partial) !== 0,
      columns: rows
        .all('SELECT name FROM pragma_index_info(?) ORDER BY seqno', row.name ?? '')
        .map(({ name }) => name),
    }));
  const covers = (column: string, name: string | null) =>
    indexes.some(
      (index) =>
        index.columns.length === 1 &&
        index.columns[0] === column &&
        !index.isPartial &&
        (name === null ? index.isUnique : index.name === name),
    );
  return {
    objects: readSchema(rows),
    entries: readTable(rows, 'entries'),
    meta: readTable(rows, 'meta'),
    hasUniqueId: covers('id', null),
    hasParentIndex: covers('parent_id', 'idx_entries_parent'),
    hasTypeIndex: covers('type', 'idx_entries_type'),
  };
}

/** The verdict of SQLite's quick_check, in theway's words; a file that is damaged is left as it is. */
export function integrityCheck(path: string, result: ReadResult<QuickCheck>): Check {
  const check = { id: 'quick-check', title: 'Integrity (quick_check)', expected: 'ok' };
  if (!result.ok) {
    const isDamage = DAMAGE.has(result.code);
    return {
      ...check,
      verdict: isDamage ? 'failed' : 'warning',
      found: isDamage
        ? `session db ${path} corrupt: ${result.detail || result.message}`
        : `session db ${path} unreadable (${result.detail || result.message}), left in place`,
    };
  }
  switch (result.value.state) {
    case 'sound':
      return { ...check, verdict: 'ok', found: 'ok' };
    case 'damaged':
      return {
        ...check,
        verdict: 'failed',
        found: `session db ${path} failed integrity check (left in place): ${result.value.findings.slice(0, 20).join('; ')}`,
      };
    case 'skipped':
      return {
        ...check,
        verdict: 'not-applicable',
        found: `not run: ${result.value.sizeBytes} bytes, above the ${result.value.limitBytes} that are checked unasked`,
      };
  }
}

const DAMAGE: ReadonlySet<string> = new Set(['damaged', 'truncated', 'not-a-database', 'encrypted']);

/** Columns in order: name, type, NOT NULL, place in the primary key. */
type Shape = readonly (readonly [name: string, type: string, notNull: boolean, key: number])[];

const ENTRIES_SHAPE: Shape = [
  ['seq', 'INTEGER', false, 1],
  ['id', 'TEXT', true, 0],
  ['parent_id', 'TEXT', false, 0],
  ['type', 'TEXT', true, 0],
  ['timestamp', 'TEXT', true, 0],
  ['payload', 'TEXT', true, 0],
];

const META_SHAPE: Shape = [
  ['key', 'TEXT', false, 1],
  ['value', 'TEXT', true, 0],
];

function tableCheck(id: string, title: string, table: TableFacts | null, shape: Shape): Check {
  const expected = shape.map(columnText).join(', ');
  if (table === null) return { id, title, verdict: 'failed', expected, found: 'no such table' };
  if (table.type !== 'table')
    return { id, title, verdict: 'failed', expected, found: `a ${table.type}, not a table` };
  const columns = table.columns.map(
    (column) => [column.name, column.type.toUpperCase(), column.notNull, column.primaryKeyPosition] as const,
  );
  const oddities = [
    ...(table.withoutRowid ? ['WITHOUT ROWID'] : []),
    ...table.columns.flatMap(({ name, generated }) => (generated === 'no' ? [] : [`${name} is generated`])),
  ];
  const found = [columns.map(columnText).join(', '), ...oddities].join('; ').slice(0, 4000);
  return { id, title, verdict: found === expected ? 'ok' : 'failed', expected, found };
}

function columnText([name, type, notNull, key]: Shape[number]): string {
  return [name, type, ...(key > 0 ? ['PRIMARY KEY'] : []), ...(notNull ? ['NOT NULL'] : [])].join(' ');
}

/** Only the stored statement tells whether numbers are ever used again. */
function autoincrementCheck(objects: readonly SchemaObject[]): Check {
  const table = objects.find(({ type, name }) => type === 'table' && name.toLowerCase() === 'entries');
  const has = /\bAUTOINCREMENT\b/i.test(table?.sql ?? '');
  return {
    id: 'entries-autoincrement',
    title: 'Sequence',
    verdict: has ? 'ok' : 'failed',
    expected: 'seq AUTOINCREMENT: a number is never used again',
    found: has ? 'AUTOINCREMENT' : 'no AUTOINCREMENT',
  };
}

function indexCheck(id: string, title: string, isThere: boolean, expected: string): Check {
  return { id, title, verdict: isThere ? 'ok' : 'failed', expected, found: isThere ? expected : 'missing' };
}

function otherObjectsCheck(objects: readonly SchemaObject[]): Check {
  const others = objects
    .filter(
      ({ name, tblName }) =>
        !isKnown(name) &&
        !(tblName.toLowerCase() === 'entries' && name.toLowerCase().startsWith('sqlite_autoindex_')),
    )
    .map(({ type, name }) => `${type} ${name.slice(0, 100)}`);
  return {
    id: 'other-objects',
    title: 'Other schema objects',
    verdict: others.length === 0 ? 'ok' : 'warning',
    expected: 'none',
    found: others.length === 0 ? 'none' : others.slice(0, 50).join(', '),
  };
}

function isKnown(name: string): boolean {
  return /^(meta|entries|idx_entries_parent|idx_entries_type|sqlite_sequence|sqlite_stat\d|sqlite_autoindex_meta_\d+)$/i.test(
    name,
  );
}
