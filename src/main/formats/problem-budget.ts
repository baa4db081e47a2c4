import { type Finding, type Problem, problemAt, SEVERITIES, type Severity } from '../../shared/model/report';

/** Problems of one session that are listed, for each severity: notes never crowd errors out. */
const MAX_LISTED: Readonly<Record<Severity, number>> = { error: 1000, warning: 500, note: 500 };

/** Counts the problems of a session and says which of them are listed. */
export class ProblemBudget {
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0, note: 0 };

  /** All problems so far, listed or not. */
  get count(): number {
    return this.#counts.error + this.#counts.warning + this.#counts.note;
  }

  /** Counts a problem; whether it is to be listed. */
  admits({ severity }: Pick<Finding, 'severity'>): boolean {
    this.#counts[severity] += 1;
    return this.#counts[severity] <= MAX_LISTED[severity];
  }

  /** One problem for the unlisted of each severity, which it keeps, so that no verdict is lost with them. */
  rest(sessionId: string): Problem[] {
    return SEVERITIES.flatMap((severity) => {
      const unlisted = this.#counts[severity] - MAX_LISTED[severity];
      if (unlisted <= 0) return [];
      const message = `${unlisted} more of severity ${severity} are not listed; their entries are marked.`;
      return [problemAt({ sessionId }, { code: 'problems-not-listed', severity, message })];
    });
  }
}
