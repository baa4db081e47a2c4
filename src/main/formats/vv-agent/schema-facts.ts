import { ITEMS_INDEX } from '../../../shared/vv-agent/schema';
import { readSchema, readTable } from '../../sqlite/schema';
import type { RowReader, SchemaObject, TableFacts } from '../../sqlite/types';

// SQLite tells none of these for the columns of a table; what it tells of others is checked by that.
const CONSTRAINTS = /\b(?:CHECK|COLLATE|UNIQUE|CONFLICT)\b/gi;

/** A column of an index; `name` is null for an expression. */
interface IndexColumn {
  readonly name: string | null;
  readonly isDescending: boolean;
  readonly collation: string;
}

interface IndexFacts {
  readonly table: string;
  readonly isUnique: boolean;
  readonly isPartial: boolean;
  readonly columns: readonly IndexColumn[];
}

/** A table with what its columns alone do not tell. */
export interface CheckedTable extends TableFacts {
  /** Each as `column → table(column)`. */
  readonly foreignKeys: readonly string[];
  /** Collation of each column of the primary key's own index; empty where the key is the rowid. */
  readonly keyCollations: readonly string[];
  readonly hasAutoincrement: boolean;
  /** Words of the declaration that change what is compared, kept or replaced: `CHECK`, `UNIQUE` … */
  readonly constraints: readonly string[];
}

/** All that the schema checks look at. Null stands for a table or index that is not there. */
export interface SchemaFacts {
  readonly objects: readonly SchemaObject[];
  readonly items: CheckedTable | null;
  readonly commits: CheckedTable | null;
  readonly itemIndex: IndexFacts | null;
}

/** Reads the facts of the schema, running no code of the file. */
export function readSchemaFacts(rows: RowReader): SchemaFacts {
  const objects = readSchema(rows);
  return {
    objects,
    items: checkedTable(rows, objects, 'session_items'),
    commits: checkedTable(rows, objects, 'session_commits'),
    itemIndex: indexFacts(rows, objects),
  };
}

function checkedTable(rows: RowReader, objects: readonly SchemaObject[], name: string): CheckedTable | null {
  const table = readTable(rows, name);
  if (table?.type !== 'table') return null;
  const declared = objects.find((object) => object.type === 'table' && object.name === table.name)?.sql;
  const sql = withoutQuoted(declared ?? '');
  return {
    ...table,
    foreignKeys: rows
      .all(
        'SELECT "table" AS target, "from" AS source, "to" AS targetColumn FROM pragma_foreign_key_list(?)',
        table.name,
      )
      .map((row) => `${String(row.source)} → ${String(row.target)}(${String(row.targetColumn ?? '')})`),
    keyCollations: rows
      .all(
        `SELECT x.coll AS collation FROM pragma_index_list(?) AS l, pragma_index_xinfo(l.name) AS x
         WHERE l.origin = 'pk' AND x.key = 1 ORDER BY x.seqno`,
        table.name,
      )
      .map((row) => String(row.collation)),
    hasAutoincrement: /\bAUTOINCREMENT\b/i.test(sql),
    constraints: [...new Set((sql.match(CONSTRAINTS) ?? []).map((word) => word.toUpperCase()))],
  };
}

function indexFacts(rows: RowReader, objects: readonly SchemaObject[]): IndexFacts | null {
  const index = objects.find(({ type, name }) => type === 'index' && name === ITEMS_INDEX.name);
  if (!index) return null;
  const listed = rows.get(
    'SELECT "unique" AS isUnique, partial FROM pragma_index_list(?) WHERE name = ?',
    index.tblName,
    index.name,
  );
  return {
    table: index.tblName,
    isUnique: listed?.isUnique === 1,
    isPartial: listed?.partial === 1,
    columns: rows
      .all(
        'SELECT name, "desc" AS isDescending, coll FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno',
        index.name,
      )
      .map((row) => ({
        name: typeof row.name === 'string' ? row.name : null,
        isDescending: row.isDescending === 1,
        collation: String(row.coll),
      })),
  };
}

/** SQL without its comments, strings and quoted names, so that a keyword found in it is one. */
function withoutQuoted(sql: string): string {
  return sql.replace(
    /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/g,
    ' ',
  );
}
