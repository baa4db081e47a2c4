import { describe, expect, it } from 'vitest';
import { pathToRoot } from './path';

function pathIn(parents: Readonly<Record<string, string | null>>, leaf: string | null) {
  const found = pathToRoot(leaf, (id) => {
    const parentId = new Map(Object.entries(parents)).get(id);
    return parentId === undefined ? null : { id, parentId };
  });
  return found.ok ? found.value.map(({ id }) => id) : found.error;
}

describe('pathToRoot', () => {
  it('is root first', () => {
    expect(pathIn({ a: null, b: 'a', c: 'b', x: 'a' }, 'c')).toEqual(['a', 'b', 'c']);
  });

  it('of null is empty', () => {
    expect(pathIn({ a: null }, null)).toEqual([]);
  });

  it.each([
    ['a start that is not there', { a: null }, 'x', 'parent x not found'],
    ['a parent that is not there', { a: 'gone' }, 'a', 'parent gone not found'],
    ['a parent that is the empty string', { a: '' }, 'a', 'parent  not found'],
    ['an entry that is its own parent', { a: 'a' }, 'a', 'cycle in parent chain at a'],
    [
      'two entries that are each other’s parents',
      { a: 'b', b: 'a', c: 'a' },
      'c',
      'cycle in parent chain at a',
    ],
  ])('refuses %s', (_what, parents, leaf, message) => {
    expect(pathIn(parents, leaf)).toEqual({ code: 'corrupted', message, detail: '' });
  });

  it('is no deeper for the stack at 100,000 entries', () => {
    const found = pathToRoot('99999', (id) => ({ id, parentId: id === '0' ? null : String(Number(id) - 1) }));
    expect(found.ok && found.value.length).toBe(100_000);
  });
});
