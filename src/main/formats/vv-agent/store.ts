import { bodyTexts, type EntryText } from '../../../shared/find/entry-texts';
import type { Abilities } from '../../../shared/model/abilities';
import type { Body } from '../../../shared/model/body';
import type { HeadsEnd } from '../../../shared/model/heads';
import type { Check } from '../../../shared/model/report';
import type { Fact } from '../../../shared/model/session';
import { failure } from '../../sqlite/failure';
import type { ReadDatabase, RowReader } from '../../sqlite/types';
import { DatabaseError, unwrap } from '../database-error';
import { databaseFacts } from '../database-facts';
import type {
  BodyOptions,
  DatabaseCommits,
  DatabaseSource,
  HeadsSink,
  ReadResult,
  TextsSink,
} from '../format';
import { MAX_PAGE_ROWS } from '../read-limits';
import { WHOLE_TEXTS } from '../read-texts';
import { RecentlyUsed } from '../recently-used';
import { RowKeys } from '../row-keys';
import { blockText } from './block-text';
import { bodyOf } from './body';
import { VvAgentCommits } from './commit-source';
import { streamHeads } from './heads';
import { FIRST_POSITION, ItemTable, type StoredItem } from './item-table';
import type { Layout } from './layout';
import { schemaChecks } from './schema-checks';
import type { SessionKey } from './session-key';
import { findTextSession, listSessions } from './session-list';
import { storeAbilities } from './store-abilities';

/** Items of a page whose texts are read: what is gone before the next page costs next to nothing. */
const TEXT_PAGE_ROWS = 256;
const NO_TEXTS: readonly EntryText[] = [];

/** Sessions whose positions are kept. */
const MAX_KEPT_SESSIONS = 16;

const GENERATION_NAMES: Readonly<Record<Layout['generation'], string>> = {
  v2: 'current (version 2)',
  v1: 'older (version 1)',
  legacy: 'oldest (item_json)',
};

/** A vv-agent store in one SQLite file, read-only: every session a chain of items. */
export class VvAgentStore implements DatabaseSource {
  readonly format = 'vv-agent';
  readonly formatVersion: string;
  readonly abilities: Abilities;
  readonly commits: DatabaseCommits;
  readonly #db: ReadDatabase;
  readonly #layout: Layout;
  readonly #items: ItemTable;
  readonly #positions = new RecentlyUsed<RowKeys>(MAX_KEPT_SESSIONS);
  /** Sessions whose id is no proper text, by the name they are listed under; null until they were looked for. */
  #oddKeys: ReadonlyMap<string, SessionKey> | null = null;

  constructor(db: ReadDatabase, layout: Layout) {
    this.#db = db;
    this.#layout = layout;
    this.#items = new ItemTable(layout);
    this.formatVersion = String(layout.userVersion);
    this.abilities = storeAbilities(layout.userVersion);
    this.commits = new VvAgentCommits(db, layout, this.#items, (id) => this.#find(id));
  }

  facts(): Fact[] {
    return [
      { name: 'Schema', value: GENERATION_NAMES[this.#layout.generation] },
      ...databaseFacts(this.#db.facts),
    ];
  }

  sessions(): ReturnType<DatabaseSource['sessions']> {
    const { sessions, keys, total, problems } = listSessions(this.#db, this.#layout);
    this.#oddKeys = new Map(keys.filter(({ problem }) => problem !== null).map((key) => [key.id, key]));
    return { sessions, total, problems };
  }

  async heads(sessionId: string, sink: HeadsSink): Promise<ReadResult<HeadsEnd>> {
    const key = this.#find(sessionId);
    if (!key) return unknownSession(sessionId);
    const positions = this.#positions.keep(sessionId, new RowKeys());
    const source = {
      db: this.#db,
      items: this.#items,
      isStrict: this.#layout.isStrict,
      expectedCount: this.commits.itemCountOf(sessionId),
      onPosition: (row: number, position: bigint) => notePosition(positions, row, position),
    };
    return { ok: true, value: await streamHeads(source, key, sink) };
  }

  bodies(sessionId: string, rows: readonly number[], options: BodyOptions): ReadResult<Body[]> {
    const key = this.#find(sessionId);
    if (!key) return unknownSession(sessionId);
    const bodies: Body[] = [];
    for (const row of rows) {
      const body = this.#withItem(key, row, (placed) => bodyOf(placed, this.#layout.isStrict, options));
      if (!body) return unknownEntry(row);
      bodies.push(body);
    }
    return { ok: true, value: bodies };
  }

  text(
    sessionId: string,
    row: number,
    block: number | null,
    start: number,
    length: number,
  ): ReturnType<DatabaseSource['text']> {
    const key = this.#find(sessionId);
    if (!key) return unknownSession(sessionId);
    const text = this.#withItem(key, row, (placed) =>
      block === null ? (placed.wholeText ?? '') : blockText(placed, this.#layout.isStrict, block),
    );
    if (text === undefined) return unknownEntry(row);
    return { ok: true, value: { text: text.slice(start, start + length), totalChars: text.length } };
  }

  async texts(sessionId: string, sink: TextsSink): Promise<ReadResult<null>> {
    const key = this.#find(sessionId);
    if (!key) return unknownSession(sessionId);
    let row = 0;
    let next: bigint | null = FIRST_POSITION;
    while (next !== null && row < sink.entryCount) {
      const from: bigint = next;
      const page = unwrap(this.#db.read((rows) => this.#items.page(rows, key, from, TEXT_PAGE_ROWS)));
      for (const stored of page.items) {
        if (row >= sink.entryCount) break;
        // Of what stands in another place now, nobody asked.
        if (this.#positionOf(key, row) !== stored.position)
          throw new DatabaseError(failure('changed-while-reading', this.#db.path));
        const pause = sink.entry(row, this.#textsOf(key, row, stored, sink));
        if (pause !== undefined) await pause;
        row += 1;
      }
      next = page.next;
    }
    return { ok: true, value: null };
  }

  #textsOf(key: SessionKey, row: number, stored: StoredItem, { mayHold }: TextsSink): readonly EntryText[] {
    const { payload } = stored;
    const { indexColumn, isStrict } = this.#layout;
    if (payload.type === 'text' && !mayHold(payload.text)) return NO_TEXTS;
    const wholeText =
      payload.type === 'too-large'
        ? unwrap(this.#db.read((rows) => this.#items.wholePayload(rows, key, stored)))
        : payload.text;
    return bodyTexts(bodyOf({ row, parentId: null, stored, wholeText, indexColumn }, isStrict, WHOLE_TEXTS));
  }

  schemaChecks(): Check[] {
    return schemaChecks(this.#db, this.#layout);
  }

  /** Undefined when the row is not there, or no longer. */
  #withItem<T>(
    key: SessionKey,
    row: number,
    use: (placed: Parameters<typeof bodyOf>[0]) => T,
  ): T | undefined {
    const position = this.#positionOf(key, row);
    if (position === undefined) return undefined;
    const parent = row === 0 ? null : this.#positionOf(key, row - 1);
    const read = unwrap(
      this.#db.read((rows) => {
        const stored = this.#items.at(rows, key, position);
        if (!stored) return undefined;
        return {
          row,
          parentId: this.#idAt(rows, key, parent ?? null),
          stored,
          wholeText: this.#items.wholePayload(rows, key, stored),
          indexColumn: this.#layout.indexColumn,
        };
      }),
    );
    return read && use(read);
  }

  #idAt(rows: RowReader, key: SessionKey, position: bigint | null): string | null {
    if (position === null) return null;
    // Where the index is the row's key it is its position too, and nothing needs to be read.
    if (this.#layout.isIndexKey) return String(position);
    const stored: StoredItem | undefined = this.#items.at(rows, key, position);
    return stored?.id ?? null;
  }

  #positionOf(key: SessionKey, row: number): bigint | undefined {
    const kept = this.#positions.get(key.id);
    const positions = this.#positions.keep(key.id, kept ?? new RowKeys());
    while (positions.count <= row) {
      const last = positions.at(positions.count - 1);
      const from = last === undefined ? FIRST_POSITION : BigInt(last) + 1n;
      const found = unwrap(this.#db.read((rows) => this.#items.positions(rows, key, from, MAX_PAGE_ROWS)));
      for (const { position } of found) notePosition(positions, positions.count, position);
      if (found.length < MAX_PAGE_ROWS) break;
    }
    const position = positions.at(row);
    return position === undefined ? undefined : BigInt(position);
  }

  #find(sessionId: string): SessionKey | undefined {
    if (!this.#oddKeys) this.sessions();
    return (
      this.#oddKeys?.get(sessionId) ??
      unwrap(this.#db.read((rows) => findTextSession(rows, this.#layout, sessionId)))
    );
  }
}

/** Notes the position of a row, unless it is known already. */
function notePosition(positions: RowKeys, row: number, position: bigint): void {
  if (row !== positions.count) return;
  const double = Number(position);
  positions.push(Number.isSafeInteger(double) ? double : position);
}

function unknownSession(sessionId: string): {
  ok: false;
  error: { code: 'unknown-session'; message: string };
} {
  const shown = sessionId.length > 80 ? `${sessionId.slice(0, 80)}…` : sessionId;
  return { ok: false, error: { code: 'unknown-session', message: `The file has no session "${shown}".` } };
}

function unknownEntry(row: number): { ok: false; error: { code: 'unknown-entry'; message: string } } {
  return { ok: false, error: { code: 'unknown-entry', message: `The session has no entry in row ${row}.` } };
}
