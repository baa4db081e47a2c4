import { COMMITS_TABLE, ITEMS_INDEX, ITEMS_TABLE, SCHEMA_VERSION } from '../../shared/vv-agent/schema';
import { judgeSchema } from '../formats/vv-agent/schema-verdict';
import type { RowReader, SqlValue } from '../sqlite/types';
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
  /** SQLite's count of what other handles did, at a moment when the schema was the one that passed. */
  #passedIn: SqlValue = null;

  /** As {@link prepareSchema}, or nothing where the schema is the one that passed last. */
  prepare(rows: RowWriter, options: SchemaOptions): void {
    this.#pass(rows, () => prepareSchema(rows, options));
  }

  /** The same for a transaction that only reads. */
  check(rows: RowReader): void {
    this.#pass(rows, () => {
      if (isEmpty(rows)) throw noTables();
    });
  }

  #pass(rows: RowReader, check: () => void): void {
    // Others alone may change a schema behind our back: as long as they did nothing at all, one look suffices.
    const changes = pragmaOf(rows, 'PRAGMA data_version');
    if (changes === this.#passedIn) return;
    const stamp = stampOf(rows);
    if (stamp !== this.#passed) {
      check();
      // What was made in this transaction may still be rolled back, and another take its stamp.
      if (stampOf(rows) !== stamp) return;
      this.#passed = stamp;
    }
    this.#passedIn = changes;
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
  return `${pragmaOf(rows, 'PRAGMA schema_version')} ${pragmaOf(rows, 'PRAGMA user_version')}`;
}

function pragmaOf(rows: RowReader, pragma: string): SqlValue {
  return rows.column(pragma)[0] ?? null;
}
