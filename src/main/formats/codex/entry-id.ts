import type { RecordPlace } from '../line-session/line-format';

/** The id of an entry, by where its first record stands: what ids records have may be repeated, and so may ordinals. */
export function entryId({ byteOffset }: Pick<RecordPlace, 'byteOffset'>): string {
  return `line:${byteOffset}`;
}
