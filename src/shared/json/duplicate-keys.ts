import { isJsonArray, isJsonObject, type JsonNode, memberValue } from './node';

/** A key that stands in its object more than once. */
export interface DuplicateKey {
  /** Where it stands, for example `metadata.tags[0].name`. */
  readonly path: string;
  /** The value that counts: the last. */
  readonly value: JsonNode;
}

/**
 * The doubled keys of a document, each named once, outermost first. Below a doubled key nothing is named: its
 * value is given whole, so that all values together are no longer than the document.
 */
export function duplicateKeys(node: JsonNode, place = ''): DuplicateKey[] {
  const found: DuplicateKey[] = [];
  collect(node, place, found);
  return found;
}

function collect(node: JsonNode, place: string, found: DuplicateKey[]): void {
  if (isJsonArray(node)) {
    for (const [index, item] of node.items.entries()) {
      if (typeof item === 'object') collect(item, `${place}[${index}]`, found);
    }
    return;
  }
  if (!isJsonObject(node)) return;
  const doubled = new Set(node.duplicateKeys);
  for (const key of doubled) found.push({ path: pathOf(place, key), value: memberValue(node, key) ?? null });
  for (const { key, value } of node.members) {
    if (typeof value === 'object' && !doubled.has(key)) collect(value, pathOf(place, key), found);
  }
}

function pathOf(place: string, key: string): string {
  return place === '' ? key : `${place}.${key}`;
}
