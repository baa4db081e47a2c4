import { describe, expect, it } from 'vitest';
import { detailsIn, storedDurationMs } from './details';

describe('details of a result', () => {
  it('are an object, and what its metadata holds', () => {
    expect(detailsIn('{"title":"t","metadata":{"exit":2}}')).toEqual([
      { title: 't', metadata: { exit: 2 } },
      { exit: 2 },
    ]);
    expect([detailsIn('{"metadata":[1]}'), detailsIn('[1]'), detailsIn('{')]).toEqual([
      [{ metadata: [1] }],
      [],
      [],
    ]);
  });

  it.each([
    ['{"durationMs":7}', 7],
    ['{"duration_seconds":1.5}', 1500],
    ['{"time":{"start":1000,"end":1250}}', 250],
    ['{"metadata":{"totalDurationMs":9}}', 9],
    ['{"time":{"start":1000}}', null],
    ['{"time":{"start":9,"end":1}}', null],
    ['{"time":5}', null],
  ])('%s tells how long the call took', (text, durationMs) => {
    expect(storedDurationMs(detailsIn(text))).toBe(durationMs);
  });
});
