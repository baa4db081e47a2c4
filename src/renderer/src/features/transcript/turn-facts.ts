import type { Usage } from '../../../../shared/model/body';
import { isConversation } from '../../../../shared/model/kind';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { formatCount } from '../../ui/number-format';

/**
 * How long an answer took in ms: from the message or result before it to itself, by their times, which are when each was
 * written. NaN for what is no answer, and where a time is missing or goes backwards.
 */
export function turnDurationMs(index: SessionIndex, row: number): number {
  if (!index.isKind(row, 'assistant')) return Number.NaN;
  let before = index.parent(row);
  // Bookkeeping in between, such as a label, was written for the answer before or by hand.
  while (before >= 0 && !isConversation(index.kind(before))) before = index.parent(before);
  const durationMs = before < 0 ? Number.NaN : index.timeMs(row) - index.timeMs(before);
  return durationMs > 0 ? durationMs : Number.NaN;
}

/** What a count of tokens is made of, as far as the record says: `765 in, 227 out, 6,880 from the cache`. */
export function usageWords(usage: Usage): string {
  const parts: readonly (readonly [number | null, string])[] = [
    [usage.input, 'in'],
    [usage.output, 'out'],
    [usage.cacheRead, 'from the cache'],
    [usage.cacheWrite, 'into the cache'],
  ];
  return parts
    .flatMap(([count, words]) => (count === null ? [] : [`${formatCount(count)} ${words}`]))
    .join(', ');
}

/** `$0.0092`, `$1.24`: what a turn cost, to four digits where it is little, else to the cent. */
export function formatCost(dollars: number): string {
  if (dollars === 0) return '$0';
  if (dollars < 0.0001) return '< $0.0001';
  return `$${dollars.toFixed(dollars < 0.1 ? 4 : 2)}`;
}
