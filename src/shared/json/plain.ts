import type { JsonNode } from './node';

/** A JSON document as ordinary values. Objects have no prototype, so a key like `__proto__` is only a key. */
export type JsonPlain = null | boolean | number | string | JsonPlain[] | { [key: string]: JsonPlain };

/** Ordinary values of a document: numbers become doubles and the last of doubled keys wins, so this can lose. */
export function toPlain(node: JsonNode): JsonPlain {
  if (node === null || typeof node !== 'object') return node;
  if (node.kind === 'number') return Number(node.literal);
  if (node.kind === 'array') return node.items.map(toPlain);
  // Object.create is typed any; an object without prototype is an empty record.
  const plain = Object.create(null) as { [key: string]: JsonPlain };
  for (const { key, value } of node.members) plain[key] = toPlain(value);
  return plain;
}
