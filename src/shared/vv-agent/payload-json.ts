import type { JsonError, JsonParseResult } from '../json/parse';
import { parseJson } from '../json/parse';

/** Parses JSON by the rules of every vv-agent payload: 127 levels, whole surrogate pairs, numbers a double can hold. */
export function parsePayload(text: string): JsonParseResult {
  return parseJson(text, { rejectLoneSurrogates: true, rejectNumberOverflow: true });
}

/** Words for a parse error; its place is counted in UTF-16 units. */
export function describeJsonError(error: JsonError): string {
  return `${error.message} at character ${error.offset}`;
}
