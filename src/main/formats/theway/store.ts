import type { Abilities } from '../../../shared/model/abilities';
import type { Body } from '../../../shared/model/body';
import type { HeadsEnd } from '../../../shared/model/heads';
import { type Check, type Finding, type Problem, problemAt } from '../../../shared/model/report';
import type { Fact, SessionSummary } from '../../../shared/model/session';
import { failure } from '../../sqlite/failure';
import type { EntryPlace } from '../call-index';
import { DatabaseError } from '../database-error';
import type { BodyOptions, DatabaseSource, HeadsSink, ReadResult, TextsSink } from '../format';
import type { TextSlice } from '../large-text';
import { unknownBlock, unknownEntry, unknownSession } from '../read-failures';
import { RowKeys } from '../row-keys';
import { bodyOf, textOf } from './bodies';
import type { EntryRow, EntrySource, RowKey } from './entry-source';
import { textsOf } from './entry-texts';
import { readHeads } from './heads';
import { credentialPaths, type Meta, metaFacts, metaSessionId } from './meta';
import { summarise } from './summary';

/** Where a session of theway is kept, and what only that kind of file knows of it. */
export interface StoreParts {
  readonly formatVersion: string | null;
  /** Why such a file is only read, a sentence; null where it can be changed. */
  readonly readOnlyReason: string | null;
  readonly table: EntrySource;
  readonly meta: Meta;
  /** Stands for the id of a session whose metadata has none. */
  readonly fileName: string;
  /** What is worth knowing of the file beside the metadata. */
  facts(): Fact[];
  checks(): Check[];
  hasChanged(): boolean;
  /** What is wrong with the session as a whole beyond its metadata. */
  readonly findings: readonly (Finding & EntryPlace)[];
}

const ABILITIES: Omit<Abilities, 'readOnlyReason'> = {
  changes: ['set-leaf', 'clear-leaf', 'label', 'rename', 'user-message', 'binding', 'collapse', 'delete'],
  copies: ['fork', 'clone', 'archive'],
  mustUpgrade: false,
};

/** The one session of a theway file, read-only. */
export class ThewayStore implements DatabaseSource {
  readonly format = 'theway';
  readonly formatVersion: string | null;
  readonly abilities: Abilities;
  readonly #parts: StoreParts;
  readonly #table: EntrySource;
  readonly #meta: Meta;
  readonly #sessionId: string;
  #keys: RowKeys | null = null;
  /** The row read last: the page asks for the slices of one long text one after the other. */
  #kept: { readonly key: RowKey; readonly row: EntryRow } | null = null;

  constructor(parts: StoreParts) {
    this.#parts = parts;
    this.formatVersion = parts.formatVersion;
    this.abilities = { ...ABILITIES, readOnlyReason: parts.readOnlyReason };
    this.#table = parts.table;
    this.#meta = parts.meta;
    this.#sessionId = metaSessionId(parts.meta) ?? parts.fileName;
  }

  facts(): Fact[] {
    return [...metaFacts(this.#meta), ...this.#parts.facts()];
  }

  sessions(): { sessions: SessionSummary[]; total: number; problems: Problem[] } {
    return { sessions: [summarise(this.#table, this.#sessionId)], total: 1, problems: this.#metaProblems() };
  }

  async heads(sessionId: string, sink: HeadsSink): Promise<ReadResult<HeadsEnd>> {
    if (sessionId !== this.#sessionId) return unknownSession();
    const { end, keys } = await readHeads(this.#table, sessionId, sink);
    this.#keys = keys;
    return { ok: true, value: end };
  }

  bodies(sessionId: string, rows: readonly number[], options: BodyOptions): ReadResult<Body[]> {
    if (sessionId !== this.#sessionId) return unknownSession();
    const bodies: Body[] = [];
    for (const position of rows) {
      // One row a transaction: a row may be 64 MB, and its body is cut before the next is read.
      const row = this.#row(position);
      if (row === undefined) return unknownEntry(position);
      bodies.push(bodyOf(this.#table, row, position, options));
    }
    return { ok: true, value: bodies };
  }

  text(
    sessionId: string,
    position: number,
    block: number | null,
    start: number,
    length: number,
  ): ReadResult<TextSlice> {
    if (sessionId !== this.#sessionId) return unknownSession();
    const row = this.#row(position);
    if (row === undefined) return unknownEntry(position);
    const slice = textOf(this.#table, row, block, start, length);
    return slice === null ? unknownBlock(position, block) : { ok: true, value: slice };
  }

  async texts(sessionId: string, sink: TextsSink): Promise<ReadResult<null>> {
    if (sessionId !== this.#sessionId) return unknownSession();
    // From the heads: until those are read, nobody knows a position to ask for.
    const known = this.#keys;
    let after: RowKey | null = null;
    let position = 0;
    while (position < sink.entryCount) {
      const page: EntryRow[] = this.#table.page(after, position);
      for (const row of page) {
        if (position >= sink.entryCount) break;
        // Of what stands in another place now, nobody asked.
        if (known !== null && known.at(position) !== row.key)
          throw new DatabaseError(failure('changed-while-reading', this.#parts.fileName));
        const pause = sink.entry(position, textsOf(this.#table, row, position, sink));
        if (pause !== undefined) await pause;
        position += 1;
      }
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.key;
    }
    return { ok: true, value: null };
  }

  schemaChecks(): Check[] {
    return this.#parts.checks();
  }

  #row(position: number): EntryRow | undefined {
    const key = this.#knownKeys().at(position);
    if (key === undefined) return undefined;
    if (this.#kept?.key === key && !this.#parts.hasChanged()) return this.#kept.row;
    const row = this.#table.at(key);
    this.#kept = row === undefined ? null : { key, row };
    return row;
  }

  /** The keys by position: from the heads, or by a pass of its own when bodies are asked for first. */
  #knownKeys(): RowKeys {
    if (this.#keys !== null) return this.#keys;
    const keys = new RowKeys();
    let last: RowKey | null = null;
    for (;;) {
      const page: RowKey[] = this.#table.keys(last, keys.count);
      for (const key of page) keys.push(key);
      const end = page.at(-1);
      if (end === undefined) break;
      last = end;
    }
    this.#keys = keys;
    return keys;
  }

  #metaProblems(): Problem[] {
    const problems = this.#parts.findings.map((finding) =>
      problemAt({ sessionId: this.#sessionId, ...finding }, finding),
    );
    const add = (code: Finding['code'], severity: Finding['severity'], message: string) =>
      problems.push(problemAt({ sessionId: this.#sessionId }, { code, severity, message }));
    if (metaSessionId(this.#meta) === null) {
      add(
        'missing-session-id',
        'error',
        'session metadata is missing id; the name of the file stands in for it.',
      );
    }
    for (const place of credentialPaths(this.#meta)) {
      add(
        'credential-in-metadata',
        'warning',
        `${place} in the metadata looks like a credential, which must never be stored there; it is not shown.`,
      );
    }
    return problems;
  }
}
