/** A file with earlier records of a session. */
export interface EarlierPart {
  /** The id that its name ends in. */
  readonly segmentId: string;
  /** The byte at which the next part goes on; what stands behind it was taken back. */
  readonly endOffset: number;
}

/** What stands before the first record of a file. */
export interface EarlierParts {
  /** In the order in which they are read. */
  readonly parts: readonly EarlierPart[];
  /** The segment before the first of all records, where it was not found. */
  readonly missing: MissingPart | null;
  /** Names of files with other segments of the same session, that are not shown. */
  readonly others: readonly string[];
}

export interface MissingPart {
  readonly segmentId: string;
  /** Why it is missing, for people. */
  readonly reason: string;
}

/** A file that has all of its session. */
export const NO_PARTS: EarlierParts = { parts: [], missing: null, others: [] };
