// npm run bench: how long what a user waits for takes here. Milliseconds mean little on their own, so
// one fixed reference loop is timed in the same run, and readers are set against a bare loop of the
// same work.
import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron } from '@playwright/test';
import Database from 'better-sqlite3';
import { setUp } from '../scripts/setup/set-up.mjs';
import { checkout, inCheckout } from '../scripts/support/checkout.mjs';
import { runMain } from '../scripts/support/console.mjs';
import { withDisplay } from '../scripts/support/display.mjs';

const ENTRIES = 100_000;
const RUNS = 5;

await runMain(async () => {
  await setUp();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ramify-bench-'));
  try {
    const chain = path.join(folder, 'chain.db');
    writeChain(chain);
    print('reference loop (sum of 100 million)', median(RUNS, referenceLoop));
    print(
      'npm run setup, nothing changed',
      median(3, () => spawnSync(process.execPath, ['scripts/setup.mjs'], { cwd: checkout })),
    );
    await benchHeads(chain, folder);
    await withDisplay((env) => benchWindow(env, chain, folder));
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function referenceLoop() {
  let sum = 0;
  for (let i = 0; i < 100_000_000; i++) sum = (sum + i) | 0;
  return sum;
}

/** Heads of a long chain through a data process, against a bare SELECT and JSON.parse of the same rows. */
async function benchHeads(file, folder) {
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
  print(`bare SELECT and JSON.parse of ${ENTRIES} entries (${megabytes(file)} MB)`, bare);
  print(`heads of ${ENTRIES} entries through a data process`, heads, `${(heads / bare).toFixed(2)} × bare`);
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

/** From launch to a window with a session in it: the shipped sample, and the long chain. */
async function benchWindow(env, chain, folder) {
  const sample = inCheckout('out/samples/theway-sample.db');
  for (const [what, file] of [
    ['launch to the sample on screen', sample],
    [`launch to the end of ${ENTRIES} entries on screen`, chain],
  ]) {
    const times = [];
    for (let run = 0; run < RUNS; run++) {
      const started = performance.now();
      const app = await _electron.launch({
        args: ['.', file],
        cwd: checkout,
        chromiumSandbox: process.getuid?.() !== 0,
        env: { ...env, RAMIFY_USER_DATA: path.join(folder, `user-${run}`) },
      });
      const page = await app.firstWindow();
      await page.getByRole('treegrid').getByRole('row').first().waitFor();
      await page.getByRole('region', { name: 'Conversation' }).getByText(/\S/).first().waitFor();
      times.push(performance.now() - started);
      await app.close();
    }
    print(what, middle(times));
  }
}

function writeChain(file) {
  const database = new Database(file);
  database.pragma('journal_mode = DELETE');
  database.exec(`
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE entries (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, parent_id TEXT,
      type TEXT NOT NULL, timestamp TEXT NOT NULL, payload TEXT NOT NULL);
    CREATE INDEX idx_entries_parent ON entries(parent_id);
    CREATE INDEX idx_entries_type ON entries(type);
    INSERT INTO meta VALUES ('id', '"chain"'), ('createdAt', '"2026-03-01T10:00:00Z"'), ('cwd', '"/"'), ('path', '"/"');
  `);
  const insert = database.prepare(
    'INSERT INTO entries (id, parent_id, type, timestamp, payload) VALUES (?, ?, ?, ?, ?)',
  );
  const timestamp = '2026-03-01T10:00:00.000Z';
  const text = 'The quick brown fox jumps over the lazy dog. '.repeat(20);
  database.transaction(() => {
    for (let i = 0; i < ENTRIES; i++) {
      const parentId = i === 0 ? null : `entry-${i - 1}`;
      const message = {
        role: i % 2 === 0 ? 'user' : 'assistant',
        content: [{ type: 'text', text: `${i} ${text}` }],
      };
      const entry = { type: 'message', id: `entry-${i}`, parentId, timestamp, message };
      insert.run(entry.id, parentId ?? '', 'message', timestamp, JSON.stringify(entry));
    }
  })();
  database.close();
}

function median(runs, work) {
  const times = Array.from({ length: runs }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return middle(times);
}

function middle(times) {
  return times.sort((a, b) => a - b)[times.length >> 1];
}

function megabytes(file) {
  return Math.round(statSync(file).size / 1e6);
}

function print(what, ms, note = '') {
  console.log(`${`${ms.toFixed(0)} ms`.padStart(10)}  ${what}${note === '' ? '' : `: ${note}`}`);
}
