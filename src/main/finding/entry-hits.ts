import type { EntryHits, Hit } from '../../shared/contract/find';
import { bodyTexts, type EntryText } from '../../shared/find/entry-texts';
import type { Matcher, TextRange } from '../../shared/find/matcher';
import type { ReadResult, SessionSource } from '../formats/format';
import { WHOLE_TEXTS } from '../formats/read-texts';
import { limitMs } from './find';
import { runWithin } from './time-limit';

interface EntryOptions {
  readonly sessionId: string;
  readonly row: number;
  readonly matcher: Matcher;
  /** Hits that are left out, and most that are told. */
  readonly first: number;
  readonly most: number;
}

/** UTF-16 units told of what was found, and of what stands on either side. */
const MAX_HIT_CHARS = 300;
const AROUND_CHARS = 40;

/** Some hits of one entry, and where they stand in it. */
export async function hitsInEntry(
  source: SessionSource,
  { sessionId, row, matcher, first, most }: EntryOptions,
): Promise<ReadResult<EntryHits>> {
  const bodies = await source.bodies(sessionId, [row], WHOLE_TEXTS);
  if (!bodies.ok) return bodies;
  const texts = bodies.value.flatMap(bodyTexts);
  const hits: Hit[] = [];
  let left = first;
  const look = () => {
    for (const text of texts) {
      const ranges = matcher.ranges(text.text, left, most - hits.length);
      hits.push(...ranges.map((range) => hitOf(text, range)));
      // Counted again only as long as some are left out.
      left = ranges.length > 0 ? 0 : left === 0 ? 0 : left - matcher.count(text.text);
      if (hits.length >= most) return;
    }
  };
  if (matcher.isLinear) {
    look();
    return { ok: true, value: { hits, isStopped: false } };
  }
  const isDone = runWithin(2 * limitMs(texts), look);
  return { ok: true, value: { hits, isStopped: !isDone } };
}

function hitOf({ block, isName, text }: EntryText, { start, length }: TextRange): Hit {
  const end = start + length;
  return {
    block,
    isInName: isName,
    start,
    length,
    text: text.slice(start, Math.min(end, start + MAX_HIT_CHARS)),
    before: text.slice(Math.max(0, start - AROUND_CHARS), start),
    after: text.slice(end, end + AROUND_CHARS),
  };
}
