import path from 'node:path';
import type { RecordPlace } from './line-format';
import type { RecordFile } from './record-file';
import type { CountOptions, PlacedRecord, RecordSource } from './record-source';

/** A session whose earlier records are in other files: those come first, and have the numbers of their files. */
export class ChainedFile implements RecordSource {
  readonly path: string;
  readonly sizeBytes: number;
  readonly keptAs: string;
  readonly opened: string;
  readonly shape = 'lines';
  readonly findings;
  readonly #own: RecordFile;
  /** In the order in which they are read. */
  readonly #earlier: readonly RecordFile[];

  constructor(own: RecordFile, earlier: readonly RecordFile[]) {
    this.path = own.path;
    this.#own = own;
    this.#earlier = earlier;
    this.keptAs = earlier.length === 0 ? own.keptAs : `${own.keptAs}, in ${earlier.length + 1} files`;
    this.opened = own.opened;
    this.sizeBytes = this.#all().reduce((sum, file) => sum + file.sizeBytes, 0);
    this.findings = this.#all().flatMap((file) => file.findings);
  }

  hasChanged(): boolean {
    return this.#all().some((file) => file.hasChanged());
  }

  checkUnchanged(): void {
    for (const file of this.#all()) file.checkUnchanged();
  }

  async *records(): AsyncGenerator<{ records: Iterable<PlacedRecord>; doneBytes: number }> {
    let before = 0;
    for (const [at, file] of this.#earlier.entries()) {
      const part = at + 1;
      for await (const { records, doneBytes } of file.records())
        yield { records: recordsOfPart(records, part), doneBytes: before + doneBytes };
      before += file.sizeBytes;
    }
    for await (const { records, doneBytes } of this.#own.records())
      yield { records, doneBytes: before + doneBytes };
  }

  async countLines({ signal, onProgress }: CountOptions): Promise<number> {
    let lineCount = 0;
    let before = 0;
    for (const file of this.#all()) {
      const done = before;
      const options = {
        signal,
        onProgress: (bytes: number) => onProgress(done + bytes, this.sizeBytes),
      };
      lineCount += await file.countLines(options);
      before += file.sizeBytes;
    }
    return lineCount;
  }

  isOpenEnded(): boolean {
    return this.#own.isOpenEnded();
  }

  window(where: 'start' | 'end', sizeBytes: number): readonly PlacedRecord[] {
    return this.#own.window(where, sizeBytes);
  }

  read(place: Omit<RecordPlace, 'line'>): Buffer {
    return this.#fileOf(place).read(place);
  }

  fileName(place: Pick<RecordPlace, 'part'>): string | null {
    return place.part === undefined ? null : path.basename(this.#fileOf(place).path);
  }

  close(): void {
    for (const file of this.#all()) file.close();
  }

  #fileOf({ part }: Pick<RecordPlace, 'part'>): RecordFile {
    return this.#earlier[(part ?? 0) - 1] ?? this.#own;
  }

  #all(): RecordFile[] {
    return [...this.#earlier, this.#own];
  }
}

function* recordsOfPart(records: Iterable<PlacedRecord>, part: number): Iterable<PlacedRecord> {
  for (const record of records) yield { ...record, place: { ...record.place, part } };
}
