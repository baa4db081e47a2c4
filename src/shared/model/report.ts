import { z } from 'zod';
import type { ProblemCode } from './problem-words';

/** How much a problem matters: only `error` makes a file unsound. */
export const Severity = z.enum(['note', 'warning', 'error']);
export type Severity = z.infer<typeof Severity>;
/** The worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/** Something that is wrong, or worth knowing, at a place in a file. Places that do not apply are null. */
export const Problem = z.object({
  /** Stable, kebab-case, for programs. */
  code: z.string(),
  severity: Severity,
  sessionId: z.string().nullable(),
  entryId: z.string().nullable(),
  /** 1-based, in line formats. */
  line: z.number().int().nullable(),
  /** From the start of the file, in line formats. */
  byteOffset: z.number().nullable(),
  /** SQLite row id in decimal (64-bit), in database formats. */
  rowId: z.string().nullable(),
  /** One sentence for people. */
  message: z.string(),
});
export type Problem = z.infer<typeof Problem>;

/** How often something is wrong, whether each is listed or not. */
export const ProblemKind = z.object({
  /** Of the problems. */
  code: z.string(),
  severity: Severity,
  count: z.number().int().positive(),
});
export type ProblemKind = z.infer<typeof ProblemKind>;

/** What is wrong, without the place. */
export interface Finding extends Pick<Problem, 'severity' | 'message'> {
  /** One that has words: what the structure report counts is told in them. */
  readonly code: ProblemCode;
}

/** Longest sentence of a problem, in UTF-16 units: it may quote the file, and a file may say anything. */
const MAX_MESSAGE_CHARS = 1000;

/** A finding at a place; what is not said of the place does not apply. A message of absurd length is cut. */
export function problemAt(place: Partial<Omit<Problem, keyof Finding>>, finding: Finding): Problem {
  const { code, severity, message } = finding;
  const isLong = message.length > MAX_MESSAGE_CHARS;
  const shown = isLong ? `${message.slice(0, MAX_MESSAGE_CHARS - 1)}…` : message;
  return { ...NOWHERE, ...place, code, severity, message: shown };
}

const NOWHERE = { sessionId: null, entryId: null, line: null, byteOffset: null, rowId: null } as const;

/** Verdict of a check; `not-applicable` when what it looks at is not there to be judged. */
export const Verdict = z.enum(['ok', 'warning', 'failed', 'not-applicable']);
export type Verdict = z.infer<typeof Verdict>;

/** One thing that was looked at, with what was expected and what was found, both as text for people. */
export const Check = z.object({
  /** Stable, kebab-case, for programs: `schema-version`, `quick-check`, … */
  id: z.string(),
  /** Short name for people: `Schema version`. */
  title: z.string(),
  verdict: Verdict,
  expected: z.string(),
  found: z.string(),
});
export type Check = z.infer<typeof Check>;

/** Where a commit's items are; spec vv-agent, section 7. */
const CommitState = z.enum(['verified', 'empty', 'unmatched', 'malformed']);

/** Why a commit is unmatched. */
export const UnmatchedReason = z.enum(['no-range', 'search-limit', 'undecodable-item', 'outside-i-json']);
export type UnmatchedReason = z.infer<typeof UnmatchedReason>;

/** One idempotent commit of a vv-agent session, and the range of items it was verified to cover. */
export const Commit = z.object({
  sessionId: z.string(),
  commitId: z.string(),
  digest: z.string(),
  state: CommitState,
  reason: UnmatchedReason.nullable(),
  /** True on a verified commit when another range would hash to the same digest. */
  ambiguous: z.boolean(),
  /** Entry ids (`item_index` in decimal), inclusive; null unless verified. */
  firstItem: z.string().nullable(),
  lastItem: z.string().nullable(),
  /** How many items the verified range has; 0 otherwise. */
  itemCount: z.number().int(),
});
export type Commit = z.infer<typeof Commit>;

/** The whole verdict on one file: what `ramify verify` prints and the Checks panel shows. */
export const Report = z.object({
  checks: z.array(Check),
  commits: z.array(Commit),
  /** At most some thousand are listed: `kinds` counts all. */
  problems: z.array(Problem),
  /** The gravest first, then the most frequent. */
  kinds: z.array(ProblemKind),
});
export type Report = z.infer<typeof Report>;

/**
 * Whether a file is sound: no failed check, no problem of severity `error`, no commit
 * unmatched or malformed. Warnings and notes alone leave it sound.
 */
export function isSound(report: Report): boolean {
  return (
    report.checks.every((check) => check.verdict !== 'failed') &&
    report.problems.every((problem) => problem.severity !== 'error') &&
    report.commits.every((commit) => commit.state === 'verified' || commit.state === 'empty')
  );
}
