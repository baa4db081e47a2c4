import {
  type Finding,
  type Problem,
  type ProblemKind,
  problemAt,
  SEVERITIES,
  type Severity,
} from '../../shared/model/report';

/** Problems of one session that are listed, for each severity: notes never crowd errors out. */
const MAX_LISTED: Readonly<Record<Severity, number>> = { error: 1000, warning: 500, note: 500 };

/** Counts the problems of a session and says which of them are listed. */
export class ProblemBudget {
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0, note: 0 };
  readonly #kinds = new Map<string, ProblemKind>();

  /** All problems so far, listed or not. */
  get count(): number {
    return this.#counts.error + this.#counts.warning + this.#counts.note;
  }

  /** All problems so far by kind, as often as each was found. */
  get kinds(): ProblemKind[] {
    return [...this.#kinds.values()];
  }

  /** Counts a problem; whether it is to be listed. */
  admits({ code, severity }: Pick<Finding, 'code' | 'severity'>): boolean {
    const key = `${severity} ${code}`;
    const kind = this.#kinds.get(key);
    if (kind) kind.count += 1;
    else this.#kinds.set(key, { code, severity, count: 1 });
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
