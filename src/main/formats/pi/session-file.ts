import fs from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { NativeObject } from '../../../shared/json/native';
import { isSameState, type LineFileState, readBytes, readLineFileState } from '../../lines/file-state';
import { LineStream } from '../../lines/line-stream';
import { failure } from '../../sqlite/failure';
import { openRegularFile } from '../../sqlite/survey';
import { DatabaseError, withSystemErrors } from '../database-error';
import { MAX_PARSED_BYTES } from '../read-limits';
import { READ_ONLY } from './abilities';
import { type FileEntry, FoundEntries, type PiHeader, type Place } from './found-entries';

/** How often a file is read anew that changes while it is read. */
const MAX_TRIES = 3;
/** What was appended is read at once up to so many bytes; where there is more, the file is read anew. */
const MAX_APPENDED_BYTES = 16 * 1024 * 1024;
const LF = 0x0a;
const CR = 0x0d;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** What may take long tells how far it is, and ends with the signal's reason. */
export interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number, totalBytes: number) => void;
}

const UNWATCHED: Watch = { signal: new AbortController().signal, onProgress: () => undefined };

/**
 * A session of pi as pi itself reads it, which is what an append must fit: its entries by id, its leaf, which is the
 * last entry in the file, its labels and its name. Ids and places are kept, records are read when asked for. Reading
 * throws `DatabaseError`.
 */
export class PiSessionFile {
  readonly path: string;
  #state: LineFileState;
  #found = new FoundEntries();

  private constructor(path: string, state: LineFileState) {
    this.path = path;
    this.#state = state;
  }

  /** Reads a file, its links followed. */
  static async read(givenPath: string, watch: Watch = UNWATCHED): Promise<PiSessionFile> {
    const path = withSystemErrors(() => fs.realpathSync.native(givenPath));
    const file = new PiSessionFile(path, NO_STATE);
    await file.refresh(watch);
    return file;
  }

  /** Reads what was written since; from the start where that was no mere append. */
  async refresh(watch: Watch = UNWATCHED): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const fd = withSystemErrors(() => openRegularFile(this.path));
      try {
        const state = withSystemErrors(() => readLineFileState(fd));
        if (isSameState(state, this.#state)) return;
        const found = this.#continued(fd, state) ?? (await readAll(fd, state, watch));
        const isUnchanged = withSystemErrors(() => isSameState(state, readLineFileState(fd)));
        if (!isUnchanged) continue;
        this.#found = found;
        this.#state = state;
        return;
      } finally {
        fs.closeSync(fd);
      }
    }
    throw new DatabaseError(failure('changed-while-reading', this.path));
  }

  /** Whether it is what was read last. */
  isUnchanged(): boolean {
    return this.#with((fd) => isSameState(this.#state, readLineFileState(fd)));
  }

  get state(): LineFileState {
    return this.#state;
  }

  /** Why it is only read, a sentence; null where it can be appended to. */
  get refusal(): string | null {
    return this.#found.refusal === null ? null : READ_ONLY[this.#found.refusal];
  }

  get header(): PiHeader {
    return this.#found.header ?? { cwd: null };
  }

  /** The last entry in the file; null when there are none. */
  get leafId(): string | null {
    return this.#found.leafId;
  }

  /** In the order of the file, also those whose id is repeated. */
  get entries(): readonly FileEntry[] {
    return this.#found.entries;
  }

  /** Of an id that is repeated the last one, as pi takes it; null where there is none. */
  entry(id: string): FileEntry | null {
    return this.#found.byId.get(id) ?? null;
  }

  /** The path to an entry, root first; null where it goes in a circle. A parent that is not there ends it. */
  pathTo(id: string): FileEntry[] | null {
    const path: FileEntry[] = [];
    const known = new Set<string>();
    for (let entry = this.entry(id); entry !== null; ) {
      if (known.has(entry.id)) return null;
      known.add(entry.id);
      path.push(entry);
      entry = entry.parentId === null ? null : this.entry(entry.parentId);
    }
    return path.reverse();
  }

  /** The record of an entry, as it says it. */
  record(place: Place): NativeObject {
    // It was found as a JSON object, and is read again of the same state of the file.
    return JSON.parse(this.bytes(place).toString('utf8')) as NativeObject;
  }

  bytes(place: Place): Buffer {
    return this.#with((fd) => this.#read(fd, place));
  }

  /** The bytes of many entries, one after the other. */
  *bytesOf(entries: Iterable<FileEntry>): Generator<Buffer> {
    const fd = withSystemErrors(() => openRegularFile(this.path));
    try {
      for (const entry of entries) yield this.#read(fd, entry);
    } finally {
      fs.closeSync(fd);
    }
  }

  /** The entry that labelled another one last, or cleared its label; null where none did. */
  labelEntry(targetId: string): FileEntry | null {
    const id = this.#found.labels.get(targetId);
    return id === undefined ? null : this.entry(id);
  }

  /** The label of an entry; null when it has none. */
  label(targetId: string): string | null {
    const entry = this.labelEntry(targetId);
    return entry === null ? null : labelOf(this.record(entry));
  }

  /** The name of the session; null when it has none. */
  name(): string | null {
    const entry = this.#found.nameId === null ? null : this.entry(this.#found.nameId);
    const name = entry === null ? null : this.record(entry).name;
    return typeof name === 'string' && name.trim() !== '' ? name.trim() : null;
  }

  /** What was found with what was appended since; null where the file has to be read from its start. */
  #continued(fd: number, state: LineFileState): FoundEntries | null {
    const before = this.#state;
    const { sizeBytes, tail } = before;
    const length = state.sizeBytes - sizeBytes;
    const isMore = state.ino === before.ino && sizeBytes > 0 && length > 0 && length <= MAX_APPENDED_BYTES;
    if (!isMore || tail.at(-1) !== LF) return null;
    return withSystemErrors(() => {
      if (!readBytes(fd, sizeBytes - tail.length, tail.length).equals(tail)) return null;
      const bytes = readBytes(fd, sizeBytes, length);
      const found = this.#found.copy();
      for (let from = 0; from < bytes.length; ) {
        const end = bytes.indexOf(LF, from);
        const to = end < 0 ? bytes.length : end;
        const hasCr = end >= 0 && bytes[to - 1] === CR;
        found.add(bytes.subarray(from, hasCr ? to - 1 : to), sizeBytes + from, end < 0);
        from = to + 1;
      }
      return found;
    });
  }

  #read(fd: number, { byteOffset, sizeBytes }: Place): Buffer {
    const bytes = withSystemErrors(() => readBytes(fd, byteOffset, sizeBytes));
    if (bytes.length < sizeBytes) throw new DatabaseError(failure('changed-while-reading', this.path));
    return bytes;
  }

  #with<T>(use: (fd: number) => T): T {
    return withSystemErrors(() => {
      const fd = openRegularFile(this.path);
      try {
        return use(fd);
      } finally {
        fs.closeSync(fd);
      }
    });
  }
}

/** What a `label` entry gives its target; null where it clears it. */
export function labelOf({ label }: NativeObject): string | null {
  return typeof label === 'string' && label !== '' ? label : null;
}

const NO_STATE: LineFileState = { sizeBytes: -1, mtimeNs: -1n, ino: -1n, tail: Buffer.alloc(0) };

async function readAll(
  fd: number,
  state: LineFileState,
  { signal, onProgress }: Watch,
): Promise<FoundEntries> {
  const found = new FoundEntries();
  const stream = new LineStream(fd, state.sizeBytes, MAX_PARSED_BYTES);
  // A line behind a mark of the byte order is no JSON for pi: it takes the next one for the first.
  let isBehindMark = withSystemErrors(() => readBytes(fd, 0, MARK.length).equals(MARK));
  for (;;) {
    const lines = withSystemErrors(() => stream.next());
    if (lines === null) break;
    for (const { chunk, from, sizeBytes, byteOffset, isOpenEnded } of lines) {
      const line = chunk?.subarray(from, from + sizeBytes) ?? null;
      if (!isBehindMark) found.add(line, byteOffset, isOpenEnded);
      isBehindMark = false;
    }
    onProgress(stream.doneBytes, state.sizeBytes);
    await turn();
    signal.throwIfAborted();
  }
  found.finish();
  return found;
}
