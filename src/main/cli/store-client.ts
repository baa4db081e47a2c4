import type { Result } from '../../shared/contract/errors';
import type { Progress } from '../../shared/contract/state';
import type { StoreTarget } from '../../shared/contract/target';
import type { DataClient } from '../data-process/client';
import type { DataInput, DataOutput } from '../data-process/protocol';
import { cacheFolder } from './cache-folder';
import { startDataProcess } from './data-host';
import type { NamedSide } from './read-arguments';
import { type StoreName, withTarget } from './store-target';

/** A write may wait for another program's lock, and then write much. */
const DEADLINE_MS = 120_000;

type Write = 'edit.append' | 'edit.commit' | 'edit.pop' | 'edit.clear' | 'session.apply';
type Look = 'session.fork' | 'session.extensions' | 'archive.export';

/** Runs one write on a store in a process of its own. `create`: whether the write may make the file. */
export function writeStore<N extends Write>(
  store: StoreName & { readonly create: boolean },
  operation: N,
  input: DataInput<N>,
): Promise<Result<DataOutput<N>>> {
  return withTarget<DataOutput<N>>(store, (target) =>
    inProcess(async (client) => {
      const opening = { target, cacheDir: cacheFolder(), create: store.create };
      const opened = await client.request('edit.open', opening, { deadlineMs: DEADLINE_MS });
      return opened.ok ? client.request(operation, input, { deadlineMs: DEADLINE_MS }) : opened;
    }),
  );
}

/** Asks something of a file that is open for reading only, in a process of its own. */
export async function askFile<N extends Look>(
  path: string,
  operation: N,
  input: DataInput<N>,
): Promise<Result<DataOutput<N>>> {
  return inProcess(async (client) => {
    const target = { type: 'file', path } as const;
    const options = { deadlineMs: DEADLINE_MS };
    const opened = await client.request('open', { target, cacheDir: cacheFolder() }, options);
    return opened.ok ? client.request(operation, input, options) : opened;
  });
}

/** Compares two paths, in a process of its own. */
export function compareStores(
  { left, right, prefix }: { left: NamedSide; right: NamedSide; prefix: string | null },
  onProgress: (progress: Progress) => void,
): Promise<Result<DataOutput<'compare'>>> {
  const side = ({ sessionId, entryId }: NamedSide, target: StoreTarget) => ({
    target,
    sessionId,
    entryId,
    row: null,
  });
  return withTarget({ name: left.path, prefix }, (leftTarget) =>
    withTarget({ name: right.path, prefix }, (rightTarget) =>
      inProcess((client) => {
        const input = {
          left: side(left, leftTarget),
          right: side(right, rightTarget),
          cacheDir: cacheFolder(),
          mostListed: Number.MAX_SAFE_INTEGER,
          isDescribed: true,
        };
        return client.request('compare', input, { deadlineMs: DEADLINE_MS, onProgress });
      }),
    ),
  );
}

/** Makes a session of an archive. */
export function importArchive(input: DataInput<'archive.import'>): Promise<Result<{ path: string }>> {
  return inProcess((client) => client.request('archive.import', input, { deadlineMs: DEADLINE_MS }));
}

/** Upgrades a store in a file. */
export function upgradeStore(
  path: string,
  onProgress: (progress: Progress) => void,
): Promise<Result<DataOutput<'upgrade.run'>>> {
  return inProcess((client) =>
    client.request('upgrade.run', { path, cacheDir: cacheFolder() }, { deadlineMs: DEADLINE_MS, onProgress }),
  );
}

async function inProcess<T>(use: (client: DataClient) => Promise<T>): Promise<T> {
  const client = startDataProcess();
  try {
    return await use(client);
  } finally {
    client.close();
  }
}
