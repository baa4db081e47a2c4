import { isJsonObject, type JsonObject, memberValue } from '../../../../shared/json/node';
import { parseJson } from '../../../../shared/json/parse';

/** The id in the JSON text of an entry; null where it has none. */
export function storedId(text: string): string | null {
  return textOf(text, 'id');
}

/** The parent's id in the JSON text of an entry; null for a root. */
export function storedParent(text: string): string | null {
  return textOf(text, 'parentId');
}

/** A JSON text as an object; null when it is none. */
export function objectOf(text: string): JsonObject | null {
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.node) ? parsed.node : null;
}

function textOf(text: string, field: string): string | null {
  const object = objectOf(text);
  const value = object === null ? undefined : memberValue(object, field);
  return typeof value === 'string' ? value : null;
}
