import { LARGEST_MAX_DEPTH, parseJson } from '../json/parse';
import { printJson } from '../json/print';
import type { Block, Body } from '../model/body';
import { type EntryKind, isConversation } from '../model/kind';
import { kindWord } from '../model/kind-words';
import { fenced, inlineCode, quoted } from './fence';

/**
 * An entry as Markdown, from a body that holds its whole texts: a heading of who speaks and when, what is said as it
 * stands, reasoning as a quotation, calls and results in fences that nothing in them can close.
 */
export function entryMarkdown(kind: EntryKind, body: Body): string {
  const result = body.blocks.find((block) => block.type === 'tool_result');
  const heading = [
    result ? `Result of ${inlineCode(result.name ?? 'unnamed tool')}` : kindWord(kind),
    ...(result?.isError ? ['error'] : []),
    ...[body.timestamp, body.model].flatMap((fact) => (fact ? [oneLine(fact)] : [])),
  ].join(' · ');
  const isOutput = result !== undefined;
  return [
    `${isConversation(kind) || kind === 'unknown' ? '##' : '###'} ${heading}`,
    ...body.problems.map((problem) => `**Problem:** ${oneLine(problem)}`),
    ...(isConversation(kind)
      ? []
      : body.facts.map(({ name, value }) => `- ${oneLine(name)}: ${inlineCode(value)}`)),
    ...body.blocks.flatMap((block) => blockMarkdown(block, isOutput)),
    ...(body.errorMessage === null ? [] : [`**Error:**\n\n${fenced(body.errorMessage)}`]),
  ].join('\n\n');
}

/** What an entry says, as it stands: its texts alone, also of a result; empty where it has none. */
export function entryText(body: Body): string {
  return body.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}

function blockMarkdown(block: Block, isOutput: boolean): string[] {
  switch (block.type) {
    case 'text':
      if (block.text === '') return [];
      return [isOutput ? fenced(block.text) : block.text];
    case 'thinking':
      return block.text === '' ? [] : [quoted(`**Reasoning**\n\n${block.text}`)];
    case 'tool_call': {
      const { text } = block.argumentsText;
      return [`### Call of ${inlineCode(block.name)}`, ...(text === '' ? [] : [jsonFence(text)])];
    }
    case 'tool_result':
      return [];
    case 'image':
      return [`*${imageWords(block)}*`];
    case 'raw':
      return [`*${oneLine(block.label)}*`, jsonFence(block.text)];
  }
}

function imageWords({ mediaType, totalChars, reference }: Extract<Block, { type: 'image' }>): string {
  // Four characters of base64 stand for three bytes.
  const size = totalChars > 0 ? `${Math.floor((totalChars * 3) / 4)} bytes` : 'not embedded';
  return ['Image', mediaType, size, reference]
    .flatMap((word) => (word === null ? [] : [oneLine(word)]))
    .join(', ');
}

/** JSON set out on lines, its digits kept; what is no JSON stays as it is. */
function jsonFence(text: string): string {
  const parsed = parseJson(text, { maxDepth: LARGEST_MAX_DEPTH });
  return parsed.ok ? fenced(printJson(parsed.node, 2), 'json') : fenced(text);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
