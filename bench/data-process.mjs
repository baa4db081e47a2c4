// A data process as the command line starts it, for what is measured through one.
import { fork } from 'node:child_process';
import path from 'node:path';
import { inCheckout } from '../scripts/support/checkout.mjs';

/** As `src/main/data-process/client.ts` has it. */
const HEAP_OPTION = '--max-semi-space-size=8';

/**
 * Does some work with a data process that is ready, as one waits in the app, and ends it; one that `isCold` is only
 * loaded, as for the command line. The work is given `request`, which asks it, `open`, which opens a file and gives the
 * ids of its sessions, and what it has been told: `pid`, `previewBytes()`.
 */
export async function withDataProcess(folder, work, { isCold = false } = {}) {
  const child = fork(inCheckout('out/main/data-process.js'), [], {
    execArgv: [HEAP_OPTION],
    serialization: 'advanced',
  });
  const cacheDir = path.join(folder, 'cache');
  const waiting = new Map();
  let previewBytes = 0;
  let lastId = 0;
  child.on('message', ({ type, id, value, error, chunk }) => {
    if (type === 'chunk') previewBytes += chunk.previews.bytes.length;
    if (type !== 'value' && type !== 'error') return;
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (type === 'value') resolve(value);
    else reject(new Error(error.message));
  });
  const failed = new Promise((_, reject) => child.once('error', reject));
  const request = (operation, input) =>
    new Promise((resolve, reject) => {
      waiting.set(++lastId, { resolve, reject });
      child.send({ type: 'request', id: lastId, operation, input });
    });
  const open = async (file) => {
    const { sessions } = await request('open', {
      target: { type: 'file', path: file },
      cacheDir,
      isQuick: true,
    });
    return sessions.map(({ id }) => id);
  };
  try {
    const done = async () => {
      if (isCold) await request('sweep', { cacheDir });
      else await request('rehearse', { folder: inCheckout('out/samples'), cacheDir });
      return work({ request, open, pid: child.pid, previewBytes: () => previewBytes });
    };
    return await Promise.race([done(), failed]);
  } finally {
    child.kill('SIGKILL');
  }
}
