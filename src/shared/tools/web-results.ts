import { type Arguments, listOf, own, parseArguments, textOf } from './arguments';

/** One thing a search in the web found. */
export interface WebHit {
  readonly title: string;
  /** As stored; it may be no address at all. */
  readonly url: string;
  /** What the page says, or how old it is; null where the result does not tell. */
  readonly excerpt: string | null;
}

/** What a search found, from the details of its result or the JSON it printed; null where neither has such a list. */
export function webHitsOf(output: string | null, details: readonly Arguments[]): readonly WebHit[] | null {
  for (const part of [...details, ...printedParts(output)]) {
    const hits = hitsOf(part);
    if (hits.length > 0) return hits;
  }
  return null;
}

/** JSON of an object, or of a list. */
function printedParts(output: string | null): readonly Arguments[] {
  const start = output?.trimStart().charAt(0);
  if (output === null || (start !== '{' && start !== '[')) return [];
  const parsed = parseArguments(start === '[' ? `{"results":${output}}` : output);
  return parsed === null ? [] : [parsed];
}

function hitsOf(part: Arguments): readonly WebHit[] {
  const list = listOf(part, 'results', 'content', 'items', 'hits');
  return list.flatMap((item) => {
    const url = textOf(item, 'url', 'link', 'href', 'uri');
    // Some put the hits of each of several searches into a list of its own.
    if (url === null) return own(item, 'content') === undefined ? [] : hitsOf(item);
    const title = textOf(item, 'title', 'name') ?? '';
    const excerpt = textOf(item, 'snippet', 'excerpt', 'description', 'content', 'text', 'page_age');
    return [{ url, title: title.trim() === '' ? url : title, excerpt }];
  });
}
