import type { Hit } from '../../../../shared/contract/find';

/** Characters compared on either side; a screen shows a text in other words of its own further on. */
const AROUND_CHARS = 40;

/**
 * The one of some places of a text that is most like a hit by what stands around it; -1 where there are none. Of places
 * that are alike, the one that as many of them stand before as hits like it before the hit.
 */
export function nearestHit(
  text: string,
  starts: readonly number[],
  hit: Pick<Hit, 'before' | 'after' | 'text'>,
  likeBefore: number,
): number {
  const before = plain(hit.before);
  const after = plain(hit.after);
  let best: number[] = [];
  let bestScore = -1;
  for (const start of starts) {
    const end = start + hit.text.length;
    const left = plain(text.slice(Math.max(0, start - 2 * AROUND_CHARS), start));
    const right = plain(text.slice(end, end + 2 * AROUND_CHARS));
    const score = commonEnd(left, before) + commonStart(right, after);
    if (score > bestScore) best = [start];
    else if (score === bestScore) best.push(start);
    bestScore = Math.max(score, bestScore);
  }
  return best[Math.min(likeBefore, best.length - 1)] ?? -1;
}

/** Without what a form made for reading leaves out or puts in: white space, marks of Markdown, escapes of JSON. */
function plain(text: string): string {
  return text.replace(/\\[nrt"\\]|[\s*_`#>"\\]/g, '');
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}

function commonEnd(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one.at(-1 - length) === other.at(-1 - length))
    length += 1;
  return length;
}
