import { describe, expect, it } from 'vitest';
import { fittingScale, keptScroll, steppedScale } from './zoom';

describe('the zoom of an image', () => {
  it('fits a large image into the room there is, and leaves a small one as it is', () => {
    expect(fittingScale({ width: 2000, height: 500 }, { width: 1000, height: 400 })).toBe(0.5);
    expect(fittingScale({ width: 500, height: 2000 }, { width: 1000, height: 400 })).toBe(0.2);
    expect(fittingScale({ width: 10, height: 10 }, { width: 1000, height: 400 })).toBe(1);
  });

  it('steps from wherever it is, and stops at both ends', () => {
    expect(steppedScale(0.37, 1)).toBe(0.5);
    expect(steppedScale(0.37, -1)).toBe(0.33);
    expect(steppedScale(1, 1)).toBe(1.5);
    expect(steppedScale(16, 1)).toBe(16);
    expect(steppedScale(0.05, -1)).toBe(0.05);
  });

  it('keeps the point under the pointer', () => {
    expect(keptScroll(100, 50, 2)).toBe(250);
    expect(keptScroll(0, 10, 0.5)).toBe(0);
  });
});
