import { describe, expect, it } from 'vitest';
import type { Check, Commit, Problem, Report } from '../../../../shared/model/report';
import { reportSummary } from './report-summary';
import { commitSentence, commitWords } from './verdict-words';

const check = (verdict: Check['verdict']): Check => ({
  id: 'schema-version',
  title: 'Schema version',
  verdict,
  expected: '2',
  found: '2',
});
const commit = (change: Partial<Commit>): Commit => ({
  sessionId: 's',
  commitId: 'c',
  digest: 'd',
  state: 'verified',
  reason: null,
  ambiguous: false,
  firstItem: '3',
  lastItem: '5',
  itemCount: 3,
  ...change,
});
const problem = (severity: Problem['severity']): Problem => ({
  code: 'x',
  severity,
  sessionId: null,
  entryId: null,
  line: null,
  byteOffset: null,
  rowId: null,
  message: 'Something.',
});
const report = (change: Partial<Report>): Report => ({
  checks: [check('ok')],
  commits: [],
  problems: [],
  ...change,
});

describe('the summary of a report', () => {
  it('is green for what is sound, warnings named', () => {
    expect(reportSummary(report({ commits: [commit({}), commit({ state: 'empty' })] }))).toEqual({
      sign: '✓',
      word: 'Sound: 1 check, 2 commits',
      tone: 'ok',
    });
    expect(reportSummary(report({ problems: [problem('warning'), problem('note')] })).word).toBe(
      'Sound: 1 check, 1 warning',
    );
  });

  it('is not green when a check failed, a commit has no items, or an error is there', () => {
    for (const bad of [
      report({ checks: [check('failed')] }),
      report({ commits: [commit({ state: 'unmatched' })] }),
      report({ commits: [commit({ state: 'malformed' })] }),
      report({ problems: [problem('error')] }),
    ]) {
      expect(reportSummary(bad).tone).toBe('err');
    }
  });
});

describe('the words for a commit', () => {
  it('name an ambiguous match', () => {
    expect(commitWords(commit({ ambiguous: true })).word).toContain('ambiguous');
  });

  it('explain every state differently', () => {
    const sentences = [
      commit({}),
      commit({ ambiguous: true }),
      commit({ state: 'empty' }),
      commit({ state: 'malformed' }),
      commit({ state: 'unmatched', reason: 'no-range' }),
      commit({ state: 'unmatched', reason: 'search-limit' }),
      commit({ state: 'unmatched', reason: 'undecodable-item' }),
      commit({ state: 'unmatched', reason: 'outside-i-json' }),
    ].map(commitSentence);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});
