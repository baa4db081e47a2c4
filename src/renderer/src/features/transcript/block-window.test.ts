import { expect, test } from 'vitest';
import { blockWindow } from './block-window';

test('an entry of few blocks is drawn whole', () => {
  expect(blockWindow(3, null, -1)).toEqual({ from: 0, to: 3 });
  expect(blockWindow(0, null, -1)).toEqual({ from: 0, to: 0 });
});

test('of many, the first ones are drawn, or those around the one that is wanted', () => {
  expect(blockWindow(10_000, null, -1)).toEqual({ from: 0, to: 30 });
  expect(blockWindow(10_000, null, 29)).toEqual({ from: 0, to: 30 });
  expect(blockWindow(10_000, null, 99)).toEqual({ from: 49, to: 149 });
  expect(blockWindow(10_000, null, 5_000)).toEqual({ from: 4_950, to: 5_050 });
  expect(blockWindow(10_000, null, 9_999)).toEqual({ from: 9_949, to: 10_000 });
});

test('what was asked for stays, unless another one is wanted', () => {
  const asked = { from: 4_000, to: 4_300 };
  expect(blockWindow(10_000, asked, -1)).toEqual(asked);
  expect(blockWindow(10_000, asked, 4_200)).toEqual(asked);
  expect(blockWindow(10_000, asked, 10)).toEqual({ from: 0, to: 60 });
});
