/** The fields of a database's first 100 bytes that decide how it is opened: https://www.sqlite.org/fileformat2.html#the_database_header */
export interface DatabaseHeader {
  readonly journalMode: 'wal' | 'rollback' | 'unknown';
  /** 0 when the stored value is none that SQLite allows. */
  readonly pageSizeBytes: number;
  /** Goes up with every committed change outside WAL mode. */
  readonly changeCounter: number;
  /** null when the header itself says that its count is out of date. */
  readonly pageCount: number | null;
}

export const HEADER_BYTES = 100;
const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');
const WAL_HEADER_BYTES = 32;

/** Whether these first bytes are SQLite's own, as far as they go: a file cut off inside the magic still counts. */
export function hasDatabaseMagic(head: Uint8Array): boolean {
  const length = Math.min(head.length, MAGIC.length);
  return length > 0 && MAGIC.subarray(0, length).equals(head.subarray(0, length));
}

/** Reads the header out of a file's first bytes; null when they are not those of a database or fewer than 100. */
export function parseHeader(head: Uint8Array): DatabaseHeader | null {
  if (head.length < HEADER_BYTES || !hasDatabaseMagic(head)) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const changeCounter = view.getUint32(24);
  const pageCount = view.getUint32(28);
  // SQLite trusts the page count only if "version valid for" was written together with it.
  const isCountValid = pageCount > 0 && view.getUint32(92) === changeCounter;
  return {
    journalMode: journalModeOf(view.getUint8(19)),
    pageSizeBytes: pageSizeOf(view.getUint16(16)),
    changeCounter,
    pageCount: isCountValid ? pageCount : null,
  };
}

/** Whether the file is shorter than its own header says. Holds outside WAL mode; with a -wal the missing pages may be there. */
export function isShorterThanItSays(header: DatabaseHeader, sizeBytes: number): boolean {
  if (header.pageSizeBytes === 0) return false;
  return sizeBytes < (header.pageCount ?? 1) * header.pageSizeBytes;
}

/** Both salts of a -wal, as hex: new at every restart of the log. Empty when there is no whole log header. */
export function walSalts(head: Uint8Array): string {
  if (head.length < WAL_HEADER_BYTES) return '';
  return Buffer.from(head.subarray(16, 24)).toString('hex');
}

/** Marks an image of a cleanly closed WAL database as rollback mode, so that SQLite opens it from memory. Changes `image`. */
export function markAsRollbackMode(image: Uint8Array): void {
  image[18] = 1;
  image[19] = 1;
}

/** As SQLite takes byte 19: 2 is WAL, above is a format it refuses, below is read as rollback mode. */
function journalModeOf(readVersion: number): DatabaseHeader['journalMode'] {
  if (readVersion > 2) return 'unknown';
  return readVersion === 2 ? 'wal' : 'rollback';
}

function pageSizeOf(stored: number): number {
  if (stored === 1) return 65_536;
  const isPowerOfTwo = (stored & (stored - 1)) === 0;
  return stored >= 512 && isPowerOfTwo ? stored : 0;
}
