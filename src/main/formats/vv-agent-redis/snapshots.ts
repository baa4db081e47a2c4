import { openForReading } from '../../sqlite/open';
import type { RedisConnection } from '../../stores/redis/connection';
import { sessionKeys } from '../../stores/redis/keys';
import { isSameState, type SessionState } from '../../stores/redis/session-state';
import type { RedisSessions } from '../../stores/redis/sessions';
import { takeSnapshot } from '../../stores/redis/snapshot';
import { DatabaseError } from '../database-error';
import type { DatabaseSource } from '../format';
import { vvAgentFormat } from '../vv-agent/format';

/** Sessions whose snapshots are kept; the one used longest ago goes first. */
const MAX_KEPT = 16;

/** Whom a snapshot is taken for. */
export interface SnapshotWatch {
  readonly signal?: AbortSignal;
  readonly onProgress?: (doneItems: number, totalItems: number) => void;
}

/** A session to take a snapshot of: its id on the server, and its name outside. */
interface SessionRef {
  readonly id: Buffer;
  readonly name: string;
}

/** A snapshot that was taken. */
interface Taken {
  readonly store: DatabaseSource;
  readonly isEmpty: boolean;
  /** Of the server, just before. */
  readonly state: SessionState;
  close(): void;
}

/** A snapshot that is taken, or being taken. */
interface Kept {
  readonly taken: Promise<Taken>;
  users: number;
  isDropped: boolean;
}

/** The snapshots of one server: each the vv-agent store of one session, taken when it is first asked for. */
export class Snapshots {
  readonly #connection: RedisConnection;
  readonly #sessions: RedisSessions;
  readonly #prefix: string;
  readonly #cacheDir: string;
  /** By the name of the session; the one used last comes last. */
  readonly #kept = new Map<string, Kept>();

  constructor(connection: RedisConnection, sessions: RedisSessions, prefix: string, cacheDir: string) {
    this.#connection = connection;
    this.#sessions = sessions;
    this.#prefix = prefix;
    this.#cacheDir = cacheDir;
  }

  /** Runs `work` on the snapshot of a session, which stays until it is done; undefined where there is no session. */
  async use<T>(
    session: SessionRef,
    watch: SnapshotWatch,
    work: (store: DatabaseSource) => T | Promise<T>,
  ): Promise<T | undefined> {
    const kept = this.#keep(session, watch);
    kept.users += 1;
    try {
      const taken = await kept.taken;
      return taken.isEmpty ? undefined : await work(taken.store);
    } catch (error) {
      // Another try may succeed, at once where only somebody else gave up waiting for it.
      const isOthers = error instanceof Error && error.name === 'AbortError' && !watch.signal?.aborted;
      if (!(await isTaken(kept))) {
        if (this.#kept.get(session.name) === kept) this.#kept.delete(session.name);
        if (isOthers) return await this.use(session, watch, work);
      }
      throw error;
    } finally {
      kept.users -= 1;
      closeUnused(kept);
    }
  }

  /** Lets a snapshot go that is no longer what the server has, so that the next use takes it anew. */
  async refresh(session: SessionRef): Promise<void> {
    const kept = this.#kept.get(session.name);
    if (!kept || !(await isTaken(kept))) return;
    const { state } = await kept.taken;
    const now = await this.#sessions.state(session.id);
    if (!isSameState(state, now) && this.#kept.get(session.name) === kept) this.#drop(session.name, kept);
  }

  /** Whether the server has another state than a snapshot that is kept. */
  async hasChanged(idOf: (name: string) => Buffer | undefined): Promise<boolean> {
    for (const [name, kept] of [...this.#kept]) {
      const id = idOf(name);
      if (!id || !(await isTaken(kept))) continue;
      const { state } = await kept.taken;
      if (!isSameState(state, await this.#sessions.state(id))) return true;
    }
    return false;
  }

  /** Deletes all of them, each once nobody uses it. */
  async close(): Promise<void> {
    const all = [...this.#kept];
    for (const [name, kept] of all) this.#drop(name, kept);
    await Promise.all(all.map(([, kept]) => isTaken(kept)));
  }

  #keep(session: SessionRef, watch: SnapshotWatch): Kept {
    const { name } = session;
    const kept = this.#kept.get(name) ?? { taken: this.#take(session, watch), users: 0, isDropped: false };
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    const [oldest] = this.#kept;
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#drop(...oldest);
    return kept;
  }

  async #take({ id, name }: SessionRef, { signal, onProgress }: SnapshotWatch): Promise<Taken> {
    const state = await this.#sessions.state(id);
    const keys = sessionKeys(this.#prefix, id);
    const cacheDir = this.#cacheDir;
    const snapshot = await takeSnapshot(this.#connection, {
      keys,
      sessionId: name,
      cacheDir,
      signal,
      onProgress,
    });
    const opened = await openForReading(snapshot.file, { cacheDir });
    if (!opened.ok) {
      snapshot.remove();
      throw new DatabaseError(opened);
    }
    return {
      store: vvAgentFormat.open(opened.db),
      isEmpty: snapshot.itemCount === 0 && snapshot.commitCount === 0,
      state,
      close: () => {
        opened.db.close();
        snapshot.remove();
      },
    };
  }

  #drop(name: string, kept: Kept): void {
    this.#kept.delete(name);
    kept.isDropped = true;
    closeUnused(kept);
  }
}

/** Waits until a snapshot is taken; false when it could not be, which who asked for it is told. */
async function isTaken({ taken }: Kept): Promise<boolean> {
  return taken.then(
    () => true,
    () => false,
  );
}

function closeUnused(kept: Kept): void {
  if (!kept.isDropped || kept.users > 0) return;
  kept.taken.then(
    (taken) => taken.close(),
    () => {},
  );
}
