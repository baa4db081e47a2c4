import type { Finding } from '../../../shared/model/report';
import type { FoundRecord } from '../../lines/found-record';
import type { RecordPlace } from './line-format';

/** A record, or a piece of a file that is none. */
export interface PlacedRecord extends Pick<FoundRecord, 'value' | 'fault'> {
  readonly place: RecordPlace;
}

/** The records of one session: of a file, of several that follow each other, or of one document. */
export interface RecordSource {
  /** Of the file that was opened. */
  readonly path: string;
  readonly sizeBytes: number;
  /** How the records are kept, for people: `JSON lines`. */
  readonly keptAs: string;
  /** What they are read from, for people: `in place, read-only`. */
  readonly opened: string;
  /** Whether they are lines, or the parts of one document. */
  readonly shape: 'lines' | 'document';
  /** What there is to say of the files themselves. */
  readonly findings: readonly Finding[];
  /** Whether what is stored is no longer what was opened. */
  hasChanged(): boolean;
  /** Throws `DatabaseError` once what is stored is no longer what was opened. */
  checkUnchanged(): void;
  /**
   * All records in order, some at a time, with the bytes read so far; to be gone through once, before the next are asked
   * for. Pauses between two steps. Throws `DatabaseError` where they cannot be read.
   */
  records(): AsyncGenerator<{ records: Iterable<PlacedRecord>; doneBytes: number }>;
  /** How many lines are not blank. Rejects with the signal's reason. */
  countLines(options: CountOptions): Promise<number>;
  /** Whether it ends in the middle of a line that is not blank, or of the document. */
  isOpenEnded(): boolean;
  /**
   * The records that are whole in so many of the first or the last bytes of the file that was opened, without the numbers
   * of their lines; null where they are not to be had without all.
   */
  window(where: 'start' | 'end', sizeBytes: number): readonly PlacedRecord[] | null;
  /** The bytes of a place. Throws `DatabaseError` where they cannot be read. */
  read(place: Omit<RecordPlace, 'line'>): Buffer;
  /** The name of the file a place is in, for people; null where it is the one that was opened. */
  fileName(place: Pick<RecordPlace, 'part'>): string | null;
  /** Lets go of copies. */
  close(): void;
}

export interface CountOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number, totalBytes: number) => void;
}
