import { describe, expect, it } from 'vitest';
import { pairLines } from './diff-line';
import { textPairs } from './file-edits';
import { parseNumberedDiff } from './numbered-diff';
import { withoutLineNumbers, wrappedFileText } from './numbered-text';
import { parsePatch, patchTextOf } from './patch';
import { parseSearchResults } from './search-results';
import { shellCommand, shellEnd } from './shell';
import { todosOf } from './todos';

describe('a shell call', () => {
  it('has its command as text or as words, and of a shell in a shell the script', () => {
    expect(shellCommand({ command: 'ls -l', cwd: '/tmp' })).toEqual({ command: 'ls -l', folder: '/tmp' });
    expect(shellCommand({ cmd: ['git', 'log'] })?.command).toBe('git log');
    expect(shellCommand({ command: ['bash', '-lc', 'npm test && ls'] })?.command).toBe('npm test && ls');
    expect(shellCommand({ subcommand: 'log', args: ['-1'] })?.command).toBe('git log -1');
    expect(shellCommand({ command: [1, 2] })).toBeNull();
    expect(shellCommand({})).toBeNull();
  });

  it('ends with the code its details tell, else with the one in the last line', () => {
    expect(shellEnd('out\n[exit 2]', [])).toEqual({ exitCode: 2, output: 'out' });
    expect(shellEnd('out\n\nCommand exited with code 127\n', [])).toEqual({ exitCode: 127, output: 'out' });
    expect(shellEnd('[exit 1]', [{ exitCode: 3 }])).toEqual({ exitCode: 3, output: '' });
    expect(shellEnd('fine', [{ exit_code: 0 }])).toEqual({ exitCode: 0, output: 'fine' });
  });

  it('may have printed line breaks without number', () => {
    const output = `${'\n'.repeat(500_000)}x`;
    expect(shellEnd(`${output}\n\n\n[exit 1]`, [])).toEqual({ exitCode: 1, output });
    expect(shellEnd(`${'\n'.repeat(500_000)}[exit 0]`, [])).toEqual({ exitCode: 0, output: '' });
  });

  it('has no code where an output only speaks of one', () => {
    expect(shellEnd('Command exited with code 1\nand went on', []).exitCode).toBeNull();
    expect(shellEnd('see [exit 1] above', []).exitCode).toBeNull();
    expect(shellEnd('', [{ exitCode: '1' }]).exitCode).toBeNull();
  });
});

describe('an edit', () => {
  it('has a pair of its own and those of a list, also of one stored as a string', () => {
    const pairs = [
      { before: 'a', after: 'b' },
      { before: '', after: 'c' },
    ];
    expect(
      textPairs({ oldText: 'a', newText: 'b', edits: JSON.stringify([{ oldText: '', newText: 'c' }]) }),
    ).toEqual(pairs);
    expect(textPairs({ edits: [{ old_string: 'a', new_string: 1 }, null, 'x'] })).toEqual([]);
  });
});

describe('a patch', () => {
  const text = [
    'before',
    '*** Begin Patch',
    '*** Add File: new.txt',
    '+one',
    '+',
    '*** Update File: a.ts',
    '*** Move to: b.ts',
    '@@ class A',
    ' keep',
    '-old',
    '+new',
    '',
    '*** Delete File: gone.ts',
    '*** End Patch',
    'after',
  ];

  it.each(['\n', '\r\n'])('is read file by file, whatever ends its lines', (end) => {
    const files = parsePatch(text.join(end));
    expect(files.map(({ action, path, movedTo }) => [action, path, movedTo])).toEqual([
      ['add', 'new.txt', null],
      ['update', 'a.ts', 'b.ts'],
      ['delete', 'gone.ts', null],
    ]);
    expect(files[0]?.lines.map(({ kind, text: line }) => [kind, line])).toEqual([
      ['added', 'one'],
      ['added', ''],
    ]);
    expect(files[1]?.lines.map(({ kind, text: line }) => [kind, line])).toEqual([
      ['gap', 'class A'],
      ['same', 'keep'],
      ['removed', 'old'],
      ['added', 'new'],
    ]);
  });

  it('is read as far as it goes when it was cut', () => {
    const files = parsePatch('*** Begin Patch\n*** Update File: a.ts\n@@\n-old\n+ne');
    expect(files[0]?.lines.at(-1)).toMatchObject({ kind: 'added', text: 'ne' });
    expect(parsePatch('nothing of the kind')).toEqual([]);
  });

  it('is found in a command too, and only with its first line', () => {
    expect(patchTextOf({ command: ['apply_patch', text.join('\n')] })).not.toBeNull();
    expect(patchTextOf({ input: 'say *** Begin Patch' })).toBeNull();
  });
});

describe('a difference', () => {
  it('is set side by side: what was removed beside what was added for it', () => {
    const line = (kind: 'same' | 'added' | 'removed', text: string) => ({
      kind,
      text,
      oldNumber: null,
      newNumber: null,
    });
    const pairs = pairLines([
      line('same', 'a'),
      line('removed', 'b'),
      line('removed', 'c'),
      line('added', 'd'),
      line('removed', 'e'),
    ]);
    expect(pairs.map(({ left, right }) => [left?.text ?? null, right?.text ?? null])).toEqual([
      ['a', 'a'],
      ['b', 'd'],
      ['c', null],
      ['e', null],
    ]);
  });

  it('of pi has signs and numbers before its lines', () => {
    expect(parseNumberedDiff('  1 a\n- 2 b\n+ 2 c\n    ...\n 10 d')).toEqual([
      { kind: 'same', text: 'a', oldNumber: 1, newNumber: null },
      { kind: 'removed', text: 'b', oldNumber: 2, newNumber: null },
      { kind: 'added', text: 'c', oldNumber: null, newNumber: 2 },
      { kind: 'gap', text: '', oldNumber: null, newNumber: null },
      { kind: 'same', text: 'd', oldNumber: 10, newNumber: null },
    ]);
    expect(parseNumberedDiff('--- a\n+++ b\n@@ -1 +1 @@')).toBeNull();
    expect(parseNumberedDiff('')).toBeNull();
  });
});

describe('a list of things to do', () => {
  it('has the words of each agent, and keeps a status it does not know', () => {
    expect(
      todosOf({
        todos: [
          { content: 'a', status: 'completed' },
          { title: 'b', status: 'in_progress' },
          { description: 'c', status: 'blocked' },
          { status: 'pending' },
          'x',
        ],
      }).map(({ text, status, word }) => [text, status, word]),
    ).toEqual([
      ['a', 'completed', 'completed'],
      ['b', 'in-progress', 'in_progress'],
      ['c', 'other', 'blocked'],
    ]);
  });
});

describe('the output of a search', () => {
  it('is told by files, with what stands around', () => {
    const found = parseSearchResults('src/a-1.ts:3:const a\nsrc/a-1.ts-4-const b\n--\nb.ts:1:x:y\n');
    expect(found?.files).toEqual([
      {
        path: 'src/a-1.ts',
        lines: [
          { number: 3, text: 'const a', isContext: false },
          { number: 4, text: 'const b', isContext: true },
        ],
      },
      { path: 'b.ts', lines: [{ number: 1, text: 'x:y', isContext: false }] },
    ]);
  });

  it('stand below the paths of their files in what OpenCode prints', () => {
    const found = parseSearchResults(
      'Found 3 matches\n/a.ts:\n  Line 3: const a\n  Line 9: x:1:y\n\n/b.ts:\n  Line 1: b\n',
    );
    expect(found).toEqual({
      files: [
        {
          path: '/a.ts',
          lines: [
            { number: 3, text: 'const a', isContext: false },
            { number: 9, text: 'x:1:y', isContext: false },
          ],
        },
        { path: '/b.ts', lines: [{ number: 1, text: 'b', isContext: false }] },
      ],
      rest: ['Found 3 matches'],
    });
  });

  it('is left as it is where it is of another form', () => {
    expect(parseSearchResults('No matches found')).toBeNull();
    expect(parseSearchResults('a\nb\nc\nd.ts:1:x')).toBeNull();
    expect(parseSearchResults('')).toBeNull();
  });
});

describe('numbered lines', () => {
  it.each(['  7\tone\n  8\ttwo', '7→one\n8→two\n', '7: one\n8: two', '00007| one\n00008| two'])(
    'lose their numbers: %j',
    (output) => {
      expect(withoutLineNumbers(output)).toEqual({ text: 'one\ntwo', firstNumber: 7 });
    },
  );

  it.each([
    '<path>/a</path>\n<type>file</type>\n<content>\n7: one\n8: two\n\n(End of file - total 8 lines)\n</content>',
    '<file>\n00007| one\n00008| two\n\n(End of file)\n</file>\n',
    '<file>\n7: one\n8: two\n</file>',
  ])('stand between tags: %j', (output) => {
    expect(wrappedFileText(output)).toEqual({ text: 'one\ntwo', firstNumber: 7 });
  });

  it.each(['7: one', '<file>\nno number\n</file>', '<content>\n7: one\n</content>\nand more'])(
    'are no file between tags: %j',
    (output) => {
      expect(wrappedFileText(output)).toBeNull();
    },
  );

  it('are left alone where a number is missing or out of turn', () => {
    for (const output of ['7\tone\ntwo', '7\tone\n9\ttwo', '12 apples', '', '{"a": 1}'])
      expect(withoutLineNumbers(output)).toBeNull();
  });
});
