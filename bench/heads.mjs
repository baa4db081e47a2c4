// Heads of a long session through a data process that was ready, against a bare SELECT and JSON.parse of the same rows.
// Both are the first thing that a process of its own does, since a data process reads the heads of a file once.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { checkout } from '../scripts/support/checkout.mjs';
import { ENTRIES } from './chain.mjs';
import { withDataProcess } from './data-process.mjs';
import { atMost, printTime } from './figures.mjs';
import { BRANCHES, writeSession } from './session.mjs';

const ROUNDS = 5;

export async function benchHeads(folder) {
  const file = path.join(folder, 'session.db');
  writeSession(file);
  let bare = Number.POSITIVE_INFINITY;
  let heads = Number.POSITIVE_INFINITY;
  // In turns, so that whatever else the machine does meets both.
  for (let round = 0; round < ROUNDS; round++) {
    bare = Math.min(bare, readBare(file));
    heads = Math.min(heads, await readHeads(file, folder));
  }
  const megabytes = Math.round(statSync(file).size / 1e6);
  printTime(
    `bare SELECT and JSON.parse of ${ENTRIES} entries in ${BRANCHES} branches (${megabytes} MB)`,
    bare,
  );
  printTime(`heads of ${ENTRIES} entries through a data process`, heads, atMost(1.5, heads / bare, 'bare'));
}

/** Milliseconds of a bare loop. */
function readBare(file) {
  const script = `import Database from 'better-sqlite3';
    const started = performance.now();
    const database = new Database(${JSON.stringify(file)}, { readonly: true });
    const rows = database.prepare('SELECT id, parent_id, payload FROM entries ORDER BY seq').iterate();
    for (const { payload } of rows) JSON.parse(payload);
    database.close();
    console.log(performance.now() - started);`;
  const options = { cwd: checkout, encoding: 'utf8' };
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], options);
  if (child.status !== 0) throw new Error(child.stderr);
  return Number(child.stdout);
}

/** Milliseconds from the request for the heads to their end, in a data process that has opened the file. */
function readHeads(file, folder) {
  return withDataProcess(folder, async ({ request, open }) => {
    const [sessionId] = await open(file);
    const started = performance.now();
    await request('heads', { sessionId });
    return performance.now() - started;
  });
}
