import type { SqlValue } from '../../sqlite/types';

/** What SQLite's CURRENT_TIMESTAMP writes, and what drivers write that keep parts of a second. */
const STORED = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(Z|[+-]\d{2}:\d{2})?$/;

/** A time of a column as RFC 3339; what says no zone is UTC. Text of another form stays as it is, null where there is none. */
export function storedTime(value: SqlValue | undefined): string | null {
  if (value === null || value === undefined) return null;
  const text = String(value);
  const [, date, time, zone] = STORED.exec(text) ?? [];
  return date === undefined ? text : `${date}T${time}${zone ?? 'Z'}`;
}
