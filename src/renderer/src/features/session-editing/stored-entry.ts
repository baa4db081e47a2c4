import { isJsonObject, memberValue } from '../../../../shared/json/node';
import { parseJson } from '../../../../shared/json/parse';

/** The id in the JSON text of an entry; null where it has none. */
export function storedId(text: string): string | null {
  const parsed = parseJson(text);
  const id = parsed.ok && isJsonObject(parsed.node) ? memberValue(parsed.node, 'id') : undefined;
  return typeof id === 'string' ? id : null;
}
