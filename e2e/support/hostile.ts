import { type ThewayEntry, ThewayFile } from '../../src/main/samples/theway-file';
import { message } from './stores';

/** A session of these messages, each below the one before it. */
export function writeMessages(path: string, messages: Iterable<MessageContent>): void {
  const file = new ThewayFile(path);
  file.setMeta({ id: 'hostile', createdAt: '2026-03-01T10:00:00Z', cwd: '/', path });
  file.append(chained(messages));
  file.close();
}

interface MessageContent {
  readonly role: 'user' | 'assistant' | 'toolResult';
  readonly content: unknown;
  readonly [field: string]: unknown;
}

function* chained(messages: Iterable<MessageContent>): Generator<ThewayEntry> {
  let parentId: string | null = null;
  let count = 0;
  for (const { role, content, ...more } of messages) {
    const id = `m${count++}`;
    yield message(id, parentId, role, content, more);
    parentId = id;
  }
}

/** What a model says. */
export function answer(text: string): MessageContent {
  return { role: 'assistant', content: [{ type: 'text', text }] };
}

/** A call of a tool and its result, whose content is text or blocks. */
export function callWith(
  id: string,
  name: string,
  args: unknown,
  result: string | readonly object[],
): MessageContent[] {
  const content = typeof result === 'string' ? [{ type: 'text', text: result }] : result;
  return [
    { role: 'assistant', content: [{ type: 'toolCall', id, name, arguments: args }] },
    { role: 'toolResult', content, toolCallId: id, toolName: name, isError: false },
  ];
}

/** One answer with so many calls, and a result for each, in another order than that of the calls. */
export function* callsInOneTurn(count: number): Generator<MessageContent> {
  yield { role: 'user', content: 'Look at each file.' };
  const calls = Array.from({ length: count }, (_, at) => ({
    type: 'toolCall',
    id: `c${at}`,
    name: 'read',
    arguments: { path: `src/file-${at}.ts` },
  }));
  yield { role: 'assistant', content: calls };
  for (let at = 0; at < count; at++) {
    // Of each ten, the last one called is the first one done.
    const done = at - (at % 10) + 9 - (at % 10);
    yield {
      role: 'toolResult',
      content: [{ type: 'text', text: `text of file ${done}` }],
      toolCallId: `c${done}`,
      toolName: 'read',
      isError: false,
    };
  }
  yield answer('Each was looked at.');
}

/** Lists of one element, one inside the other. */
export function nestedLists(depth: number, innermost: unknown): unknown {
  let value = innermost;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { inner: value };
  return value;
}

/** Texts that are little to write and much to read as Markdown, each with the words it begins with. */
export const MARKDOWN_BOMBS: Readonly<Record<string, string>> = {
  'lists in lists': Array.from({ length: 2_000 }, (_, at) => `${' '.repeat(at)}- deeper`).join('\n'),
  'lists on one line': `${'- '.repeat(20_000)}deep`,
  'quotes in quotes': `${'>'.repeat(100_000)} deep`,
  'emphasis in emphasis': `${'*a '.repeat(20_000)}${'b* '.repeat(20_000)}`,
  'emphasis that stays open': '**a _b '.repeat(30_000),
  'a table of many rows': `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(50_000)}`,
  'a table of many columns': `${'|a'.repeat(5_000)}|\n${'|-'.repeat(5_000)}|\n${'|1'.repeat(5_000)}|\n`,
  'tables just below the limit': `|a|b|c|d|\n|-|-|-|-|\n${'|1|2|3|4|\n'.repeat(295)}`,
  'a megabyte of backticks': '`'.repeat(1_000_000),
  'backticks of all lengths': Array.from({ length: 1_400 }, (_, at) => `a${'`'.repeat(at + 1)}`).join(''),
  'many links': '[a](https://example.com/b) '.repeat(100_000),
  'brackets that stay open': '[![a'.repeat(50_000),
  'links in brackets': `${'['.repeat(20_000)}a${'](b)'.repeat(20_000)}`,
  'reference definitions': Array.from({ length: 20_000 }, (_, at) => `[r${at}]: https://example.com/${at}`)
    .join('\n')
    .concat('\n\n', '[r1] '.repeat(20_000)),
  'footnotes of footnotes': Array.from({ length: 5_000 }, (_, at) => `[^${at}]: see [^${at + 1}]`).join('\n'),
  'bare addresses': 'www.example.com a@example.com https://example.com '.repeat(10_000),
  'addresses that never end': `${'a.'.repeat(50_000)}@${'b.'.repeat(50_000)}`,
  'many lines that are headings': '# a\n'.repeat(50_000),
  'lines that may be headings': `${'a\n'.repeat(50_000)}===`,
  'a fence of a megabyte': `\`\`\`ts\n${'const a = 1;\n'.repeat(80_000)}\`\`\``,
  'a word of a megabyte': 'x'.repeat(1_000_000),
  'entities and escapes': '&amp;&#65;\\*&lt;'.repeat(30_000),
  'comments that stay open': '<!-- <a <b '.repeat(30_000),
  'breaks of lines': 'a  \n'.repeat(50_000),
  'tabs and spaces': `${'\t'.repeat(200_000)}a\n${' '.repeat(200_000)}b`,
};

/** Texts that change how others are set, or try to leave their place. */
export const HOSTILE_CHARACTERS: Readonly<Record<string, string>> = {
  'lone surrogates': '\ud800a\udc00b\udfff'.repeat(3),
  'many lone surrogates': '\ud800 '.repeat(20_000),
  'bidirectional controls': '\u202eabc\u2066\u202d\u2067def\u200f\u061c',
  'zero-width characters': 'a\u200bb\u200cc\u2060d\ufeffe\u{e0041}',
  'control characters': 'a\u0000b\u0007c\u0008d\u007fe\u0085f\rg',
  'marks above marks': `z${'\u0300\u0301\u0302'.repeat(400)}`,
  'a word without an end': 'W'.repeat(15_000),
  'wide signs': '﷽𒐫꧅'.repeat(300),
  'lines of nothing': '\n'.repeat(3_000),
  'right to left': 'שלום '.repeat(500),
};
