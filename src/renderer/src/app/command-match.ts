/**
 * How well a text answers what was typed: every typed word must start a word of the text or at least
 * be in it. Higher is better; null is no answer.
 */
export function matchScore(text: string, query: string): number | null {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const whole = text.toLowerCase();
  const words = whole.split(/[^\p{L}\p{N}]+/u);
  let score = 0;
  for (const word of wanted) {
    if (words.includes(word)) score += 4;
    else if (words.some((each) => each.startsWith(word))) score += 3;
    else if (whole.includes(word)) score += 1;
    else return null;
  }
  // Between equals the shorter text is more about what was typed.
  return score - whole.length / 10_000;
}

/** The items that answer a query, best first, at most `limit`; in their own order when nothing was typed. */
export function bestMatches<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  query: string,
  limit: number,
): readonly T[] {
  if (query.trim() === '') return items.slice(0, limit);
  return items
    .map((item) => ({ item, score: matchScore(textOf(item), query) }))
    .filter((match): match is { item: T; score: number } => match.score !== null)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map((match) => match.item);
}
