import { describe, expect, it } from 'vitest';
import { rfc3339Ms } from './rfc3339';

describe('rfc3339Ms', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['1970-01-01t00:00:01.5z', 1500],
    ['1970-01-01 01:00:00+01:00', 0],
    ['1970-01-01T00:00:00.123456789Z', 123],
  ])('%s is %d', (text, timeMs) => {
    expect(rfc3339Ms(text)).toBe(timeMs);
  });

  it.each([
    null,
    '',
    'yesterday',
    '5',
    '1970',
    '1970-01-01',
    '1970-01-01T00:00:00',
    '1970-13-01T00:00:00Z',
    'x1970-01-01T00:00:00Z',
  ])('%j is no time', (text) => {
    expect(rfc3339Ms(text)).toBeNaN();
  });
});
