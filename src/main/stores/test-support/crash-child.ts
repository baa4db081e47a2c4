import fs from 'node:fs';
import { openForWriting } from '../../sqlite/open-for-writing';
import { SqliteStore } from '../sqlite-store';
import { COMMITTED, commitPlan, OPENING } from './crash-plan';

// A program that is killed: node crash-child.mjs PATH SEED. It opens or makes a store and runs the plan of the seed. On its
// standard output it says at once, by one letter, that it goes to open the store, and each commit it was told is done.

const [path = '', seed] = process.argv.slice(2);
const plan = commitPlan(Number(seed));
fs.writeSync(1, OPENING);
const opened = openForWriting(path, { create: 'if-missing' });
if (!opened.ok) throw new Error(`${opened.message} ${opened.detail}`);
const store = new SqliteStore(opened.value, true);
// SQLite moves its log into the file after that many pages: with its own 1,000 a short plan would never get there.
opened.value.write((rows) => rows.exec('PRAGMA wal_autocheckpoint = 100'));
for (const { sessionId, commitId, payloadDigest, items } of plan) {
  await store.session(sessionId).addItemsOnce(commitId, payloadDigest, items);
  fs.writeSync(1, COMMITTED);
}
await store.close();
