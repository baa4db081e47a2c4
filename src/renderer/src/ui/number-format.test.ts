import { expect, it } from 'vitest';
import { countOf, formatBytes, formatDuration, formatShort } from './number-format';
import { progressText } from './progress-text';

it('puts the noun in the right number', () => {
  expect(countOf(1, 'entry', 'entries')).toBe('1 entry');
  expect(countOf(0, 'branch', 'branches')).toBe('0 branches');
  expect(countOf(12_345, 'item')).toBe('12,345 items');
});

it('shortens counts without a four-digit mantissa', () => {
  expect([812, 1000, 18_240, 999_499, 999_500, 41_200_000].map(formatShort)).toEqual([
    '812',
    '1k',
    '18.2k',
    '999k',
    '1M',
    '41.2M',
  ]);
});

it('prints sizes in decimal units', () => {
  expect([0, 812, 4200, 999_499, 999_500, 1_300_000_000].map(formatBytes)).toEqual([
    '0 B',
    '812 B',
    '4.2 kB',
    '999 kB',
    '1 MB',
    '1.3 GB',
  ]);
});

it('says how far an operation is, with and without a known total', () => {
  const progress = { label: 'Reading', unit: 'entries' };
  expect(progressText({ ...progress, done: 12_000, total: 100_000 })).toBe('12,000 of 100,000 entries');
  expect(progressText({ ...progress, done: 12_000, total: null })).toBe('12,000 entries');
  expect(progressText({ ...progress, done: 0, total: null })).toBe('');
});

it('says how long something took', () => {
  expect([0, 440, 9_960, 12_400, 185_000, 7_620_000].map(formatDuration)).toEqual([
    '0.0 s',
    '0.4 s',
    '10.0 s',
    '12 s',
    '3 min 5 s',
    '2 h 7 min',
  ]);
});
