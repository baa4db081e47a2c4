import { describe, expect, it } from 'vitest';
import { IdRows } from './id-rows';

describe('IdRows', () => {
  it('gives each id the row it came with first', () => {
    const rows = new IdRows();
    expect(rows.rowOf('a')).toBe(-1);
    expect(rows.add('a', 0)).toBe(-1);
    expect(rows.add('b', 1)).toBe(-1);
    expect(rows.add('a', 2)).toBe(0);
    expect([rows.rowOf('a'), rows.rowOf('b'), rows.rowOf('c'), rows.rowOf('')]).toEqual([0, 1, -1, -1]);
  });

  it('agrees with a map, however many there are', () => {
    const rows = new IdRows();
    const map = new Map<string, number>();
    for (let row = 0; row < 50_000; row++) {
      const id = `entry-${(row * 7919) % 40_000}`;
      expect(rows.add(id, row)).toBe(map.get(id) ?? -1);
      if (!map.has(id)) map.set(id, row);
    }
    for (let at = 0; at < 41_000; at++) expect(rows.rowOf(`entry-${at}`)).toBe(map.get(`entry-${at}`) ?? -1);
  });

  it('goes on where ids collide', () => {
    // A seed that is known makes ids that collide easy to find.
    const random = Math.random;
    Math.random = () => 0;
    const rows = new IdRows();
    Math.random = random;
    const hashOf = (id: string) => {
      let hash = 0;
      for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
      return (hash ^ (hash >>> 15)) & 2047;
    };
    const ids: string[] = [];
    for (let at = 0; ids.length < 200; at++) if (hashOf(`e${at}`) === 5) ids.push(`e${at}`);
    expect(ids.map((id, row) => rows.add(id, row))).toEqual(ids.map(() => -1));
    expect(ids.map((id) => rows.rowOf(id))).toEqual(ids.map((_, row) => row));
    expect(rows.add('another', 900)).toBe(-1);
    expect(rows.add('another', 901)).toBe(900);
  });
});
