// A session of pi on the way to a tree that can be used: opened and read through to its heads in a data process here,
// against pi's own loader on the Node that pi asks for. Both on the same file, each in a process of its own that is
// loaded before the clock starts, in turns.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { piEnvironment, providePi } from '../scripts/setup/pi.mjs';
import { inCheckout } from '../scripts/support/checkout.mjs';
import { withDataProcess } from './data-process.mjs';
import { atLeast, printTime } from './figures.mjs';
import { makeSession } from './make-session.mjs';

const ROUNDS = 5;
const BYTES = 100 * 1024 * 1024;
/** How much faster than pi's loader it has to be. */
const LEAST_RATIO = 1.5;

export async function benchPiLoader(folder) {
  const pi = await providePi();
  const file = path.join(folder, 'pi.jsonl');
  const entryCount = makeSession('pi', file, BYTES);
  let theirs = Number.POSITIVE_INFINITY;
  let ours = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    theirs = Math.min(theirs, await loadByPi(pi, file, entryCount));
    ours = Math.min(ours, await readHeads(file, folder, entryCount));
  }
  const megabytes = Math.round(statSync(file).size / 1e6);
  printTime(`pi's own loader and tree of ${entryCount} entries (${megabytes} MB)`, theirs);
  printTime(
    `the same file opened, and its heads, through a data process`,
    ours,
    atLeast(LEAST_RATIO, theirs / ours, 'as fast as pi'),
  );
}

/** Milliseconds of pi's loader: to its session manager with the tree that its /tree command shows. */
async function loadByPi(pi, file, entryCount) {
  const { RAMIFY_TEST_PI: piFolder, RAMIFY_TEST_PI_NODE: node } = piEnvironment(pi);
  const child = spawn(node, [inCheckout('test-tools/pi/time-session.mjs'), piFolder, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { ms, entries } = JSON.parse(line);
    if (entries !== entryCount) throw new Error(`pi has read ${entries} entries of ${entryCount}`);
    return ms;
  }
  throw new Error("pi's loader has printed nothing");
}

/** Milliseconds from the request to open a file to the end of its heads. */
function readHeads(file, folder, entryCount) {
  const work = async ({ request, open }) => {
    const started = performance.now();
    const [sessionId] = await open(file);
    const end = await request('heads', { sessionId });
    if (end.entryCount !== entryCount)
      throw new Error(`${end.entryCount} entries were read of ${entryCount}`);
    return performance.now() - started;
  };
  // As cold as pi's.
  return withDataProcess(folder, work, { isCold: true });
}
