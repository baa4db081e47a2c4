import { COMMITS_TABLE, ITEMS_INDEX, ITEMS_TABLE, SCHEMA_VERSION } from '../../shared/vv-agent/schema';
import { judgeSchema } from '../formats/vv-agent/schema-verdict';
import type { RowReader } from '../sqlite/types';
import type { RowWriter } from '../sqlite/write-types';
import { SessionStoreError } from './store-error';

/** What a store does with a database that has no user tables. */
export interface SchemaOptions {
  /** Whether to make the tables; else such a database is refused. */
  readonly create: boolean;
}

/**
 * The opening rules of section 5, inside a write transaction: makes the tables where there are none and `create` says
 * so, else lets a schema pass only when every check of the schema report does. Throws `invalid-schema` with the text
 * of the first check that fails.
 */
export function prepareSchema(rows: RowWriter, { create }: SchemaOptions): void {
  if (!isEmpty(rows)) return;
  if (!create) throw noTables();
  rows.exec([ITEMS_TABLE.sql, ITEMS_INDEX.sql, COMMITS_TABLE.sql].join(';\n'));
  rows.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
}

/**
 * Keeps a schema from being checked anew in each transaction: only when SQLite says that it changed, which it says
 * before a statement of ours could run a trigger that somebody has put there.
 */
export class SchemaGuard {
  #passed: string | null = null;

  /** As {@link prepareSchema}, or nothing where the schema is the one that passed last. */
  prepare(rows: RowWriter, options: SchemaOptions): void {
    const stamp = stampOf(rows);
    if (stamp === this.#passed) return;
    prepareSchema(rows, options);
    // What was made in this transaction may still be rolled back, and another take its stamp.
    if (stampOf(rows) === stamp) this.#passed = stamp;
  }

  /** The same for a transaction that only reads. */
  check(rows: RowReader): void {
    const stamp = stampOf(rows);
    if (stamp === this.#passed) return;
    if (isEmpty(rows)) throw noTables();
    this.#passed = stamp;
  }
}

/** Whether there are no user tables yet; throws when the schema is not that of a store. */
function isEmpty(rows: RowReader): boolean {
  const verdict = judgeSchema(rows);
  if (verdict.state === 'failed') throw new SessionStoreError('invalid-schema', verdict.message);
  return verdict.state === 'empty';
}

function noTables(): SessionStoreError {
  return new SessionStoreError('invalid-schema', 'the session database has no tables');
}

/** Differs after every change of the schema or its version: https://www.sqlite.org/pragma.html#pragma_schema_version */
function stampOf(rows: RowReader): string {
  const schema = rows.get('PRAGMA schema_version')?.schema_version;
  return `${schema} ${rows.get('PRAGMA user_version')?.user_version}`;
}
