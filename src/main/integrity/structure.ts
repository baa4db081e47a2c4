import { BROKEN_PARENT, FLAG, type HeadChunk, type HeadsEnd, NO_PARENT } from '../../shared/model/heads';
import { kindOfCode } from '../../shared/model/kind';
import { stringAt } from '../../shared/model/packed-strings';
import type { Check, Problem } from '../../shared/model/report';
import type { SessionSummary } from '../../shared/model/session';

/** Problems of an entry's place in the tree, not of what is written in it. */
const PLACE_CODES: ReadonlySet<string> = new Set([
  'duplicate-entry-id',
  'dangling-parent',
  'own-parent',
  'parent-cycle',
  'dangling-leaf-target',
]);

/** Counts, over all sessions, what the structure checks judge. */
export class StructureTally {
  #entries = 0;
  #repeatedIds = 0;
  #missingParents = 0;
  #unreadable = 0;
  #unjudged = 0;
  #leaves = 0;
  #missingLeaves = 0;

  get entryCount(): number {
    return this.#entries;
  }

  /** Starts counting a session; feed it the session's heads and its end. */
  session({ storedLeaf }: SessionSummary): SessionTally {
    return new SessionTally(storedLeaf, (counts) => {
      this.#entries += counts.entries;
      this.#repeatedIds += counts.repeatedIds;
      this.#missingParents += counts.missingParents;
      this.#unreadable += counts.unreadable;
      this.#unjudged += counts.unjudged;
      if (storedLeaf !== null) this.#leaves += 1;
      if (counts.isLeafMissing) this.#missingLeaves += 1;
    });
  }

  /** The checks; `unseen` says which sessions were not looked at, null when all were. */
  checks(unseen: string | null): Check[] {
    const entries = counted(this.#entries, 'entry', 'entries');
    const leaves = counted(this.#leaves, 'stored leaf', 'stored leaves');
    return [
      check('entry-ids', 'Entry ids', 'every id once in its session', {
        isThere: this.#entries > 0,
        faults: this.#repeatedIds,
        good: `${entries}, no duplicate ids`,
        bad: `${counted(this.#repeatedIds, 'entry has', 'entries have')} an id used before, of ${entries}`,
        limits: [unseen],
      }),
      check('parents', 'Parents', 'every parent stands before its child', {
        isThere: this.#entries > 0,
        faults: this.#missingParents,
        good: `${entries}, no missing parents`,
        bad: `${counted(this.#missingParents, 'entry hangs', 'entries hang')} on a parent that is not there`,
        limits: [unseen],
      }),
      check('stored-leaf', 'Stored leaf', 'the leaf a session names exists', {
        isThere: this.#leaves > 0,
        faults: this.#missingLeaves,
        good: this.#leaves === 0 ? 'no session names one' : `${leaves}, all there`,
        bad: `${this.#missingLeaves} of ${leaves} missing`,
        limits: [unseen],
      }),
      check('entries-readable', 'Entries', 'every entry is what its format says', {
        isThere: this.#entries > 0,
        faults: this.#unreadable,
        good: `${entries}, ${this.#unjudged === 0 ? 'all' : this.#entries - this.#unjudged} readable`,
        bad: `${this.#unreadable} of ${entries} not as the format wants`,
        limits: [unseen, this.#unjudged === 0 ? null : `${this.#unjudged} not judged: too large, or cut off`],
      }),
    ];
  }
}

interface Finding {
  /** Whether there is anything to judge. */
  readonly isThere: boolean;
  readonly faults: number;
  /** What was found without faults, and with some. */
  readonly good: string;
  readonly bad: string;
  /** What was not looked at: with any of it, the check is not green. */
  readonly limits: readonly (string | null)[];
}

function check(id: string, title: string, expected: string, finding: Finding): Check {
  const { isThere, faults, good, bad } = finding;
  const limits = finding.limits.filter((limit) => limit !== null);
  const found = [faults === 0 ? good : bad, ...limits].join('; ');
  const verdict = faults > 0 ? 'failed' : limits.length === 0 ? 'ok' : 'warning';
  return { id, title, expected, found, verdict: isThere ? verdict : 'not-applicable' };
}

interface SessionCounts {
  entries: number;
  repeatedIds: number;
  missingParents: number;
  unreadable: number;
  /** Neither readable nor found at fault: too large to be parsed. */
  unjudged: number;
  isLeafMissing: boolean;
}

/** Counts one session, chunk by chunk. */
export class SessionTally {
  readonly #storedLeaf: string | null;
  readonly #finish: (counts: Readonly<SessionCounts>) => void;
  readonly #ids = new Set<string>();
  readonly #counts: SessionCounts = {
    entries: 0,
    repeatedIds: 0,
    missingParents: 0,
    unreadable: 0,
    unjudged: 0,
    isLeafMissing: false,
  };

  constructor(storedLeaf: string | null, finish: (counts: Readonly<SessionCounts>) => void) {
    this.#storedLeaf = storedLeaf;
    this.#finish = finish;
  }

  add(chunk: HeadChunk): void {
    const severities = worstOfEach(chunk.problems);
    for (let index = 0; index < chunk.count; index += 1) {
      const id = stringAt(chunk.ids, index);
      if (this.#ids.has(id)) this.#counts.repeatedIds += 1;
      this.#ids.add(id);
      if (!isParentThere(chunk.parents[index] ?? BROKEN_PARENT, chunk.firstRow + index)) {
        this.#counts.missingParents += 1;
      }
      const isUnknown =
        kindOfCode(chunk.kinds[index]) === 'unknown' && ((chunk.flags[index] ?? 0) & FLAG.problem) !== 0;
      const worst = severities.get(id);
      // Beyond the problems that are listed, an entry without a kind still tells that it could not be read.
      if (worst === 'error' || (isUnknown && worst === undefined)) this.#counts.unreadable += 1;
      else if (isUnknown) this.#counts.unjudged += 1;
    }
    this.#counts.entries += chunk.count;
  }

  end({ storedLeafRow }: HeadsEnd): void {
    if (this.#storedLeaf !== null) {
      this.#counts.isLeafMissing = storedLeafRow < 0 || !this.#ids.has(this.#storedLeaf);
    }
    this.#finish(this.#counts);
  }
}

/** For each entry with listed problems in what is written in it: whether one is an error. */
function worstOfEach(problems: readonly Problem[]): ReadonlyMap<string, 'error' | 'lesser'> {
  const worst = new Map<string, 'error' | 'lesser'>();
  for (const { code, severity, entryId } of problems) {
    if (entryId === null || PLACE_CODES.has(code)) continue;
    if (severity === 'error' || !worst.has(entryId))
      worst.set(entryId, severity === 'error' ? 'error' : 'lesser');
  }
  return worst;
}

function isParentThere(parent: number, row: number): boolean {
  return parent === NO_PARENT || (parent >= 0 && parent < row);
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
