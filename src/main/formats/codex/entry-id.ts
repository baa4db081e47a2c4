import type { RecordPlace } from '../line-session/line-format';
import type { EarlierParts } from './earlier-parts';

/**
 * The id of an entry, by where its first record stands: ids that records have may be repeated, and so may ordinals. Of
 * one in an earlier file the segment tells which.
 */
export function entryId(
  { byteOffset, part }: Pick<RecordPlace, 'byteOffset' | 'part'>,
  { parts }: EarlierParts,
): string {
  return part === undefined ? `line:${byteOffset}` : `seg:${parts[part - 1]?.segmentId}:${byteOffset}`;
}
