import { isJsonNumber, type JsonNode, type JsonObject, memberValue } from '../json/node';

/** A string field; null when it is absent or no string. */
export function textField(object: JsonObject, key: string): string | null {
  const value = memberValue(object, key);
  return typeof value === 'string' ? value : null;
}

/** A number field as a double; null when it is absent or no number. */
export function numberField(object: JsonObject, key: string): number | null {
  const value = memberValue(object, key);
  return isJsonNumber(value) ? Number(value.literal) : null;
}

/** The members beyond the known ones, as an object of their own; null when there are none. */
export function furtherFields(object: JsonObject, known: ReadonlySet<string>): JsonObject | null {
  const members = object.members.filter(({ key }) => !known.has(key));
  return members.length === 0 ? null : { kind: 'object', members, duplicateKeys: [] };
}

/** A field that is present and not null. */
export function presentField(object: JsonObject, key: string): JsonNode | undefined {
  return memberValue(object, key) ?? undefined;
}
