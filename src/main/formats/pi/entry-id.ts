import type { RecordPlace } from '../line-session/line-format';

/** The id of an entry: its own, or one by its line, as entries of the first version have none. */
export function entryId(id: string | null, { line }: Pick<RecordPlace, 'line'>): string {
  return id === null || id === '' ? `v1:${line}` : id;
}
