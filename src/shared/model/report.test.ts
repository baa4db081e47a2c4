import { describe, expect, it } from 'vitest';
import type { Check, Commit, Problem, Report } from './report';
import { isSound } from './report';

const sound: Report = { checks: [], commits: [], problems: [] };
const check = (verdict: Check['verdict']): Check => ({
  id: 'x',
  title: 'X',
  verdict,
  expected: '',
  found: '',
});
const problem = (severity: Problem['severity']): Problem => ({
  code: 'x',
  severity,
  sessionId: null,
  entryId: null,
  line: null,
  byteOffset: null,
  rowId: null,
  message: '',
});
const commit = (state: Commit['state']): Commit => ({
  sessionId: 's',
  commitId: 'c',
  digest: '',
  state,
  reason: null,
  ambiguous: false,
  firstItem: null,
  lastItem: null,
  itemCount: 0,
});

describe('a file is sound', () => {
  it('when nothing was found', () => expect(isSound(sound)).toBe(true));

  it.each(['ok', 'warning', 'not-applicable'] as const)('with a check that is %s', (verdict) => {
    expect(isSound({ ...sound, checks: [check(verdict)] })).toBe(true);
  });

  it.each(['note', 'warning'] as const)('with a problem that is a %s', (severity) => {
    expect(isSound({ ...sound, problems: [problem(severity)] })).toBe(true);
  });

  it.each(['verified', 'empty'] as const)('with a commit that is %s', (state) => {
    expect(isSound({ ...sound, commits: [commit(state)] })).toBe(true);
  });
});

describe('a file is not sound', () => {
  it('with one failed check among others', () => {
    expect(isSound({ ...sound, checks: [check('ok'), check('failed')] })).toBe(false);
  });

  it('with one error among notes', () => {
    expect(isSound({ ...sound, problems: [problem('note'), problem('error')] })).toBe(false);
  });

  it.each(['unmatched', 'malformed'] as const)('with a commit that is %s', (state) => {
    expect(isSound({ ...sound, commits: [commit('verified'), commit(state)] })).toBe(false);
  });
});
