import { describe, expect, it } from 'vitest';
import { scrollHeight, scrollScale } from './scroll-scale';

const ROW_PX = 28;
const VIEW_PX = 800;

describe('lists higher than an element can be', () => {
  it('leaves an ordinary list alone', () => {
    expect(scrollHeight(100_000 * ROW_PX)).toBe(2_800_000);
    expect(scrollScale(100_000 * ROW_PX, VIEW_PX)).toBe(1);
  });

  it('reaches the last row of ten million', () => {
    const list = 10_000_000 * ROW_PX;
    const height = scrollHeight(list);
    expect(height).toBeLessThan(33_554_428);
    const lastOffset = (height - VIEW_PX) * scrollScale(list, VIEW_PX);
    expect(lastOffset).toBeCloseTo(list - VIEW_PX, 3);
  });
});
