/** Where a transcript stands: at its end, or with an entry at the top of the view. */
export interface TranscriptPlace {
  readonly isAtEnd: boolean;
  /** Id of the first entry in view; null when there was none. */
  readonly topId: string | null;
}

/** A session, as it was read under a generation of its file. */
interface SessionReading {
  readonly fileId: string;
  readonly sessionId: string;
  readonly generation: number;
}

let last: { readonly of: SessionReading; readonly place: TranscriptPlace } | null = null;

/** Notes where the transcript stands that leaves the screen. */
export function rememberPlace(of: SessionReading, place: TranscriptPlace): void {
  last = { of, place };
}

/**
 * Where the transcript stood before its file came again, after a write or a reload; null when another was on
 * screen then: a session that is gone to opens at its end or at what is selected.
 */
export function placeBefore(of: SessionReading): TranscriptPlace | null {
  const isSame =
    last?.of.fileId === of.fileId && last.of.sessionId === of.sessionId && last.of.generation < of.generation;
  return isSame ? (last?.place ?? null) : null;
}
