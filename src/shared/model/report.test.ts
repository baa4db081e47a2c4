import { describe, expect, it } from 'vitest';
import { isSound, type Report } from './report';
import { checkOf, commitOf, problemOf } from './test-support/report';

const sound: Report = { checks: [], commits: [], problems: [], kinds: [] };

describe('a file is sound', () => {
  it('when nothing was found', () => expect(isSound(sound)).toBe(true));

  it.each(['ok', 'warning', 'not-applicable'] as const)('with a check that is %s', (verdict) => {
    expect(isSound({ ...sound, checks: [checkOf(verdict)] })).toBe(true);
  });

  it.each(['note', 'warning'] as const)('with a problem that is a %s', (severity) => {
    expect(isSound({ ...sound, problems: [problemOf(severity)] })).toBe(true);
  });

  it.each(['verified', 'empty'] as const)('with a commit that is %s', (state) => {
    expect(isSound({ ...sound, commits: [commitOf({ state })] })).toBe(true);
  });
});

describe('a file is not sound', () => {
  it('with one failed check among others', () => {
    expect(isSound({ ...sound, checks: [checkOf('ok'), checkOf('failed')] })).toBe(false);
  });

  it('with one error among notes', () => {
    expect(isSound({ ...sound, problems: [problemOf('note'), problemOf('error')] })).toBe(false);
  });

  it.each(['unmatched', 'malformed'] as const)('with a commit that is %s', (state) => {
    expect(isSound({ ...sound, commits: [commitOf(), commitOf({ state })] })).toBe(false);
  });
});
