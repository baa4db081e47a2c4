import type { Access } from './access';
import { failure } from './failure';
import { isShorterThanItSays } from './header';
import { isSameFile, type Survey, stampOf, withBytes } from './survey';
import type { DatabaseFacts, QuickCheck, ReadDatabase, ReadFailure, ReadResult, RowReader } from './types';

const IN_PLACE_CHECK_LIMIT_BYTES = 500 * 1024 * 1024;
const MAX_FINDINGS = 100;

/** Makes the read-only database out of an access and the look that led to it. Fails if it cannot be read after all. */
export function makeReadDatabase(found: Survey, access: Access): ReadResult<ReadDatabase> {
  let isClosed = false;
  let isReading = false;

  const read = <T>(work: (rows: RowReader) => T): ReadResult<T> => {
    if (isClosed) throw new Error('This database has been closed');
    if (isReading) throw new Error('A read was begun inside another');
    const borrowed = access.borrow();
    if (!borrowed.ok) return borrowed;
    let spoiled: ReadFailure | null = null;
    let result: ReadResult<T>;
    isReading = true;
    try {
      result = borrowed.value.read(work);
    } finally {
      isReading = false;
      spoiled = access.giveBack(borrowed.value);
    }
    return spoiled ?? (result.ok ? result : explain(result, found));
  };

  const first = read((rows) => ({
    facts: readFacts(rows, found, access.opened),
    // Asked under the read lock: a writer that lengthens the file has none of its pages half-written now.
    sizeBytes: access.opened === 'in-place' ? sizeNow(found) : found.main.sizeBytes,
    dataVersion: numberOf(rows, 'PRAGMA data_version'),
  }));
  if (!first.ok) return first;
  const { facts, dataVersion, sizeBytes } = first.value;
  // With a log or a journal the pages may be there; without one SQLite itself overlooks a cut in the last page.
  const isAlone = withBytes(found.wal) === null && !found.isJournalLive;
  if (isAlone && facts.pageCount * facts.pageSizeBytes > sizeBytes) {
    return failure('truncated', `${sizeBytes} bytes for ${facts.pageCount} pages of ${facts.pageSizeBytes}`);
  }

  const isSameOnDisk = (): boolean => {
    try {
      const wal = withBytes(stampOf(`${found.path}-wal`));
      return isSameFile(stampOf(found.path), found.main) && isSameFile(wal, withBytes(found.wal));
    } catch {
      return false; // It cannot even be looked at any more.
    }
  };

  const database = {
    path: found.path,
    facts,
    read,
    hasChanged: () => {
      if (!isSameOnDisk()) return true;
      if (access.opened !== 'in-place') return false;
      // A writer can set the time back; SQLite's own count cannot be fooled so. A lock tells nothing.
      const now = read((rows) => numberOf(rows, 'PRAGMA data_version'));
      return now.ok ? now.value !== dataVersion : now.code !== 'locked';
    },
    quickCheck: ({ anySize = false } = {}) => {
      const isOurs = access.opened === 'memory' || access.opened === 'copy';
      if (!isOurs && !anySize && facts.sizeBytes > IN_PLACE_CHECK_LIMIT_BYTES) {
        const { sizeBytes } = facts;
        return { ok: true, value: { state: 'skipped', sizeBytes, limitBytes: IN_PLACE_CHECK_LIMIT_BYTES } };
      }
      return toQuickCheck(read(findings));
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      access.dispose();
    },
    // The brand exists for the type checker only: it has no value that could be given here.
  } as ReadDatabase;
  return { ok: true, value: database };
}

/** Tells a file that was cut off from one that is damaged inside: SQLite calls both corrupt. */
function explain(failed: ReadFailure, { header, main }: Survey): ReadFailure {
  if (failed.code !== 'damaged' || !isShorterThanItSays(header, main.sizeBytes)) return failed;
  const pages = `${header.pageCount ?? 1} pages of ${header.pageSizeBytes}`;
  return failure('truncated', `${main.sizeBytes} bytes for ${pages}; ${failed.detail}`);
}

/** The size of the main file at this moment; where it cannot be had, what it was before. */
function sizeNow(found: Survey): number {
  try {
    return stampOf(found.path)?.sizeBytes ?? found.main.sizeBytes;
  } catch {
    return found.main.sizeBytes;
  }
}

function readFacts(rows: RowReader, found: Survey, opened: DatabaseFacts['opened']): DatabaseFacts {
  // Reads every page of the schema, so damage there shows at once.
  rows.get('SELECT count(*) FROM sqlite_schema');
  return {
    journalMode: found.header.journalMode,
    pageSizeBytes: numberOf(rows, 'PRAGMA page_size'),
    pageCount: numberOf(rows, 'PRAGMA page_count'),
    encoding: String(firstValue(rows, 'PRAGMA encoding')),
    userVersion: numberOf(rows, 'PRAGMA user_version'),
    applicationId: numberOf(rows, 'PRAGMA application_id'),
    sizeBytes: found.main.sizeBytes,
    walBytes: found.wal?.sizeBytes ?? 0,
    opened,
  };
}

function findings(rows: RowReader): string[] {
  return rows.all(`PRAGMA quick_check(${MAX_FINDINGS})`).map((row) => String(Object.values(row)[0]));
}

/** Damage makes the check answer with rows, or throw half-way: both say the same. */
function toQuickCheck(result: ReadResult<string[]>): ReadResult<QuickCheck> {
  if (result.ok) {
    const isSound = result.value.length === 1 && result.value[0] === 'ok';
    return { ok: true, value: isSound ? { state: 'sound' } : { state: 'damaged', findings: result.value } };
  }
  if (result.code !== 'damaged' && result.code !== 'truncated') return result;
  return { ok: true, value: { state: 'damaged', findings: [result.detail] } };
}

function numberOf(rows: RowReader, pragma: string): number {
  return Number(firstValue(rows, pragma));
}

function firstValue(rows: RowReader, pragma: string): unknown {
  return Object.values(rows.get(pragma) ?? {})[0];
}
