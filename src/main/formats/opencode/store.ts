import type { Body } from '../../../shared/model/body';
import type { HeadsEnd } from '../../../shared/model/heads';
import type { Check } from '../../../shared/model/report';
import type { Fact } from '../../../shared/model/session';
import type { BodyOptions, DatabaseSource, HeadsSink, ReadResult } from '../format';
import type { TextSlice } from '../large-text';
import { unknownBlock, unknownEntry, unknownSession } from '../read-failures';
import { RecentlyUsed } from '../recently-used';
import { EntryBodies } from './bodies';
import { streamHeads } from './heads';
import { planSession, type SessionPlan } from './session-plan';
import type { OpenCodeStorage } from './storage';

/** Sessions whose plans are kept. */
const MAX_KEPT_SESSIONS = 16;

/** The sessions of OpenCode, read-only, wherever they are kept. */
export class OpenCodeStore implements DatabaseSource {
  readonly format = 'opencode';
  /** The version that is stored is that of the program. */
  readonly formatVersion = null;
  readonly #storage: OpenCodeStorage;
  readonly #bodies: EntryBodies;
  readonly #plans = new RecentlyUsed<SessionPlan>(MAX_KEPT_SESSIONS);

  constructor(storage: OpenCodeStorage) {
    this.#storage = storage;
    this.#bodies = new EntryBodies(storage);
  }

  facts(): Fact[] {
    return this.#storage.facts();
  }

  sessions(): ReturnType<DatabaseSource['sessions']> {
    return this.#storage.sessions();
  }

  async heads(sessionId: string, sink: HeadsSink): Promise<ReadResult<HeadsEnd>> {
    const plan = this.#plan(sessionId, 'anew');
    if (plan === undefined) return unknownSession();
    return { ok: true, value: await streamHeads(this.#storage, plan, sessionId, sink) };
  }

  bodies(sessionId: string, rows: readonly number[], options: BodyOptions): ReadResult<Body[]> {
    const plan = this.#plan(sessionId);
    if (plan === undefined) return unknownSession();
    const bodies: Body[] = [];
    for (const row of rows) {
      const entry = plan.entries[row];
      if (entry === undefined) return unknownEntry(row);
      bodies.push(this.#bodies.body(plan, entry, row, options));
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
    const plan = this.#plan(sessionId);
    if (plan === undefined) return unknownSession();
    const entry = plan.entries[row];
    if (entry === undefined) return unknownEntry(row);
    const slice = this.#bodies.text(entry, row, block, start, length);
    return slice === null ? unknownBlock(row, block) : { ok: true, value: slice };
  }

  schemaChecks(): Check[] {
    return this.#storage.schemaChecks();
  }

  /** Of the heads, or made when bodies are asked for first; undefined where there is no such session. */
  #plan(sessionId: string, when: 'kept' | 'anew' = 'kept'): SessionPlan | undefined {
    const kept = when === 'kept' ? this.#plans.get(sessionId) : undefined;
    const found = kept === undefined ? this.#storage.find(sessionId) : undefined;
    const plan = kept ?? (found && planSession(found));
    return plan && this.#plans.keep(sessionId, plan);
  }
}
