import type { JsonNode } from './node';

/**
 * A string as JSON text. Escaped are only the quote, the backslash, U+0000–U+001F (short form where there is one,
 * else lower-case hex) and halves of surrogate pairs, which have no other form: RFC 8785 3.2.2.2.
 */
export function quoteJson(value: string): string {
  return JSON.stringify(value);
}

/** Prints a document with its numbers as written: compact, or with `indent` spaces a level. */
export function printJson(node: JsonNode, indent = 0): string {
  return indent > 0 ? printIndented(node, ' '.repeat(indent), '\n') : printCompact(node);
}

function printCompact(node: JsonNode): string {
  if (typeof node === 'string') return quoteJson(node);
  if (node === null || typeof node === 'boolean') return String(node);
  if (node.kind === 'number') return node.literal;
  if (node.kind === 'array') return `[${node.items.map(printCompact).join(',')}]`;
  return `{${node.members.map(({ key, value }) => `${quoteJson(key)}:${printCompact(value)}`).join(',')}}`;
}

/** `newline` is a line feed and the indentation of the node itself. */
function printIndented(node: JsonNode, step: string, newline: string): string {
  if (node === null || typeof node !== 'object' || node.kind === 'number') return printCompact(node);
  const inner = newline + step;
  if (node.kind === 'array') {
    if (node.items.length === 0) return '[]';
    const items = node.items.map((item) => printIndented(item, step, inner));
    return `[${inner}${items.join(`,${inner}`)}${newline}]`;
  }
  if (node.members.length === 0) return '{}';
  const members = node.members.map(
    ({ key, value }) => `${quoteJson(key)}: ${printIndented(value, step, inner)}`,
  );
  return `{${inner}${members.join(`,${inner}`)}${newline}}`;
}
