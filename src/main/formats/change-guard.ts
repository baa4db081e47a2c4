import { isSameFile, stampOf, withBytes } from '../sqlite/survey';
import type { ReadDatabase } from '../sqlite/types';
import { DatabaseError, unwrap } from './database-error';

/**
 * Keeps what is read in several transactions one state of the file: a pass that another program writes
 * into fails, rather than mix two. What was read in one transaction needs no guard.
 */
export class ChangeGuard {
  readonly #db: ReadDatabase;
  readonly #before: State | null;

  /** Holds on to the state of this moment, which need not be that in which the file was opened. */
  constructor(db: ReadDatabase) {
    this.#db = db;
    this.#before = stateOf(db);
  }

  /** Throws `DatabaseError` (`changed-while-reading`) once the file is another than at the start. */
  check(): void {
    if (this.#before === null) return;
    const now = stateOf(this.#db);
    if (now === null || !isSame(this.#before, now)) throw changedWhileReading(this.#db.path);
  }
}

interface State {
  readonly main: ReturnType<typeof stampOf>;
  readonly wal: ReturnType<typeof stampOf>;
  /** SQLite's own count of changes, which no change of the clock fools; null where each read has a handle of its own. */
  readonly dataVersion: unknown;
}

/** Null for a copy of ours, which stays what it was. */
function stateOf(db: ReadDatabase): State | null {
  const { opened } = db.facts;
  if (opened === 'memory' || opened === 'copy') return null;
  const version = () => unwrap(db.read((rows) => rows.get('PRAGMA data_version')))?.data_version;
  try {
    return {
      main: stampOf(db.path),
      wal: withBytes(stampOf(`${db.path}-wal`)),
      dataVersion: opened === 'in-place' ? version() : null,
    };
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    // It cannot even be looked at any more.
    throw changedWhileReading(db.path);
  }
}

function isSame(before: State, now: State): boolean {
  return (
    isSameFile(before.main, now.main) &&
    isSameFile(before.wal, now.wal) &&
    before.dataVersion === now.dataVersion
  );
}

function changedWhileReading(path: string): DatabaseError {
  return new DatabaseError({
    ok: false,
    code: 'changed-while-reading',
    message: 'Another program changed the file while it was being read. Reload it.',
    detail: path,
  });
}
