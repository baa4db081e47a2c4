import type { JsonError, JsonParseResult } from '../json/parse';
import { DEFAULT_MAX_DEPTH, parseJson } from '../json/parse';

/**
 * Parses JSON by the rules of every vv-agent payload: whole surrogate pairs, numbers a double can hold, 127 levels; fewer
 * for a part that stands some levels deep.
 */
export function parsePayload(text: string, maxDepth = DEFAULT_MAX_DEPTH): JsonParseResult {
  return parseJson(text, { maxDepth, rejectLoneSurrogates: true, rejectNumberOverflow: true });
}

/** Words for a parse error; its place is counted in UTF-16 units. */
export function describeJsonError(error: JsonError): string {
  return `${error.message} at character ${error.offset}`;
}
