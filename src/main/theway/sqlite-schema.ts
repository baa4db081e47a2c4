import { THEWAY_SCHEMA } from '../../shared/theway/schema';
import { schemaOnlyChecks } from '../formats/theway/checks';
import type { RowReader } from '../sqlite/types';
import type { RowWriter } from '../sqlite/write-types';
import { ThewaySessionError } from './session-error';

/** Makes the tables in a database that has none. */
export function makeSchema(rows: RowWriter): void {
  rows.exec(THEWAY_SCHEMA);
}

/**
 * Lets a transaction go on only over a schema that passes every check of the schema report. Asked inside the
 * transaction, so that no trigger or table that somebody has put there meanwhile can take part in it; asked anew only
 * when SQLite says that the schema changed.
 */
export class SchemaGuard {
  #passed: string | null = null;

  /** Throws a {@link ThewaySessionError} with the reason `invalid-schema`. */
  check(rows: RowReader): void {
    const version = String(rows.get('PRAGMA schema_version')?.schema_version);
    if (version === this.#passed) return;
    const broken = schemaOnlyChecks(rows).find(({ verdict }) => verdict !== 'ok');
    if (broken !== undefined) {
      const { title, expected, found } = broken;
      const message = `The tables of this session are not what a write needs: ${title}: expected ${expected}, found ${found}.`;
      throw new ThewaySessionError({ code: 'storage_failure', message, detail: broken.id }, 'invalid-schema');
    }
    this.#passed = version;
  }
}
