import type { Problem, ProblemKind } from '../../../../shared/model/report';

/** The problems of one kind. */
export interface ProblemGroup extends ProblemKind {
  readonly key: string;
  /** Those that are listed: as many as the report has room for. */
  readonly problems: readonly Problem[];
  /** What all of them say; null where they differ. */
  readonly message: string | null;
}

/** The problems of a report by kind, in the order of its kinds: the gravest first, then the most frequent. */
export function problemGroups(
  problems: readonly Problem[],
  kinds: readonly ProblemKind[],
): readonly ProblemGroup[] {
  const listed = new Map<string, Problem[]>();
  for (const problem of problems) {
    const key = keyOf(problem);
    const others = listed.get(key);
    if (others) others.push(problem);
    else listed.set(key, [problem]);
  }
  return kinds.map((kind) => {
    const own = listed.get(keyOf(kind)) ?? [];
    const [first] = own;
    const isAlike = own.length > 1 && own.every(({ message }) => message === first?.message);
    return { ...kind, key: keyOf(kind), problems: own, message: isAlike && first ? first.message : null };
  });
}

function keyOf({ code, severity }: Pick<Problem, 'code' | 'severity'>): string {
  return `${severity} ${code}`;
}
