import Database from 'better-sqlite3';
import { failureOfSqliteError } from './failure';
import type { ReadFailure } from './types';

/**
 * Rolls back what a dead program left half-done, in a copy of ours. The only place that opens such a file for writing.
 * SQLite deletes a super-journal only if that names this very journal; a copy's random path can be in none.
 */
export function rollBack(copyPath: string): ReadFailure | null {
  try {
    const database = new Database(copyPath, { fileMustExist: true, timeout: 0 });
    try {
      database.pragma('trusted_schema = OFF');
      database.pragma('cell_size_check = ON');
      // The first read finds the journal and rolls it back.
      database.pragma('schema_version');
      return null;
    } finally {
      database.close();
    }
  } catch (error) {
    const known = failureOfSqliteError(error);
    if (known === null) throw error;
    return known;
  }
}
