import type { Check, Commit, Problem, Report } from '../report';

/** A check with this verdict. */
export function checkOf(verdict: Check['verdict']): Check {
  return { id: 'schema-version', title: 'Schema version', verdict, expected: '2', found: '2' };
}

/** A verified commit of the items 3 to 5 of session `s`, but for what is given. */
export function commitOf(change: Partial<Commit> = {}): Commit {
  return {
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
  };
}

/** A problem of this severity, of the file as a whole. */
export function problemOf(severity: Problem['severity']): Problem {
  return {
    code: 'x',
    severity,
    sessionId: null,
    entryId: null,
    line: null,
    byteOffset: null,
    rowId: null,
    message: 'Something.',
  };
}

/** A report of one check that is ok, but for what is given. */
export function reportOf(change: Partial<Report> = {}): Report {
  return { checks: [checkOf('ok')], commits: [], problems: [], kinds: [], ...change };
}
