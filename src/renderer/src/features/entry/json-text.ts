import { isJsonObject, type JsonNode } from '../../../../shared/json/node';
import { LARGEST_MAX_DEPTH, parseJson } from '../../../../shared/json/parse';
import { printJson } from '../../../../shared/json/print';

const INDENT = 2;

/** JSON set out on lines, every digit of its numbers and every doubled key kept; null when it is no JSON. */
export function formatJson(text: string): string | null {
  const parsed = parseJson(text, { maxDepth: LARGEST_MAX_DEPTH });
  return parsed.ok ? printJson(parsed.node, INDENT) : null;
}

/** Arguments that say best what a call is about, in the words the known agents' tools use. */
const TELLING = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'path',
  'file',
  'pattern',
  'query',
  'url',
  'prompt',
  'description',
  'name',
];

/** Enough for one line of the widest window. */
const MAX_CHARS = 300;

/**
 * The argument a tool call is recognised by, on one line: a telling one, else the first text, else
 * the arguments as they are. Takes JSON text, also one that is cut off or no JSON.
 */
export function mainArgument(text: string): string {
  const parsed = parseJson(text, { maxDepth: LARGEST_MAX_DEPTH });
  return oneLine(parsed.ok ? mainOf(parsed.node) : text);
}

function mainOf(node: JsonNode): string {
  if (typeof node === 'string') return node;
  if (!isJsonObject(node)) return printJson(node);
  const texts = node.members.flatMap(({ key, value }) => {
    const shown = textOf(value);
    return shown === null ? [] : [{ key, text: shown }];
  });
  for (const key of TELLING) {
    const found = texts.find((member) => member.key === key);
    if (found) return found.text;
  }
  if (texts[0]) return texts[0].text;
  return node.members.length === 0 ? '' : printJson(node);
}

/** A text, or a command given as a list of words. */
function textOf(value: JsonNode): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value !== 'object' || value === null || value.kind !== 'array') return null;
  const words = value.items.filter((item) => typeof item === 'string');
  return words.length > 0 && words.length === value.items.length ? words.join(' ') : null;
}

function oneLine(text: string): string {
  return text
    .slice(0, MAX_CHARS * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_CHARS);
}
