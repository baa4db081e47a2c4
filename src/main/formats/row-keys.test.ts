import { describe, expect, it } from 'vitest';
import { RowKeys } from './row-keys';

describe('RowKeys', () => {
  it('keeps small keys as numbers', () => {
    const keys = new RowKeys();
    for (let key = 0; key < 5000; key++) keys.push(key * 2);
    expect([keys.count, keys.at(0), keys.at(4999)]).toEqual([5000, 0, 9998]);
  });

  it('keeps every key once one is beyond a double', () => {
    const keys = new RowKeys();
    const given = [-(2n ** 63n), 2n ** 53n + 1n, 2n ** 63n - 1n];
    for (let key = 1; key <= 2000; key++) keys.push(key);
    for (const key of given) keys.push(key);
    keys.push(7);
    expect([keys.at(0), keys.at(1999)]).toEqual([1n, 2000n]);
    expect([keys.at(2000), keys.at(2001), keys.at(2002)]).toEqual(given);
    expect([keys.count, keys.at(2003)]).toEqual([2004, 7n]);
  });

  it('has nothing where there is no row', () => {
    const keys = new RowKeys();
    keys.push(5);
    for (const row of [-1, 1, 0.5, Number.NaN]) expect(keys.at(row)).toBeUndefined();
  });
});
