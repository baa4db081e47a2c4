import { expect, it } from 'vitest';
import { formatTime, timeTitle } from './time-format';

const now = Date.UTC(2026, 5, 1, 12, 0, 0);
const minutes = 60_000;

it('prints ages in the largest whole unit', () => {
  const ages = [0, 0.5, 1, 59, 60, 23 * 60 + 59, 24 * 60, 29 * 24 * 60];
  expect(ages.map((age) => formatTime(now - age * minutes, 'ago', now))).toEqual([
    'now',
    'now',
    '1 min',
    '59 min',
    '1 h',
    '23 h',
    '1 d',
    '29 d',
  ]);
});

it('prints a date once an age says little, and for a time far in the future', () => {
  expect(formatTime(now - 40 * 24 * 60 * minutes, 'ago', now)).toBe('Apr 22, 2026');
  expect(formatTime(now + 5 * minutes, 'ago', now)).toBe('now');
  expect(formatTime(now + 40 * 24 * 60 * minutes, 'ago', now)).toBe('Jul 11, 2026');
});

it('prints the clock with two digits and the full time with seconds and zone', () => {
  const local = new Date(2026, 5, 1, 9, 5, 7).getTime();
  expect(formatTime(local, 'clock', now)).toBe('09:05');
  expect(formatTime(local, 'full', now)).toMatch(/Jun 1, 2026.*09:05:07/);
});

it('titles a time with the zone it is shown in, and with UTC to the millisecond', () => {
  const [local, utc] = timeTitle(Date.UTC(2026, 5, 1, 12, 5, 7, 89)).split('\n');
  expect(local).toMatch(/2026.*:05:07 \S+/);
  expect(utc).toBe('2026-06-01 12:05:07.089 UTC');
});
