import type { Item } from '../../shared/vv-agent/item';
import { readItemStrict } from '../../shared/vv-agent/strict-reader';
import { SessionStoreError } from './store-error';

/**
 * The item of a stored payload by the strict rules, or `undecodable-item`. `place` is what the store calls the item's
 * place by: `item_index 7`.
 */
export function decodeItem(payload: string, place: () => string): Item {
  const read = readItemStrict(payload);
  if (!read.ok) throw undecodable(place(), read.message);
  return read.item;
}

/** A stored item that cannot be read, named by its place, with the rule it breaks. */
export function undecodable(place: string, why: string): SessionStoreError {
  return new SessionStoreError('undecodable-item', `The item at ${place} cannot be decoded: ${why}`);
}

/** How many of the newest items a limit asks for: undefined for all, 0 for a negative one. A fraction is dropped. */
export function newestCount(limit: number | undefined): number | undefined {
  if (limit === undefined || limit === Number.POSITIVE_INFINITY) return undefined;
  return limit > 0 ? Math.min(Math.floor(limit), Number.MAX_SAFE_INTEGER) : 0;
}
