import { describe, expect, it } from 'vitest';
import { offsetToShow, scrollHeight, scrollScale } from './scroll-scale';

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

describe('a line that is to be in view', () => {
  it('stays where it is when it is', () => {
    expect(offsetToShow(560, ROW_PX, 560, VIEW_PX)).toBeNull();
    expect(offsetToShow(1300, ROW_PX, 560, VIEW_PX)).toBeNull();
  });

  it('comes to the nearest edge', () => {
    expect(offsetToShow(532, ROW_PX, 560, VIEW_PX)).toBe(532);
    expect(offsetToShow(1400, ROW_PX, 560, VIEW_PX)).toBe(1400 + ROW_PX + 12 - VIEW_PX);
  });
});
