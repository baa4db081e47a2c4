import path from 'node:path';
import type { Body } from '../../../shared/model/body';
import type { HeadsEnd } from '../../../shared/model/heads';
import { type Check, type Finding, type Problem, problemAt } from '../../../shared/model/report';
import type { Fact, SessionSummary } from '../../../shared/model/session';
import type { ReadDatabase } from '../../sqlite/types';
import { databaseFacts } from '../database-facts';
import type { BodyOptions, DatabaseSource, HeadsSink, ReadResult } from '../format';
import { RowKeys } from '../row-keys';
import { bodyOf, type TextSlice, textOf } from './bodies';
import { schemaChecks } from './checks';
import { type EntryRow, EntryTable, type RowKey } from './entry-table';
import { readHeads } from './heads';
import type { Layout } from './layout';
import { credentialPaths, type Meta, metaFacts, metaSessionId, readMeta } from './meta';
import { summarise } from './summary';

/** The one session of a theway file, read-only. */
export class ThewayStore implements DatabaseSource {
  readonly format = 'theway';
  /** theway writes no version into its files. */
  readonly formatVersion = null;
  readonly #db: ReadDatabase;
  readonly #layout: Layout;
  readonly #table: EntryTable;
  readonly #meta: Meta;
  readonly #sessionId: string;
  #keys: RowKeys | null = null;
  /** The row read last: the page asks for the slices of one long text one after the other. */
  #kept: { readonly key: RowKey; readonly row: EntryRow } | null = null;

  constructor(db: ReadDatabase, layout: Layout) {
    this.#db = db;
    this.#layout = layout;
    this.#table = new EntryTable(db, layout);
    this.#meta = readMeta(db, layout);
    this.#sessionId = metaSessionId(this.#meta) ?? path.parse(db.path).name;
  }

  facts(): Fact[] {
    return [...metaFacts(this.#meta), ...databaseFacts(this.#db.facts)];
  }

  sessions(): { sessions: SessionSummary[]; total: number; problems: Problem[] } {
    return { sessions: [summarise(this.#table, this.#sessionId)], total: 1, problems: this.#metaProblems() };
  }

  async heads(sessionId: string, sink: HeadsSink): Promise<ReadResult<HeadsEnd>> {
    if (sessionId !== this.#sessionId) return unknownSession();
    const { end, keys } = await readHeads(this.#db, this.#table, sessionId, sink);
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
    if (slice !== null) return { ok: true, value: slice };
    return {
      ok: false,
      error: { code: 'unknown-entry', message: `Entry ${position} has no block ${block}.` },
    };
  }

  schemaChecks(): Check[] {
    return schemaChecks(this.#db, this.#layout, this.#meta);
  }

  #row(position: number): EntryRow | undefined {
    const key = this.#knownKeys().at(position);
    if (key === undefined) return undefined;
    if (this.#kept?.key === key && !this.#db.hasChanged()) return this.#kept.row;
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
    const problems: Problem[] = [];
    const add = (code: string, severity: Finding['severity'], message: string) =>
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

function unknownSession(): { ok: false; error: { code: 'unknown-session'; message: string } } {
  return { ok: false, error: { code: 'unknown-session', message: 'There is no such session in this file.' } };
}

function unknownEntry(position: number): { ok: false; error: { code: 'unknown-entry'; message: string } } {
  return {
    ok: false,
    error: { code: 'unknown-entry', message: `There is no entry ${position} in this session.` },
  };
}
