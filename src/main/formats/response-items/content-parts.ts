import { furtherFields, textField } from '../../../shared/content/fields';
import type { Part } from '../../../shared/content/part';
import { isJsonArray, isJsonObject, type JsonNode, type JsonObject } from '../../../shared/json/node';

/** `data:image/png;base64,` and what follows. */
const DATA_URL = /^data:([^;,]*)(?:;[^;,]*)*;base64,/;

/** The parts of a content: a text, or a list of texts and images. What is neither comes as it is stored. */
export function contentParts(content: JsonNode | undefined): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (isJsonArray(content)) return content.items.map(partOf);
  return content === undefined || content === null ? [] : [{ type: 'raw', label: 'content', node: content }];
}

function partOf(node: JsonNode): Part {
  if (typeof node === 'string') return { type: 'text', text: node };
  if (!isJsonObject(node)) return { type: 'raw', label: 'content', node };
  const text = textField(node, 'text');
  if (text !== null) return { type: 'text', text };
  const url = textField(node, 'image_url');
  return (
    (url === null ? null : imagePart(url)) ?? {
      type: 'raw',
      label: textField(node, 'type') ?? 'content',
      node,
    }
  );
}

/** The image in a data URL; null for any other address, which is never followed. */
export function imagePart(url: string): Part | null {
  const [head, mediaType] = DATA_URL.exec(url) ?? [];
  if (head === undefined) return null;
  return { type: 'image', data: url.slice(head.length), mediaType: mediaType || null };
}

/** The fields of a record that are not shown otherwise. */
export function furtherPart(record: JsonObject, known: readonly string[]): Part[] {
  const rest = furtherFields(record, new Set(['type', 'id', ...known]));
  return rest === null ? [] : [{ type: 'raw', label: 'further fields', node: rest }];
}

/** Fields with names for people, as far as they are texts. */
export function textFacts(
  record: JsonObject,
  names: Readonly<Record<string, string>>,
): { name: string; value: string }[] {
  return Object.entries(names).flatMap(([key, name]) => {
    const value = textField(record, key);
    return value === null || value === '' ? [] : [{ name, value }];
  });
}

/** An object of our own making, of fields that a record has elsewhere. */
export function objectOf(fields: Readonly<Record<string, JsonNode | undefined>>): JsonObject {
  const members = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value }],
  );
  return { kind: 'object', members, duplicateKeys: [] };
}
