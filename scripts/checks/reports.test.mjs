import { describe, expect, it } from 'vitest';
import { closingLine, countPlaywright, countVitest, summarize } from './reports.mjs';

const ran = (name, passed, failed = 0, skipped = 0) => ({
  name,
  code: failed > 0 ? 1 : 0,
  counts: { passed, failed, skipped },
});

describe('summarize', () => {
  it('sums what the runners counted', () => {
    const { total, problems } = summarize([ran('unit', 3, 0, 1), ran('e2e', 4)], []);
    expect(total).toEqual({ passed: 7, failed: 0, skipped: 1 });
    expect(problems).toEqual([]);
  });

  it('finds a failed test, a failed checker, and a runner that exits non-zero by itself', () => {
    expect(summarize([ran('unit', 3, 1)], []).problems).toEqual(['unit failed']);
    expect(summarize([ran('unit', 3)], ['lint']).problems).toEqual(['lint failed']);
    expect(summarize([{ ...ran('unit', 3), code: 1 }], []).problems).toEqual(['unit failed']);
    expect(summarize([{ ...ran('unit', 3, 1), code: 0 }], []).problems).toEqual(['unit failed']);
  });

  it('does not pass a runner that ran nothing or wrote no report', () => {
    expect(summarize([ran('unit', 0, 0, 5)], []).problems).toEqual(['unit ran nothing']);
    expect(summarize([{ name: 'unit', code: 0, counts: undefined }], []).problems).toEqual([
      'unit ran nothing',
    ]);
  });

  it('names a problem once', () => {
    expect(summarize([ran('unit tests', 3, 1)], ['unit tests']).problems).toEqual(['unit tests failed']);
  });
});

describe('the counts', () => {
  it('of Vitest have a file that could not be loaded as a failure', () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        { status: 'passed', assertionResults: [{}] },
        { status: 'failed', assertionResults: [{}] },
        { status: 'failed', assertionResults: [] },
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 5, failed: 2, skipped: 3 });
  });

  it('of Playwright have a flaky test as passed and an error outside of tests as a failure', () => {
    const stats = { expected: 4, flaky: 1, unexpected: 2, skipped: 3 };
    expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 5, failed: 2, skipped: 3 });
    expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 3, skipped: 3 });
  });
});

describe('closingLine', () => {
  it('mentions skipped tests only where there are any', () => {
    expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
    expect(closingLine({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped');
  });
});
