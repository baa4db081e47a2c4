import path from 'node:path';
import { type Abilities, NO_ABILITIES } from '../../../shared/model/abilities';
import { type Body, cutText } from '../../../shared/model/body';
import type { FormatId } from '../../../shared/model/format';
import type { HeadsEnd } from '../../../shared/model/heads';
import type { Check, Problem } from '../../../shared/model/report';
import type { Fact, SessionSummary } from '../../../shared/model/session';
import { ownCopy } from '../../../shared/text/own-copy';
import type { BodyOptions, HeadsSink, PathTail, ReadResult, SessionSource } from '../format';
import type { TextSlice } from '../large-text';
import { unknownBlock, unknownEntry, unknownSession } from '../read-failures';
import { EntryBodies, type StoredRecords } from './bodies';
import { type EntryIndex, type HeadsPass, NO_SINK, readHeads } from './heads';
import type { LineFormat } from './line-format';
import type { FileOutline } from './outline';
import type { RecordSource } from './record-source';
import { readTail } from './tail';

/** Longest title, in UTF-16 units. */
const MAX_TITLE_CHARS = 300;

/** The one session of a file of JSON lines, read-only. */
export class LineStore implements SessionSource {
  readonly format: FormatId;
  readonly formatVersion: string | null;
  readonly abilities: Abilities;
  readonly #file: RecordSource;
  readonly #lineFormat: LineFormat;
  readonly #outline: FileOutline;
  readonly #bodies: EntryBodies;
  readonly #sessionId: string;
  #index: EntryIndex | null = null;

  /** The session goes by `sessionId`, else by what its records say, else by the name of its file. */
  constructor(file: RecordSource, format: LineFormat, outline: FileOutline, sessionId?: string) {
    this.#file = file;
    this.#lineFormat = format;
    this.#outline = outline;
    this.#bodies = new EntryBodies(file, format);
    this.format = format.id;
    this.formatVersion = outline.facts.formatVersion;
    this.abilities = outline.facts.abilities ?? NO_ABILITIES;
    this.#sessionId = sessionId ?? outline.facts.id ?? path.parse(file.path).name;
  }

  facts(): Fact[] {
    const { lineCount } = this.#outline;
    return [
      ...this.#outline.facts.facts,
      { name: 'Kept as', value: this.#file.keptAs },
      { name: 'Opened', value: this.#file.opened },
      ...(lineCount === null ? [] : [{ name: 'Lines', value: String(lineCount) }]),
    ];
  }

  sessions(): { sessions: SessionSummary[]; total: number; problems: Problem[] } {
    const { facts, entryCount, leafId, lastTimeMs } = this.#outline;
    const summary: SessionSummary = {
      id: this.#sessionId,
      title: facts.title === null ? null : sessionTitle(facts.title),
      entryCount,
      storedLeaf: leafId,
      lastWrittenAt: Number.isNaN(lastTimeMs) ? null : new Date(lastTimeMs).toISOString(),
      recency: 0,
      commitCount: 0,
    };
    // What is wrong with the session comes with its heads, which read all of it.
    return { sessions: [summary], total: 1, problems: [] };
  }

  async heads(sessionId: string, sink: HeadsSink): Promise<ReadResult<HeadsEnd>> {
    if (sessionId !== this.#sessionId) return unknownSession();
    const { end } = await this.#read(sink);
    return { ok: true, value: end };
  }

  async bodies(
    sessionId: string,
    rows: readonly number[],
    options: BodyOptions,
  ): Promise<ReadResult<Body[]>> {
    if (sessionId !== this.#sessionId) return unknownSession();
    const bodies: Body[] = [];
    for (const row of rows) {
      const entry = await this.#entry(row);
      if (entry === null) return unknownEntry(row);
      bodies.push(this.#bodies.body(entry, row, options));
    }
    return { ok: true, value: bodies };
  }

  async text(
    sessionId: string,
    row: number,
    block: number | null,
    start: number,
    length: number,
  ): Promise<ReadResult<TextSlice>> {
    if (sessionId !== this.#sessionId) return unknownSession();
    const entry = await this.#entry(row);
    if (entry === null) return unknownEntry(row);
    const slice = this.#bodies.text(entry, block, start, length);
    return slice === null ? unknownBlock(row, block) : { ok: true, value: slice };
  }

  async tail(sessionId: string, options: BodyOptions): Promise<ReadResult<PathTail | null>> {
    if (sessionId !== this.#sessionId) return unknownSession();
    return { ok: true, value: readTail(this.#file, this.#lineFormat, this.#bodies, options) };
  }

  schemaChecks(): Check[] {
    const { isOpenEnded } = this.#outline;
    return [this.#file.shape === 'lines' ? lastLineCheck(isOpenEnded) : documentEndCheck(isOpenEnded)];
  }

  /** Null where there is no such row. Rows are known from the heads, or by a pass of its own when bodies come first. */
  async #entry(row: number): Promise<StoredRecords | null> {
    if (this.#index === null) await this.#read(NO_SINK);
    const versions = this.#index?.places.versions(row) ?? [];
    if (versions.length === 0) return null;
    const places = this.#index?.places.at(row) ?? [];
    return { standInId: this.#index?.standInIds.get(row) ?? null, places, versions };
  }

  #read(sink: HeadsSink): Promise<HeadsPass> {
    return readHeads(this.#file, this.#lineFormat, this.#sessionId, sink, (index) => {
      this.#index = index;
    });
  }
}

/** A title, or the first words of a session, on one line; null for one without words. */
export function sessionTitle(text: string): string | null {
  const line = cutText(text, MAX_TITLE_CHARS * 4)
    .text.replace(/\s+/g, ' ')
    .trim();
  return line === '' ? null : ownCopy(cutText(line, MAX_TITLE_CHARS).text);
}

/** Of a document, what the last line is of lines. */
function documentEndCheck(isOpenEnded: boolean): Check {
  return {
    id: 'last-line',
    title: 'End of the document',
    verdict: isOpenEnded ? 'warning' : 'ok',
    expected: 'the document is complete',
    found: isOpenEnded ? 'it is cut off' : 'complete',
  };
}

function lastLineCheck(isOpenEnded: boolean): Check {
  return {
    id: 'last-line',
    title: 'Last line',
    verdict: isOpenEnded ? 'warning' : 'ok',
    expected: 'the last line is complete',
    found: isOpenEnded ? 'no line feed at its end' : 'complete',
  };
}
