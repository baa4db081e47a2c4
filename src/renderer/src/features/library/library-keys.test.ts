import { expect, it } from 'vitest';
import type { RecentFile } from '../../../../shared/contract/state';
import { keyCommand } from './library-keys';
import { libraryRows } from './library-rows';

const recents: RecentFile[] = ['one', 'two', 'three'].map((name) => ({
  path: `/${name}`,
  name,
  folder: '/',
  openedAt: '2026-01-01T00:00:00Z',
}));
const rows = libraryRows({ files: [], recents, filter: '', folded: new Set() });
const foldedRows = libraryRows({ files: [], recents, filter: '', folded: new Set(['recents']) });

it('moves by row and by page, and stops at both ends', () => {
  expect(keyCommand(rows, 0, 'ArrowUp')).toEqual({ type: 'move', to: 0 });
  expect(keyCommand(rows, 1, 'ArrowDown')).toEqual({ type: 'move', to: 2 });
  expect(keyCommand(rows, 3, 'ArrowDown')).toEqual({ type: 'move', to: 3 });
  expect(keyCommand(rows, 1, 'PageDown')).toEqual({ type: 'move', to: 3 });
  expect(keyCommand(rows, 2, 'Home')).toEqual({ type: 'move', to: 0 });
});

it('folds an open group, and goes from a member to its group', () => {
  expect(keyCommand(rows, 0, 'ArrowLeft')).toEqual({ type: 'fold', isFolded: true });
  expect(keyCommand(rows, 2, 'ArrowLeft')).toEqual({ type: 'move', to: 0 });
});

it('unfolds a folded group, then goes to its first member', () => {
  expect(keyCommand(foldedRows, 0, 'ArrowRight')).toEqual({ type: 'fold', isFolded: false });
  expect(keyCommand(rows, 0, 'ArrowRight')).toEqual({ type: 'move', to: 1 });
  expect(keyCommand(rows, 1, 'ArrowRight')).toBe(null);
});

it('leaves keys alone that it does not know', () => {
  expect(keyCommand(rows, 0, 'q')).toBe(null);
  expect(keyCommand(rows, 1, 'Delete')).toEqual({ type: 'remove' });
});
