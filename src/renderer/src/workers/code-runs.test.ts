import typescript from 'highlight.js/lib/languages/typescript';
import { createLowlight } from 'lowlight';
import { describe, expect, it } from 'vitest';
import { CODE_TOKENS, runsOfTree } from './code-runs';

function shown(text: string): readonly string[] {
  const { ends, tokens } = runsOfTree(createLowlight({ typescript }).highlight('typescript', text));
  return [...ends].map(
    (end, at) => `${CODE_TOKENS[tokens[at] ?? 0]}:${text.slice(at === 0 ? 0 : ends[at - 1], end)}`,
  );
}

describe('the colours of code', () => {
  it('tells words, names and comments apart, and leaves nothing out', () => {
    expect(shown('const tax = 0.19; // part')).toEqual([
      'keyword:const',
      'plain: tax = ',
      'number:0.19',
      'plain:; ',
      'comment:// part',
    ]);
  });

  it('is that of code within a string that holds some', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code of one
    expect(shown('`a ${b} c`').map((run) => run.split(':')[0])).toEqual(['string', 'plain', 'string']);
  });

  it('never ends within a character', () => {
    const tree = {
      type: 'root',
      children: [
        { type: 'text', value: 'a\ud83d' },
        {
          type: 'element',
          properties: { className: ['hljs-string'] },
          children: [{ type: 'text', value: '\ude00b' }],
        },
      ],
    };
    expect([...runsOfTree(tree).ends]).toEqual([1, 4]);
  });

  it('is flat however deep a grammar nests', () => {
    let node: { type: string; children?: object[]; value?: string } = { type: 'text', value: 'x' };
    for (let depth = 0; depth < 100_000; depth += 1) node = { type: 'element', children: [node] };
    expect([...runsOfTree(node as never).ends]).toEqual([1]);
  });
});
