import { type Problem, problemAt, SEVERITIES, type Severity } from '../../shared/model/report';

/** Most problems a report lists. */
const MAX_LISTED_PROBLEMS = 2_000;

interface Numbered {
  readonly place: number;
  readonly problem: Problem;
}

/** Collects the problems of a file in a bounded space; errors are never dropped in favour of lesser ones. */
export class ProblemCollector {
  readonly #kept: Readonly<Record<Severity, Numbered[]>> = { error: [], warning: [], note: [] };
  #count = 0;

  add(problem: Problem): void {
    const kept = this.#kept[problem.severity];
    if (kept.length < MAX_LISTED_PROBLEMS) kept.push({ place: this.#count, problem });
    this.#count += 1;
  }

  /**
   * The problems to list, in the order they were found, and one that tells the total when there were more. What
   * there is no room for is dropped from the lesser ones first.
   */
  list(): Problem[] {
    const worstFirst = SEVERITIES.flatMap((severity) => this.#kept[severity]);
    const listed = worstFirst.slice(0, MAX_LISTED_PROBLEMS).sort((one, other) => one.place - other.place);
    const problems = listed.map(({ problem }) => problem);
    return this.#count > problems.length ? [...problems, this.#total(problems.length)] : problems;
  }

  #total(listed: number): Problem {
    const message = `${this.#count} problems were found; the ${listed} gravest are listed.`;
    // Errors left out follow on errors listed, so this one need not be one itself.
    return problemAt({}, { code: 'problems-not-listed', severity: 'note', message });
  }
}
