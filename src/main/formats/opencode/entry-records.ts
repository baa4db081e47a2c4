import { MAX_JOINT_BYTES, MAX_PAGE_BYTES, MAX_PARSED_BYTES } from '../read-limits';
import type { PlannedEntry } from './session-plan';
import type { OpenCodeStorage, RecordKey } from './storage';

/** A record of an entry, and whether it is read: of an entry of absurd size only what comes first is. */
export interface EntryRecord {
  readonly row: number;
  readonly key: RecordKey;
  readonly isRead: boolean;
}

/** What was read of a record. */
export type ReadRecord = EntryRecord & { readonly bytes: Buffer | null | 'too-large' };

/** Records asked for at a time. */
const STEP_RECORDS = 256;

/** The records of an entry in their order: that of the message, then its parts. */
export function recordsOfEntry({ record, parts }: PlannedEntry, row: number): EntryRecord[] {
  let bytes = 0;
  return [...(record === null ? [] : [record]), ...parts].map((key) => {
    bytes += key.sizeBytes;
    return { row, key, isRead: bytes <= MAX_PARSED_BYTES };
  });
}

/** Reads records in short steps; those that are not read come as what they are. */
export function* readRecords(
  storage: OpenCodeStorage,
  records: Iterable<EntryRecord>,
): Generator<readonly ReadRecord[]> {
  let step: EntryRecord[] = [];
  let bytes = 0;
  for (const record of records) {
    if (record.isRead) bytes += record.key.sizeBytes;
    step.push(record);
    // One of megabytes is read with no other behind it.
    const isFull = step.length === STEP_RECORDS || bytes >= MAX_PAGE_BYTES;
    if (!isFull && record.key.sizeBytes <= MAX_JOINT_BYTES) continue;
    yield readStep(storage, step);
    step = [];
    bytes = 0;
  }
  if (step.length > 0) yield readStep(storage, step);
}

function readStep(storage: OpenCodeStorage, step: readonly EntryRecord[]): ReadRecord[] {
  const found = storage.read(step.filter(({ isRead }) => isRead).map(({ key }) => key));
  let at = 0;
  return step.map((record) => ({ ...record, bytes: record.isRead ? (found[at++] ?? null) : 'too-large' }));
}
