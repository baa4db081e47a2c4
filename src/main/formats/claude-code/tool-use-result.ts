import type { Part } from '../../../shared/content/part';
import { isJsonArray, isJsonObject, type JsonNode, type JsonObject } from '../../../shared/json/node';

/** What stands for an image that the message has as well. */
const SHOWN_IMAGE = '(the image of this message)';

/** What the program stored beside a result, for its own display: more than the model was told. */
export function toolUseResultParts(node: JsonNode | undefined, parts: readonly Part[]): Part[] {
  if (node === undefined) return [];
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  // An error is most often what the result says, word for word.
  if (typeof node === 'string' && texts.some((text) => node === text || node === `Error: ${text}`)) return [];
  const images = new Set(parts.flatMap((part) => (part.type === 'image' ? [part.data] : [])));
  // Of several results of one record it does not say whose it is.
  const isOfOne = parts.filter((part) => part.type === 'tool_result').length === 1;
  const label = isOfOne ? 'details' : 'toolUseResult';
  return [{ type: 'raw', label, node: images.size === 0 ? node : withoutImages(node, images) }];
}

function withoutImages(node: JsonNode, images: ReadonlySet<string>): JsonNode {
  if (typeof node === 'string') return images.has(node) ? SHOWN_IMAGE : node;
  if (isJsonArray(node))
    return { kind: 'array', items: node.items.map((item) => withoutImages(item, images)) };
  if (!isJsonObject(node)) return node;
  const members = node.members.map(({ key, value }) => ({ key, value: withoutImages(value, images) }));
  return { ...node, members } satisfies JsonObject;
}
