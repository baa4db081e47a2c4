import { isJsonArray } from '../json/node';
import type { Item } from './item';
import { describeJsonError, parsePayload } from './payload-json';
import { readItemNodeStrict } from './strict-reader';

/** The items of a list, or what is wrong: with the item of that index, or (null) with the text as a whole. */
export type ItemListResult =
  | { readonly ok: true; readonly items: readonly Item[] }
  | { readonly ok: false; readonly index: number | null; readonly message: string };

/** Reads the text of a JSON array of items, each by the strict rules; the first failure wins. */
export function readItemList(text: string): ItemListResult {
  const parsed = parsePayload(text);
  if (!parsed.ok) return { ok: false, index: null, message: `not JSON: ${describeJsonError(parsed.error)}` };
  if (!isJsonArray(parsed.node)) return { ok: false, index: null, message: 'not an array of items' };
  const items: Item[] = [];
  for (const [index, node] of parsed.node.items.entries()) {
    const read = readItemNodeStrict(node);
    if (!read.ok) return { ok: false, index, message: read.message };
    items.push(read.item);
  }
  return { ok: true, items };
}
