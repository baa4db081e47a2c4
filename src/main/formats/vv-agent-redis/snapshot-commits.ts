import { type CommitSource, NO_COMMITS, type SessionCommits } from '../format';
import type { NamedSession } from './session-names';
import type { Snapshots } from './snapshots';

/** What commit attribution reads of a server, session by session. */
export class SnapshotCommits implements CommitSource {
  readonly #sessions: ReadonlyMap<string, NamedSession>;
  readonly #snapshots: Snapshots;
  /** The snapshot that was read last is held, since its items are read as they are asked for. */
  #release = () => {};

  constructor(listed: readonly NamedSession[], snapshots: Snapshots) {
    const withCommits = listed.filter(({ commitCount }) => commitCount > 0);
    this.#sessions = new Map(withCommits.map((session) => [session.name, session]));
    this.#snapshots = snapshots;
  }

  /** Lets go of the snapshot that was read last; its items cannot be read any more. */
  release(): void {
    this.#release();
  }

  sessionIds(): string[] {
    return [...this.#sessions.keys()];
  }

  itemCountOf(sessionId: string): number {
    return this.#sessions.get(sessionId)?.itemCount ?? 0;
  }

  async read(sessionId: string): Promise<SessionCommits> {
    this.#release();
    const session = this.#sessions.get(sessionId);
    if (!session) return NO_COMMITS;
    return new Promise((resolve, reject) => {
      const used = this.#snapshots.use(session, {}, async (store) => {
        const read = await store.commits?.read(sessionId);
        // A hash keeps no order.
        resolve(read ? { ...read, isOrdered: false } : NO_COMMITS);
        await new Promise<void>((release) => {
          this.#release = release;
        });
      });
      // Undefined where the session is gone.
      used.then(() => resolve(NO_COMMITS), reject);
    });
  }
}
