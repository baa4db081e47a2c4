import { fail, ok, type Result } from '../../shared/contract/errors';
import { replayContext } from '../../shared/theway/context';
import { exportArchive } from '../theway/archive-export';
import { extensionViews } from '../theway/extension-views';
import { cloneSession, forkSession } from '../theway/fork';
import { readLinesSession } from '../theway/lines-session';
import type { SessionReader } from '../theway/session';
import { readSqliteSession } from '../theway/sqlite-session';
import { forkPi } from '../writing/pi/fork';
import { byteProgress } from './byte-progress';
import type { OpenedSource } from './opened-source';
import type { DataInput } from './protocol';
import type { RequestContext, RequestHandlers } from './requests';

type SessionOperation = 'session.fork' | 'session.extensions' | 'session.context' | 'archive.export';

/** What only some sessions have, of the one that is open for reading; what fails is thrown as the error of its format. */
export class SessionRequests {
  readonly handlers: RequestHandlers<SessionOperation> = {
    'session.fork': (input, context) => this.#fork(input, context),
    'session.extensions': ({ leafId }, { signal }) =>
      this.#read(signal, (session) => extensionViews(session, leafId)),
    'session.context': ({ leafId }, { signal }) =>
      this.#read(signal, (session) => {
        const path = session.pathToRoot(leafId ?? session.activeLeafId());
        return replayContext(path).map(({ payload }) => payload);
      }),
    'archive.export': ({ out }, { signal }) =>
      this.#read(signal, (session) => exportArchive(session, { out, sidecarsOf: session.location, signal })),
  };
  readonly #opened: () => OpenedSource | null;

  constructor(opened: () => OpenedSource | null) {
    this.#opened = opened;
  }

  async #fork(
    { point, toDir }: DataInput<'session.fork'>,
    { signal, progress }: RequestContext,
  ): Promise<Result<{ path: string }>> {
    const opened = this.#opened();
    if (opened?.source.format === 'pi') {
      const watch = { signal, onProgress: byteProgress(progress, 'Copying the session') };
      return ok({ path: await forkPi(opened.summary.path, point, toDir, watch) });
    }
    return this.#read(signal, (session) => ({
      path: point === null ? cloneSession(session, toDir) : forkSession(session, { ...point, toDir }),
    }));
  }

  async #read<T>(signal: AbortSignal, use: (session: SessionReader) => T | Promise<T>): Promise<Result<T>> {
    const opened = this.#opened();
    if (!opened) return fail('file-not-open', 'No file is open.');
    const { source, summary, db } = opened;
    if (source.format !== 'theway') return fail('not-editable', 'Only theway sessions have this.');
    const session = db === null ? await readLinesSession(summary.path, signal) : readSqliteSession(db);
    return ok(await use(session));
  }
}
