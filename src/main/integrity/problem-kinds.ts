import { type Problem, type ProblemKind, SEVERITIES } from '../../shared/model/report';

/** Stands for problems that were found and not listed: it is none itself. */
const NOT_LISTED = 'problems-not-listed';

/** Counts problems by what is wrong. */
export class ProblemKinds {
  readonly #kinds = new Map<string, ProblemKind>();

  add({ code, severity }: Pick<Problem, 'code' | 'severity'>): void {
    if (code !== NOT_LISTED) this.#add({ code, severity, count: 1 });
  }

  addAll(kinds: readonly ProblemKind[]): void {
    for (const kind of kinds) this.#add(kind);
  }

  /** The gravest first, then the most frequent. */
  list(): ProblemKind[] {
    return [...this.#kinds.values()].sort(
      (a, b) =>
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        b.count - a.count ||
        (a.code < b.code ? -1 : 1),
    );
  }

  #add({ code, severity, count }: ProblemKind): void {
    const key = `${severity} ${code}`;
    const known = this.#kinds.get(key)?.count ?? 0;
    this.#kinds.set(key, { code, severity, count: known + count });
  }
}
