import type { Check, Finding, Problem } from '../../../shared/model/report';
import type { Fact, SessionSummary } from '../../../shared/model/session';

/** Which of the three kinds of records it is. */
export type RecordRole = 'session' | 'message' | 'part';

/** A stored record: a row of a database, or a file. What it says is read when it is asked for. */
export interface RecordKey {
  readonly role: RecordRole;
  /** As the row or the name of the file has it. */
  readonly id: string;
  /** The key of the row, or the path of the file. */
  readonly at: number | bigint | string;
  readonly sizeBytes: number;
}

/** A message as it is found, with what puts it in order. */
export interface FoundMessage {
  readonly key: RecordKey;
  /** Milliseconds since 1970; NaN when there is none. */
  readonly timeMs: number;
}

/** A part, and the message it says it is of. */
export interface FoundPart {
  readonly key: RecordKey;
  readonly messageId: string;
}

/** Where the user took a session back to: what follows is kept until the next message. */
export interface Revert {
  readonly messageId: string;
  /** Of the first part that is taken back, where the message itself stays. */
  readonly partId: string | null;
}

/** The records of one session, in any order. */
export interface FoundSession {
  /** Null where there is no record of the session itself. */
  readonly key: RecordKey | null;
  readonly messages: readonly FoundMessage[];
  readonly parts: readonly FoundPart[];
  readonly revert: Revert | null;
  /** Of the session as a whole. */
  readonly findings: readonly Finding[];
}

/** Where sessions of OpenCode are kept: a database, or a folder of JSON files. Reading throws `DatabaseError`. */
export interface OpenCodeStorage {
  facts(): Fact[];
  sessions(): { sessions: SessionSummary[]; total: number; problems: Problem[] };
  /** Undefined where there is no such session. */
  find(sessionId: string): FoundSession | undefined;
  hasSession(sessionId: string): boolean;
  /** The bytes of records, UTF-8 wherever they were text, in the order asked for; null for one that is gone. */
  read(keys: readonly RecordKey[]): (Buffer | null)[];
  /** Where a record is, for people. */
  placeOf(key: RecordKey): string;
  /** What tells, again and again, that all is still as it was: it throws `DatabaseError` once it is not. */
  guard(): () => void;
  hasChanged(): boolean;
  schemaChecks(): Check[];
}
