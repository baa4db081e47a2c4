import { isSound, type Report } from '../../../../shared/model/report';
import { countOf } from '../../ui/number-format';
import type { VerdictWords } from './verdict-words';

/** One line on a whole report: sound only if everything in it is, see `isSound`. */
export function reportSummary(report: Report): VerdictWords {
  const failedChecks = report.checks.filter((check) => check.verdict === 'failed').length;
  const badCommits = report.commits.filter(
    ({ state }) => state === 'unmatched' || state === 'malformed',
  ).length;
  const errors = report.problems.filter((problem) => problem.severity === 'error').length;
  if (isSound(report)) {
    const warnings =
      report.checks.filter((check) => check.verdict === 'warning').length +
      report.problems.filter((problem) => problem.severity === 'warning').length;
    const parts = [countOf(report.checks.length, 'check')];
    if (report.commits.length > 0) parts.push(countOf(report.commits.length, 'commit'));
    if (warnings > 0) parts.push(countOf(warnings, 'warning'));
    return { sign: '✓', word: `Sound: ${parts.join(', ')}`, tone: 'ok' };
  }
  const parts = [
    failedChecks > 0 ? countOf(failedChecks, 'failed check') : '',
    badCommits > 0 ? `${countOf(badCommits, 'commit')} without its items` : '',
    errors > 0 ? countOf(errors, 'error') : '',
  ].filter((part) => part !== '');
  return { sign: '✕', word: `Not sound: ${parts.join(', ')}`, tone: 'err' };
}
