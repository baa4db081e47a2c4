import type { Problem, Severity } from '../../../shared/model/report';

/** Problems of single entries that are listed; the others are counted, and their entries marked. */
const MAX_LISTED = 1000;

const RANK: Readonly<Record<Severity, number>> = { note: 0, warning: 1, error: 2 };

/** Counts the problems of a session, lists the first of them, and sums up the rest. */
export class ProblemList {
  readonly #sessionId: string;
  #count = 0;
  #worstUnlisted: Severity = 'note';

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  get count(): number {
    return this.#count;
  }

  /** The problem to list, or null when there are enough already. */
  add(
    code: string,
    severity: Severity,
    message: string,
    place: { readonly entryId: string; readonly seq: string },
  ): Problem | null {
    this.#count += 1;
    if (this.#count <= MAX_LISTED) {
      const { entryId, seq } = place;
      return {
        code,
        severity,
        sessionId: this.#sessionId,
        entryId,
        line: null,
        byteOffset: null,
        rowId: seq,
        message,
      };
    }
    if (RANK[severity] > RANK[this.#worstUnlisted]) this.#worstUnlisted = severity;
    return null;
  }

  /** What stands for the problems that are not listed: as bad as the worst of them, so that no verdict is lost. */
  rest(): Problem[] {
    const unlisted = this.#count - MAX_LISTED;
    if (unlisted <= 0) return [];
    return [
      {
        code: 'problems-not-listed',
        severity: this.#worstUnlisted,
        sessionId: this.#sessionId,
        entryId: null,
        line: null,
        byteOffset: null,
        rowId: null,
        message: `${unlisted} further problems are not listed; the entries that have them are marked.`,
      },
    ];
  }
}
