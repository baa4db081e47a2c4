import type { Item } from '../../../shared/vv-agent/item';
import { readItemLenient } from '../../../shared/vv-agent/lenient-reader';
import { duplicateKeyLosses, type ItemLoss } from '../../../shared/vv-agent/losses';
import { readItemStrict } from '../../../shared/vv-agent/strict-reader';
import { writeItem } from '../../../shared/vv-agent/writer';
import type { UpgradeFacts } from './facts';

/** What becomes of one payload; `reason` is a sentence without the place of the item. */
export type PayloadChange =
  | { readonly kind: 'untouched' }
  | { readonly kind: 'rewritten'; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: string };

const UNTOUCHED: PayloadChange = { kind: 'untouched' };
const MAX_QUOTED_CHARS = 200;

/**
 * Decides by the rules of spec section 5. In a version 1 file a payload that the strict reader takes stays as it is, or
 * the digests of commits would break. The oldest tables had no commits: there every payload is put in normal form, as
 * it is with any that only the lenient reader takes. One that would say less afterwards is refused.
 */
export function upgradePayload(text: string, from: UpgradeFacts['from']): PayloadChange {
  const strict = readItemStrict(text);
  if (strict.ok) {
    if (from === 'v1') return UNTOUCHED;
    const losses = strict.hasDuplicateKeys ? duplicateKeyLosses(text, strict.item) : [];
    return inNormalForm(text, strict.item, losses);
  }
  const lenient = readItemLenient(text);
  if (!lenient.ok) return { kind: 'refused', reason: lenient.message };
  return inNormalForm(text, lenient.item, lenient.losses);
}

function inNormalForm(before: string, item: Item, losses: readonly ItemLoss[]): PayloadChange {
  const [first] = losses;
  if (first) return { kind: 'refused', reason: lossReason(first, losses.length - 1) };
  const written = writeItem(item);
  if (!written.ok) return { kind: 'refused', reason: written.message };
  return written.text === before ? UNTOUCHED : { kind: 'rewritten', text: written.text };
}

function lossReason(loss: ItemLoss, more: number): string {
  const place = cut(loss.path);
  const text = cut(loss.text);
  const rest = more === 0 ? '' : `; and ${more} more like it`;
  switch (loss.what) {
    case 'unreadable-arguments':
      return `${place} holds no JSON object and would become {}, losing ${text}${rest}`;
    case 'dropped-field':
      return `${place} is no part of an item and would be lost: ${text}${rest}`;
    case 'duplicate-key':
      return `${place} stands there more than once, and all but the last would be lost: ${text}${rest}`;
  }
}

function cut(text: string): string {
  return text.length <= MAX_QUOTED_CHARS ? text : `${text.slice(0, MAX_QUOTED_CHARS)}…`;
}
