import { describe, expect, it } from 'vitest';
import { checkOf, commitOf, problemOf, reportOf } from '../../../../shared/model/test-support/report';
import { reportSummary } from './report-summary';
import { commitSentence, commitWords } from './verdict-words';

describe('the summary of a report', () => {
  it('is green for what is sound, warnings named', () => {
    expect(reportSummary(reportOf({ commits: [commitOf(), commitOf({ state: 'empty' })] }))).toEqual({
      sign: '✓',
      word: 'Sound: 1 check, 2 commits',
      tone: 'ok',
    });
    expect(reportSummary(reportOf({ problems: [problemOf('warning'), problemOf('note')] })).word).toBe(
      'Sound: 1 check, 1 warning',
    );
  });

  it('is not green when a check failed, a commit has no items, or an error is there', () => {
    for (const bad of [
      reportOf({ checks: [checkOf('failed')] }),
      reportOf({ commits: [commitOf({ state: 'unmatched' })] }),
      reportOf({ commits: [commitOf({ state: 'malformed' })] }),
      reportOf({ problems: [problemOf('error')] }),
    ]) {
      expect(reportSummary(bad).tone).toBe('err');
    }
  });
});

describe('the words for a commit', () => {
  it('name an ambiguous match', () => {
    expect(commitWords(commitOf({ ambiguous: true })).word).toContain('ambiguous');
  });

  it('explain every state differently', () => {
    const sentences = [
      commitOf(),
      commitOf({ ambiguous: true }),
      commitOf({ state: 'empty' }),
      commitOf({ state: 'malformed' }),
      commitOf({ state: 'unmatched', reason: 'no-range' }),
      commitOf({ state: 'unmatched', reason: 'search-limit' }),
      commitOf({ state: 'unmatched', reason: 'undecodable-item' }),
      commitOf({ state: 'unmatched', reason: 'outside-i-json' }),
    ].map(commitSentence);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});
