import { expect, it } from 'vitest';
import { storedFileText } from './numbered-text';
import { structuredPatchLines } from './structured-patch';

it('a stored difference has the numbers of both files, and gaps between its parts', () => {
  const lines = structuredPatchLines({
    structuredPatch: [
      { oldStart: 3, newStart: 3, lines: [' a', '-b', '+c', '+d', '\\ No newline at end of file'] },
      { oldStart: 9, newStart: 10, lines: ['-e'] },
    ],
  });
  expect(lines?.map(({ kind, text, oldNumber, newNumber }) => [kind, text, oldNumber, newNumber])).toEqual([
    ['same', 'a', 3, 3],
    ['removed', 'b', 4, null],
    ['added', 'c', null, 4],
    ['added', 'd', null, 5],
    ['gap', 'No newline at end of file', null, null],
    ['gap', '', null, null],
    ['removed', 'e', 9, null],
  ]);
});

it('a difference that is empty, or of another form, is none', () => {
  expect(structuredPatchLines({ structuredPatch: [] })).toBeNull();
  expect(structuredPatchLines({})).toBeNull();
  expect(structuredPatchLines({ structuredPatch: [{ lines: ['x'] }] })).toBeNull();
  expect(structuredPatchLines({ structuredPatch: [{ lines: [1] }] })).toBeNull();
});

it('the text of a file that was read is taken from what is stored beside the result', () => {
  const file = { content: 'a\nb', startLine: 7, filePath: 'x' };
  expect(storedFileText([{}, { type: 'text', file }])).toEqual({ text: 'a\nb', firstNumber: 7 });
  expect(storedFileText([{ file: { base64: '' } }, { file: 'x' }])).toBeNull();
});
