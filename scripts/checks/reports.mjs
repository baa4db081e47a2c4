import fs from 'node:fs';
import { inCheckout } from '../support/checkout.mjs';

/** Where Vitest and Playwright write what they counted. */
export const vitestReport = inCheckout('.cache/reports/vitest.json');
export const playwrightReport = inCheckout('.cache/reports/playwright.json');

/** Removes a report of an earlier run, so that it is not taken for one of this run. */
export function forgetReport(file) {
  fs.rmSync(file, { force: true });
}

/** A runner's report, parsed; undefined when it wrote none. */
export function readReport(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The counts of Vitest's JSON report. A file that cannot be loaded has no tests, and counts as one failed. */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The counts of Playwright's JSON report. A flaky test has passed in the end; an error outside of any test is a failure. */
export function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/**
 * Sums what the runners counted and says what stands in the way of success. `runs` has, for each runner,
 * its name, its exit code, and its counts, undefined without a report.
 */
export function summarize(runs, failedCheckers) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const problems = failedCheckers.map((name) => `${name} failed`);
  for (const { name, code, counts } of runs) {
    for (const key of Object.keys(total)) total[key] += counts?.[key] ?? 0;
    if (!counts || counts.passed + counts.failed === 0) problems.push(`${name} ran nothing`);
    else if (code !== 0 || counts.failed > 0) problems.push(`${name} failed`);
  }
  return { total, problems: [...new Set(problems)] };
}

/** The closing line: "12 passed, 0 failed", and the skipped tests where there are any. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
