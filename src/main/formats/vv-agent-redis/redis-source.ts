import type { Body } from '../../../shared/model/body';
import type { HeadsEnd } from '../../../shared/model/heads';
import { type Check, type Problem, problemAt } from '../../../shared/model/report';
import { type Fact, MAX_SESSIONS_LISTED, type SessionSummary } from '../../../shared/model/session';
import type { RedisConnection } from '../../stores/redis/connection';
import type { BodyOptions, HeadsSink, ReadResult, SessionSource, TextsSink } from '../format';
import { readTexts } from '../read-texts';
import { quoteId } from '../stored-id';
import { storeAbilities } from '../vv-agent/store-abilities';
import { type ServerVersion, serverChecks } from './server-checks';
import type { NamedSession } from './session-names';
import { SnapshotCommits } from './snapshot-commits';
import type { Snapshots } from './snapshots';

/** What is known of a server once it is open. */
export interface ServerContent {
  readonly connection: RedisConnection;
  readonly prefix: string;
  readonly version: ServerVersion | null;
  /** All sessions there are. */
  readonly listed: readonly NamedSession[];
  /** By name. */
  readonly titles: ReadonlyMap<string, string>;
  readonly snapshots: Snapshots;
}

/** The vv-agent sessions of a Redis server, each read from a snapshot of its own. */
export class RedisSource implements SessionSource {
  readonly format = 'vv-agent';
  /** Its payloads are those of version 2. */
  readonly formatVersion = '2';
  readonly abilities = storeAbilities(2);
  readonly commits: SnapshotCommits;
  readonly #content: ServerContent;
  readonly #byName: ReadonlyMap<string, NamedSession>;

  constructor(content: ServerContent) {
    this.#content = content;
    this.#byName = new Map(content.listed.map((session) => [session.name, session]));
    this.commits = new SnapshotCommits(content.listed, content.snapshots);
  }

  facts(): Fact[] {
    const { connection, prefix, version } = this.#content;
    return [
      {
        name: 'Server',
        value: version ? `${version.program} ${version.version}` : 'does not tell its version',
      },
      { name: 'Address', value: connection.address.shown },
      { name: 'Database', value: String(connection.address.database) },
      { name: 'Key prefix', value: prefix === '' ? 'none' : prefix },
    ];
  }

  async sessions(): Promise<{ sessions: SessionSummary[]; total: number; problems: Problem[] }> {
    const { listed, titles } = this.#content;
    const shown = listed.slice(0, MAX_SESSIONS_LISTED);
    const sessions = shown.map(({ name, itemCount, commitCount }, place) => ({
      id: name,
      title: titles.get(name) ?? null,
      entryCount: itemCount,
      storedLeaf: itemCount === 0 ? null : String(itemCount),
      lastWrittenAt: null,
      // A server does not tell which was written last.
      recency: place,
      commitCount,
    }));
    const problems = shown.flatMap(({ name, problem }) =>
      problem === null ? [] : [problemAt({ sessionId: name }, problem)],
    );
    return { sessions, total: listed.length, problems };
  }

  /** The id on the server of a session that is listed by this name. */
  idOf(name: string): Buffer | undefined {
    return this.#byName.get(name)?.id;
  }

  async heads(sessionId: string, sink: HeadsSink): Promise<ReadResult<HeadsEnd>> {
    const { snapshots } = this.#content;
    const session = this.#find(sessionId);
    await snapshots.refresh(session);
    let total = 0;
    const onProgress = (done: number, items: number) => {
      total = items;
      sink.progress(done, items);
    };
    const read = await snapshots.use(session, { signal: sink.signal, onProgress }, (store) =>
      store.heads(sessionId, {
        ...sink,
        // Copying took the time: what follows is not told as beginning anew.
        progress: (done, items) => sink.progress(Math.max(done, total), items),
      }),
    );
    return read ?? unknownSession(sessionId);
  }

  async bodies(
    sessionId: string,
    rows: readonly number[],
    options: BodyOptions,
  ): Promise<ReadResult<Body[]>> {
    const read = await this.#content.snapshots.use(this.#find(sessionId), {}, (store) =>
      store.bodies(sessionId, rows, options),
    );
    if (!read?.ok) return read ?? unknownSession(sessionId);
    return { ok: true, value: read.value.map((body) => ({ ...body, place: `list index ${body.row}` })) };
  }

  async text(
    sessionId: string,
    ...slice: [row: number, block: number | null, start: number, length: number]
  ): Promise<ReadResult<{ text: string; totalChars: number }>> {
    const read = await this.#content.snapshots.use(this.#find(sessionId), {}, (store) =>
      store.text(sessionId, ...slice),
    );
    return read ?? unknownSession(sessionId);
  }

  async texts(sessionId: string, sink: TextsSink): Promise<ReadResult<null>> {
    const read = await this.#content.snapshots.use(this.#find(sessionId), {}, (store) =>
      readTexts(store, sessionId, sink),
    );
    return read ?? unknownSession(sessionId);
  }

  schemaChecks(): Promise<Check[]> {
    const { connection, prefix, listed } = this.#content;
    return serverChecks(connection, prefix, listed);
  }

  /** Deletes the snapshots and disconnects. */
  async close(): Promise<void> {
    this.commits.release();
    await this.#content.snapshots.close();
    await this.#content.connection.close();
  }

  /** A session that is not listed may have been made since. */
  #find(sessionId: string): { id: Buffer; name: string } {
    return this.#byName.get(sessionId) ?? { id: Buffer.from(sessionId), name: sessionId };
  }
}

function unknownSession(sessionId: string): {
  ok: false;
  error: { code: 'unknown-session'; message: string };
} {
  const message = `The server has no session ${quoteId(sessionId)}.`;
  return { ok: false, error: { code: 'unknown-session', message } };
}
