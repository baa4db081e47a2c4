import { describe, expect, it } from 'vitest';
import { rfc3339Ms } from './rfc3339';

describe('rfc3339Ms', () => {
  it.each([
    '2026-02-30T01:02:03Z',
    '2026-02-32T01:02:03Z',
    '2026-00-01T01:02:03Z',
    '2026-12-31T23:59:59.999Z',
    '2026-12-31T24:00:00Z',
    '2026-12-31T24:00:00.001Z',
    '2026-12-31T23:60:00Z',
    '2026-12-31T23:59:60Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.000Z',
  ])('%s means what the engine says', (text) => {
    // Twice: the day of the first is remembered.
    expect([rfc3339Ms(text), rfc3339Ms(text)]).toEqual([Date.parse(text), Date.parse(text)]);
  });

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
    '1970-01-01T00:00:0xZ',
    '1970-01-01T00:00:00.0xxZ',
    '1970x01-01T00:00:00Z',
    '1970-01-01x00:00:00Z',
    '1970-01-01T00:00:00,000Z',
    'x1970-01-01T00:00:00Z',
  ])('%j is no time', (text) => {
    expect(rfc3339Ms(text)).toBeNaN();
  });
});
