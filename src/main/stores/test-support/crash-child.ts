import fs from 'node:fs';
import { openSqliteStore } from '../sqlite-store';
import { commitPlan } from './crash-plan';

// A program that is killed: node crash-child.mjs PATH SEED. It makes a store and runs the plan of the seed, and says
// each commit that it was told is done by one byte on its standard output, at once.

const [path = '', seed] = process.argv.slice(2);
const plan = commitPlan(Number(seed));
const store = await openSqliteStore(path, { create: 'must-be-new' });
for (const { sessionId, commitId, payloadDigest, items } of plan) {
  await store.session(sessionId).addItemsOnce(commitId, payloadDigest, items);
  fs.writeSync(1, '.');
}
await store.close();
