import { fail, ok, type Result } from '../../shared/contract/errors';
import { replayContext } from '../../shared/theway/context';
import { exportArchive } from '../theway/archive-export';
import { extensionViews } from '../theway/extension-views';
import { cloneSession, forkSession } from '../theway/fork';
import type { SessionReader } from '../theway/session';
import { readSqliteSession } from '../theway/sqlite-session';
import type { OpenedSource } from './opened-source';
import type { RequestHandlers } from './requests';

type SessionOperation = 'session.fork' | 'session.extensions' | 'session.context' | 'archive.export';

/** What only theway sessions have, of the one that is open for reading; what fails is thrown as a `ThewaySessionError`. */
export class SessionRequests {
  readonly handlers: RequestHandlers<SessionOperation> = {
    'session.fork': ({ point, toDir }) =>
      this.#read((session) => {
        const path =
          point === null ? cloneSession(session, toDir) : forkSession(session, { ...point, toDir });
        return { path };
      }),
    'session.extensions': ({ leafId }) => this.#read((session) => extensionViews(session, leafId)),
    'session.context': ({ leafId }) =>
      this.#read((session) => {
        const path = session.pathToRoot(leafId ?? session.activeLeafId());
        return replayContext(path).map(({ payload }) => payload);
      }),
    'archive.export': ({ out }, { signal }) =>
      this.#read((session) => exportArchive(session, { out, sidecarsOf: session.location, signal })),
  };
  readonly #opened: () => OpenedSource | null;

  constructor(opened: () => OpenedSource | null) {
    this.#opened = opened;
  }

  async #read<T>(use: (session: SessionReader) => T | Promise<T>): Promise<Result<T>> {
    const opened = this.#opened();
    if (!opened) return fail('file-not-open', 'No file is open.');
    if (opened.source.format !== 'theway' || opened.db === null)
      return fail('not-editable', 'Only theway sessions have this.');
    return ok(await use(readSqliteSession(opened.db)));
  }
}
