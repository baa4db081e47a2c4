import type { Body } from '../../../shared/model/body';
import type { HeadsEnd } from '../../../shared/model/heads';
import type { Check } from '../../../shared/model/report';
import type { Fact } from '../../../shared/model/session';
import type { ReadDatabase } from '../../sqlite/types';
import { unwrap } from '../database-error';
import { databaseFacts } from '../database-facts';
import type { BodyOptions, DatabaseSource, HeadsSink, ReadResult } from '../format';
import type { TextSlice } from '../large-text';
import { unknownBlock, unknownEntry, unknownSession } from '../read-failures';
import { RecentlyUsed } from '../recently-used';
import { bodyOf, textOf } from './bodies';
import { streamHeads } from './heads';
import type { Layout } from './layout';
import { MessageTable, type StoredMessage } from './message-table';
import { schemaChecks } from './schema-checks';
import type { SessionKey } from './session-key';
import { findSession, listSessions, type SessionList } from './session-list';
import { planSession, type SessionPlan } from './session-plan';

/** Sessions whose plans are kept, the least recently used is dropped. */
const MAX_KEPT_SESSIONS = 16;

/** The sessions of a database of the OpenAI Agents SDK, read-only. */
export class AgentsStore implements DatabaseSource {
  readonly format = 'openai-agents';
  /** The SDK writes no version into its files. */
  readonly formatVersion = null;
  readonly #db: ReadDatabase;
  readonly #layout: Layout;
  readonly #plans = new RecentlyUsed<SessionPlan>(MAX_KEPT_SESSIONS);
  /** By name; null until the sessions were looked for. */
  #keys: SessionList['keys'] | null = null;
  /** The message read last: the page asks for the slices of one long text one after the other. */
  #kept: { readonly table: string; readonly message: StoredMessage } | null = null;

  constructor(db: ReadDatabase, layout: Layout) {
    this.#db = db;
    this.#layout = layout;
  }

  facts(): Fact[] {
    const { pairs } = this.#layout;
    const hasBranches = pairs.some(({ branches }) => branches !== null);
    return [
      { name: 'Kind', value: hasBranches ? 'AdvancedSQLiteSession, with branches' : 'SQLiteSession' },
      { name: 'Messages in', value: pairs.map(({ messages }) => messages).join(', ') },
      ...databaseFacts(this.#db.facts),
    ];
  }

  sessions(): ReturnType<DatabaseSource['sessions']> {
    const { sessions, keys, total, problems } = listSessions(this.#db, this.#layout);
    this.#keys = keys;
    return { sessions, total, problems };
  }

  async heads(sessionId: string, sink: HeadsSink): Promise<ReadResult<HeadsEnd>> {
    const key = this.#find(sessionId);
    if (key === undefined) return unknownSession();
    const plan = this.#plan(sessionId, key, 'anew');
    return { ok: true, value: await streamHeads(this.#db, this.#table(key), plan, sessionId, sink) };
  }

  bodies(sessionId: string, rows: readonly number[], options: BodyOptions): ReadResult<Body[]> {
    const key = this.#find(sessionId);
    if (key === undefined) return unknownSession();
    const plan = this.#plan(sessionId, key);
    const table = this.#table(key);
    const bodies: Body[] = [];
    for (const row of rows) {
      const message = this.#message(table, key, plan, row);
      if (message === undefined) return unknownEntry(row);
      bodies.push(bodyOf(table, { plan, row, message, tableName: key.pair.messages }, options));
    }
    return { ok: true, value: bodies };
  }

  text(
    sessionId: string,
    row: number,
    block: number | null,
    start: number,
    length: number,
  ): ReadResult<TextSlice> {
    const key = this.#find(sessionId);
    if (key === undefined) return unknownSession();
    const table = this.#table(key);
    const message = this.#message(table, key, this.#plan(sessionId, key), row);
    if (message === undefined) return unknownEntry(row);
    const slice = textOf(table, message, block, start, length);
    return slice === null ? unknownBlock(row, block) : { ok: true, value: slice };
  }

  schemaChecks(): Check[] {
    return schemaChecks(this.#db, this.#layout);
  }

  /** Undefined when there is no such row, or no longer. */
  #message(
    table: MessageTable,
    { pair }: SessionKey,
    plan: SessionPlan,
    row: number,
  ): StoredMessage | undefined {
    const id = plan.tree.messageAt(row);
    if (id === undefined) return undefined;
    const kept = this.#kept;
    if (kept?.table === pair.messages && kept.message.id === id && !this.#db.hasChanged())
      return kept.message;
    const [message] = table.page([id]);
    this.#kept = message === undefined ? null : { table: pair.messages, message };
    return message;
  }

  /** Of the heads, or made when bodies are asked for first. */
  #plan(sessionId: string, key: SessionKey, when: 'kept' | 'anew' = 'kept'): SessionPlan {
    const kept = when === 'kept' ? this.#plans.get(sessionId) : undefined;
    const plan = kept ?? planSession(this.#db, this.#table(key), key);
    return this.#plans.keep(sessionId, plan);
  }

  #table({ pair }: SessionKey): MessageTable {
    return new MessageTable(this.#db, pair.messages);
  }

  #find(sessionId: string): SessionKey | undefined {
    if (this.#keys === null) this.sessions();
    return (
      this.#keys?.get(sessionId) ??
      unwrap(this.#db.read((rows) => findSession(rows, this.#layout, sessionId)))
    );
  }
}
