import { expect, it } from 'vitest';
import type { FileUse } from '../../../../shared/tools/file-uses';
import type { PathCall } from '../entry/call-table';
import { countWords, filesOf } from './files-used';

function callOf(row: number, uses: Readonly<Record<string, FileUse>>, isFailed = false): PathCall {
  const files = Object.entries(uses).map(([path, use]) => ({ path, use }));
  return { row, block: 0, callId: null, name: 'tool', files, isFailed };
}

it('lists what is changed before what is only read, with all that was done to each in order', () => {
  const files = filesOf([
    callOf(1, { 'a.ts': 'read', 'b.ts': 'read' }),
    callOf(2, { 'c.ts': 'write' }),
    callOf(3, { 'b.ts': 'edit' }, true),
    callOf(4, { 'b.ts': 'edit' }),
    callOf(5, {}),
  ]);
  expect(files.map((file) => [file.path, countWords(file)])).toEqual([
    ['b.ts', 'read, edited 2×, 1 failed'],
    ['c.ts', 'written'],
    ['a.ts', 'read'],
  ]);
  expect(files[0]?.uses.map(({ call }) => call.row)).toEqual([1, 3, 4]);
});
