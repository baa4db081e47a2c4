import type { EntryText } from '../../shared/find/entry-texts';
import type { Abilities } from '../../shared/model/abilities';
import type { Body } from '../../shared/model/body';
import type { FormatId } from '../../shared/model/format';
import type { HeadChunk, HeadsEnd } from '../../shared/model/heads';
import type { Check, Problem } from '../../shared/model/report';
import type { Fact, SessionSummary } from '../../shared/model/session';
import type { ReadResult as FileResult, ReadDatabase } from '../sqlite/types';

/** What a format's `detect` says of a database. */
type Detection =
  /** It is this format, with the main table readable. */
  | { match: 'yes' }
  /** It is not; the sentence part says what was looked for, e.g. `tables "meta" and "entries" (theway)`. */
  | { match: 'no'; lookedFor: string };

/** A format kept in SQLite databases. */
export interface DatabaseFormat {
  readonly id: FormatId;
  /** Decides by the schema alone, whatever the file is called. */
  detect(db: ReadDatabase): Detection;
  /** Binds the format to an open database; reads nothing yet beyond the schema. */
  open(db: ReadDatabase): DatabaseSource;
}

/** A format kept in text files, a record a line. */
export interface TextFormat<Source extends SessionSource = SessionSource> {
  readonly id: FormatId;
  /** Decides by the first bytes alone, whatever the file is called. */
  detect(head: Buffer): boolean;
  /**
   * Of folders that lie beside each other, by their names, those that hold nothing but parts of sessions, which are read
   * with them. Left out where a format has no such folders.
   */
  partFolders?(names: readonly string[]): readonly string[];
  /** Finds the lines of a file; a file that cannot be read comes back as a value. */
  open(path: string, options: TextOptions): Promise<FileResult<OpenedText<Source>>>;
}

/** What opening a text file is given. */
export interface TextOptions {
  /** Where a decoded copy of a compressed file may be made. */
  readonly cacheDir: string;
  /** Leaves out what takes a pass over a long file. */
  readonly isQuick?: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number, totalBytes: number) => void;
}

/** A text file that is open for reading. */
export interface OpenedText<Source extends SessionSource = SessionSource> {
  readonly source: Source;
  readonly sizeBytes: number;
  /** Whether the file is no longer what was read. */
  hasChanged(): boolean;
  /** Lets go of copies; left out where there can be none. */
  close?(): void;
}

/** Where a reader hands over what it finds; both stages may be cancelled through `signal`. */
export interface HeadsSink {
  /** Called between short read transactions: a pause here lets requests for bodies through. */
  chunk(chunk: HeadChunk): Promise<void>;
  progress(doneEntries: number, totalEntries: number): void;
  readonly signal: AbortSignal;
}

/** Where a reader hands over the texts of entries; what it throws ends the reading. */
export interface TextsSink {
  /** Entries that are wanted, from the first on. */
  readonly entryCount: number;
  /** Whether something of a record may be wanted, given its JSON text as stored; where not, nothing need be decoded. */
  mayHold(record: string): boolean;
  /** Given every entry in stored order, with no texts where none may be wanted. A promise is waited for. */
  entry(row: number, texts: readonly EntryText[]): Promise<void> | undefined;
}

export interface BodyOptions {
  /** Longest text of a block, in UTF-16 code units; the rest is cut. */
  readonly maxChars: number;
  /** Longest embedded image, in base64 characters; larger ones come without data. */
  readonly maxImageChars: number;
}

/** The newest entries of a path as a small session of their own: its rows are not those of the whole. */
export interface PathTail {
  readonly heads: HeadChunk;
  readonly end: HeadsEnd;
  /** Of each of its rows. */
  readonly bodies: Body[];
}

/** Codes a store's reading functions fail with; a database that fails underneath throws `DatabaseError`. */
type ReadFailure = { code: 'unknown-session' | 'unknown-entry'; message: string };
export type ReadResult<T> = { ok: true; value: T } | { ok: false; error: ReadFailure };

/** What a database answers at once, and a server after a while. */
type Awaitable<T> = T | Promise<T>;

/** The sessions of one open file or server, read-only, in two stages: heads streamed, bodies on demand. */
export interface SessionSource {
  readonly format: FormatId;
  readonly formatVersion: string | null;
  /** What can be done to it by hand; left out where it is only read. */
  readonly abilities?: Abilities;
  facts(): Fact[];
  /** In the order of the file, at most `MAX_SESSIONS_LISTED`; `total` counts all. */
  sessions(): Awaitable<{ sessions: SessionSummary[]; total: number; problems: Problem[] }>;
  /** Streams the heads of a session in stored order; the end tells leaf, labels and problems. */
  heads(sessionId: string, sink: HeadsSink): Promise<ReadResult<HeadsEnd>>;
  /** Bodies of rows (positions in stored order), in the order asked for. Never fails for a bad record: it comes as raw, with what is wrong. */
  bodies(sessionId: string, rows: readonly number[], options: BodyOptions): Awaitable<ReadResult<Body[]>>;
  /** Slice of the stored record's text (`block` null) or of one block's text, in UTF-16 code units. */
  text(
    sessionId: string,
    row: number,
    block: number | null,
    start: number,
    length: number,
  ): Awaitable<ReadResult<{ text: string; totalChars: number }>>;
  /**
   * The newest entries of the path a session stands at, of a file so long that its heads keep waiting; null where there
   * is no reading them before all others, and left out where a format has no such files.
   */
  tail?(sessionId: string, options: BodyOptions): Promise<ReadResult<PathTail | null>>;
  /**
   * The texts of the first entries, as `bodies` has them, whole. Left out where a format can read them no faster than
   * its bodies.
   */
  texts?(sessionId: string, sink: TextsSink): Promise<ReadResult<null>>;
  /** The schema report: every rule a row of its own. */
  schemaChecks(): Awaitable<Check[]>;
  /** Commits with the items they may cover, for attribution; absent in formats without commits. */
  readonly commits?: CommitSource;
}

/** What commit attribution reads of a store, one session after the other. */
export interface CommitSource {
  /** The sessions that have commits. */
  sessionIds(): Awaitable<string[]>;
  itemCountOf(sessionId: string): Awaitable<number>;
  /** The commits and items of a session, both of one state of the file: reading them throws `DatabaseError` once it changed. */
  read(sessionId: string): Awaitable<SessionCommits>;
}

export interface SessionCommits {
  /** In the order in which they were written, if `isOrdered`. */
  readonly commits: readonly { readonly commitId: string; readonly digest: string }[];
  /** False where the store keeps no order of commits, as a Redis hash does not. */
  readonly isOrdered: boolean;
  /** Lists the items; pauses after each short read transaction. */
  items(): Generator<undefined, CommitItems>;
}

/** The items of a session in `item_index` order. A payload is read when asked for, some at a time, and not kept. */
export interface CommitItems {
  readonly length: number;
  /** The `item_index` at a place, counted from 0. */
  indexAt(place: number): bigint;
  /** The payload at a place, in normal form; empty where there is no text. */
  payloadAt(place: number): string;
}

/** Nothing to attribute. */
export const NO_COMMITS: SessionCommits = {
  commits: [],
  isOrdered: true,
  *items() {
    return { length: 0, indexAt: () => 0n, payloadAt: () => '' };
  },
};

/** A source over a file that is open here: it answers at once. */
export interface DatabaseSource extends SessionSource {
  sessions(): Awaited<ReturnType<SessionSource['sessions']>>;
  bodies(...input: Parameters<SessionSource['bodies']>): Awaited<ReturnType<SessionSource['bodies']>>;
  text(...input: Parameters<SessionSource['text']>): Awaited<ReturnType<SessionSource['text']>>;
  schemaChecks(): Check[];
  readonly commits?: DatabaseCommits;
}

/** Commits of a database that is open here. */
export interface DatabaseCommits extends CommitSource {
  sessionIds(): string[];
  itemCountOf(sessionId: string): number;
  read(sessionId: string): SessionCommits;
}
