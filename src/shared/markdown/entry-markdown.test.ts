import { describe, expect, it } from 'vitest';
import { cutText } from '../model/body';
import { bodyOf } from '../tree/test-support/body';
import { entryMarkdown, entryText } from './entry-markdown';
import { fenced, inlineCode, quoted } from './fence';

const text = (words: string) => ({ type: 'text' as const, ...cutText(words) });

describe('fences', () => {
  it('are longer than any in the text', () => {
    expect(fenced('a', 'ts')).toBe('```ts\na\n```');
    expect(fenced('```\nx\n````\n')).toBe('`````\n```\nx\n````\n`````');
    expect(inlineCode('a`b')).toBe('``a`b``');
    expect(inlineCode('`a\nb')).toBe('`` `a b ``');
  });

  it('quote every line', () => {
    expect(quoted('a\n\nb')).toBe('> a\n>\n> b');
  });
});

describe('an entry as Markdown', () => {
  it('has a heading of who speaks, when and as what, and the text as it stands', () => {
    const body = {
      ...bodyOf(0, [{ type: 'thinking', ...cutText('why') }, text('Fine. *So* it is.')]),
      timestamp: '2026-03-01T10:00:00Z',
      model: 'm-1',
    };
    expect(entryMarkdown('assistant', body)).toBe(
      '## Assistant · 2026-03-01T10:00:00Z · m-1\n\n> **Reasoning**\n>\n> why\n\nFine. *So* it is.',
    );
  });

  it('sets arguments out on lines with every digit, and keeps what is no JSON', () => {
    const call = (args: string) =>
      entryMarkdown(
        'assistant',
        bodyOf(0, [
          { type: 'tool_call', callId: 'c', name: 'bash', argumentsText: cutText(args), asString: false },
        ]),
      );
    expect(call('{"n":12345678901234567890}')).toContain(
      '### Call of `bash`\n\n```json\n{\n  "n": 12345678901234567890\n}\n```',
    );
    expect(call('{"n":')).toContain('```\n{"n":\n```');
  });

  it('puts a result into a fence that nothing in it closes', () => {
    const body = bodyOf(1, [
      { type: 'tool_result', callId: 'c', name: 'ba`sh', isError: true },
      text('```\nls\n```'),
    ]);
    expect(entryMarkdown('tool_result', body)).toBe(
      '## Result of ``ba`sh`` · error\n\n````\n```\nls\n```\n````',
    );
    expect(entryText(body)).toBe('```\nls\n```');
  });

  it('names an image by type and size, and never holds it', () => {
    const image = {
      type: 'image' as const,
      mediaType: 'image/png',
      data: 'AAAA',
      totalChars: 4,
      reference: null,
    };
    expect(entryMarkdown('user', bodyOf(0, [image]))).toBe('## User\n\n*Image, image/png, 3 bytes*');
  });

  it('keeps bookkeeping a level down, with its facts', () => {
    const body = { ...bodyOf(0, []), facts: [{ name: 'Target', value: 'e`3' }] };
    expect(entryMarkdown('label', body)).toBe('### Label\n\n- Target: ``e`3``');
  });
});
