import type { IsRecord } from '../../lines/found-record';
import { failure } from '../../sqlite/failure';
import { stampOf } from '../../sqlite/survey';
import { decodedCopy } from '../../zstd/decoded-copy';
import { DatabaseError } from '../database-error';
import type { TextOptions } from '../format';
import { RecordFile } from './record-file';

/**
 * Opens a file of records, a compressed one by way of a decoded copy; `limit` where only so many of its first bytes
 * count. Throws `DatabaseError` and errors of the system.
 */
export async function openRecordFile(
  path: string,
  isRecord: IsRecord,
  options: TextOptions,
  limit?: number,
): Promise<RecordFile> {
  const stamp = stampOf(path);
  if (stamp === null) throw new DatabaseError(failure('missing', path));
  const decoded = await decodedCopy(path, options);
  return new RecordFile(path, stamp, isRecord, { limit, decoded: decoded ?? undefined });
}
