// Heads of a long chain through a data process, against a bare SELECT and JSON.parse of the same rows.
import { fork } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { inCheckout } from '../scripts/support/checkout.mjs';
import { ENTRIES } from './chain.mjs';
import { median, middle, printTime } from './figures.mjs';

const RUNS = 5;

export async function benchHeads(file, folder) {
  const bare = median(RUNS, () => {
    const database = new Database(file, { readonly: true });
    for (const { payload } of database
      .prepare('SELECT id, parent_id, payload FROM entries ORDER BY seq')
      .iterate())
      JSON.parse(payload);
    database.close();
  });
  const times = [];
  for (let run = 0; run < RUNS; run++) times.push(await readHeads(file, folder));
  const heads = middle(times);
  const megabytes = Math.round(statSync(file).size / 1e6);
  printTime(`bare SELECT and JSON.parse of ${ENTRIES} entries (${megabytes} MB)`, bare);
  printTime(
    `heads of ${ENTRIES} entries through a data process`,
    heads,
    `${(heads / bare).toFixed(2)} × bare`,
  );
}

function readHeads(file, folder) {
  const child = fork(inCheckout('out/main/data-process.js'), [], { serialization: 'advanced' });
  return new Promise((resolve, reject) => {
    let started;
    child.once('error', reject);
    child.on('message', (message) => {
      if (message.type === 'error') reject(new Error(message.error.message));
      if (message.type !== 'value') return;
      if (message.id === 1) {
        started = performance.now();
        child.send({ type: 'request', id: 2, operation: 'heads', input: { sessionId: 'chain' } });
      } else {
        child.kill('SIGKILL');
        resolve(performance.now() - started);
      }
    });
    child.send({
      type: 'request',
      id: 1,
      operation: 'open',
      input: { path: file, cacheDir: path.join(folder, 'cache') },
    });
  });
}
