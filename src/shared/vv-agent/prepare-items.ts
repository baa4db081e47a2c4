import type { DigestResult, NewHasher } from './digest';
import { canonicalItem, digestFailure, PayloadHash } from './digest';
import type { Item } from './item';
import { itemTexts } from './item-texts';
import { normalizeItem, writeItem, writeNormalForm } from './writer';

/** The first item, counted from 0, that must not be written, and why in the words of the rule it breaks. */
export interface BrokenItem {
  readonly ok: false;
  readonly index: number;
  readonly message: string;
}

/** The payload texts of items, in order, or the item that has none. */
export type PreparedItems = { readonly ok: true; readonly payloads: readonly string[] } | BrokenItem;

/** The payload texts of a commit's items and their digest; without a digest they are not to be written. */
export type PreparedCommit =
  | { readonly ok: true; readonly payloads: readonly string[]; readonly digest: DigestResult }
  | BrokenItem;

/** What `addItems` writes: every item in normal form and by the strict rules (sections 2 and 3 of the vv-agent facts). */
export function prepareItems(items: readonly Item[]): PreparedItems {
  const payloads: string[] = [];
  for (const [index, item] of items.entries()) {
    const payload = itemTexts(item)?.payload;
    const written = payload === undefined ? writeItem(item) : { ok: true as const, text: payload };
    if (!written.ok) return { ok: false, index, message: written.message };
    payloads.push(written.text);
  }
  return { ok: true, payloads };
}

/**
 * What `addItemsOnce` writes and what it compares the given digest with (section 4). A size of an artifact beyond
 * 2^53−1 breaks no strict rule: it is the digest that tells of it.
 */
export function prepareCommit(items: readonly Item[], newHasher: NewHasher): PreparedCommit {
  const payloads: string[] = [];
  const hash = new PayloadHash(newHasher);
  let failure: DigestResult | undefined;
  for (const [index, item] of items.entries()) {
    const texts = itemTexts(item);
    if (texts !== undefined) {
      payloads.push(texts.payload);
      hash.add(texts.canonical);
      continue;
    }
    const written = writeNormalForm(item);
    if (!written.ok) return { ok: false, index, message: written.message };
    payloads.push(written.text);
    const canonical = canonicalItem(normalizeItem(item));
    if (canonical.ok) hash.add(canonical.json);
    else failure ??= digestFailure(index, canonical);
  }
  return { ok: true, payloads, digest: failure ?? { ok: true, digest: hash.digest() } };
}
