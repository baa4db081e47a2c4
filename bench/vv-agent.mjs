// The vv-agent store against bare loops that do the same SQL and the least JSON and hashing it takes. Imports the
// sources, so run.mjs bundles it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import Database from 'better-sqlite3';
import { vvAgentFormat } from '../src/main/formats/vv-agent/format';
import { attributeAll } from '../src/main/integrity/attribution';
import { Watcher } from '../src/main/integrity/watcher';
import { openForReading } from '../src/main/sqlite/open';
import { newSha256 } from '../src/main/stores/sha256';
import { openSqliteStore } from '../src/main/stores/sqlite-store';
import { prepareCommit } from '../src/shared/vv-agent/prepare-items';
import { COMMITS_TABLE, ITEMS_INDEX, ITEMS_TABLE } from '../src/shared/vv-agent/schema';
import { readItemStrict } from '../src/shared/vv-agent/strict-reader';
import { makeItems } from './vv-agent-items.mjs';

const SESSION = 'session-1';
const ITEMS = 100_000;
const COMMITS = 10_000;
const ROUNDS = 5;
/** Turns, and the commits of each: enough that neither way meets caches that the other one has filled. */
const TURNS = 100;
const TURN_COMMITS = 20;
const INSERT_ITEM = 'INSERT INTO session_items (session_id, payload) VALUES (?, ?)';
const INSERT_COMMIT = 'INSERT INTO session_commits (session_id, commit_id, payload_digest) VALUES (?, ?, ?)';

export async function benchVvAgent(folder, figures) {
  await benchSmallCommits(folder, figures);
  await benchLargeCommits(folder, figures);
  const file = path.join(folder, 'items.sqlite3');
  const bytes = writeStore(file);
  await benchGetItems(file, bytes, figures);
  await benchAttribution(file, folder, bytes, figures);
}

/** The same commits of one item through `addItemsOnce` and in a bare loop, which take turns after a few commits. */
async function benchSmallCommits(folder, { compareInTurns, printRate, atLeast }) {
  const batches = makeBatches(TURNS * TURN_COMMITS, 1);
  const batchesOf = (turn) => batches.slice(turn * TURN_COMMITS, (turn + 1) * TURN_COMMITS);
  const store = {
    prepare: () => openSqliteStore(newStore(path.join(folder, 'store-1.sqlite3'))),
    work: (store, turn) => appendOnce(store, batchesOf(turn)),
    finish: (store) => store.close(),
  };
  const bare = {
    prepare: () => openBare(newStore(path.join(folder, 'bare-1.sqlite3'))),
    work: ({ append }, turn) => {
      for (const batch of batchesOf(turn)) append.immediate(batch);
    },
    finish: ({ database }) => database.close(),
  };
  const { a: storeMs, b: bareMs, ratio } = await compareInTurns(TURNS, store, bare);
  const what = `${TURNS * TURN_COMMITS} commits of 1 item, at the median`;
  const rate = (ms) => (TURN_COMMITS * 1000) / ms;
  printRate(`bare loop, ${what}`, rate(bareMs), 'items');
  printRate(
    `addItemsOnce, ${what}`,
    rate(storeMs),
    'items',
    atLeast(0.8, ratio, 'the rate of the bare loop'),
  );
}

/** The same for commits of many items, against a loop that does the JSON and hashing as well. */
async function benchLargeCommits(folder, { bestTimes, printRate, atLeast }) {
  const [commits, size] = [10, 1000];
  const batches = makeBatches(commits, size);
  const fileOf = (way) => (round) => path.join(folder, `${way}-${size}-${round}.sqlite3`);
  const { store, bare } = await bestTimes(ROUNDS, {
    store: {
      prepare: (round) => openSqliteStore(newStore(fileOf('store')(round))),
      work: (store) => appendOnce(store, batches),
      finish: (store) => store.close(),
    },
    bare: {
      prepare: (round) => openBare(newStore(fileOf('bare')(round))),
      work: ({ append }) => {
        for (const batch of batches) append.immediate({ ...batch, payloads: codedBare(batch.payloads) });
      },
      finish: ({ database }) => database.close(),
    },
  });
  const what = `${commits} commits of ${size} items`;
  const rate = (ms) => (commits * size * 1000) / ms;
  printRate(`bare loop, ${what}, with JSON and SHA-256`, rate(bare), 'items');
  printRate(
    `addItemsOnce, ${what}`,
    rate(store),
    'items',
    atLeast(0.7, bare / store, 'the rate of the bare loop'),
  );
}

function makeBatches(commits, size) {
  const stream = makeItems();
  return Array.from({ length: commits }, (_, number) => batchOf(stream, size, number));
}

async function appendOnce(store, batches) {
  const session = store.session(SESSION);
  for (const { commitId, digest, items } of batches) await session.addItemsOnce(commitId, digest, items);
}

function batchOf(stream, size, number) {
  const items = Array.from({ length: size }, () => itemOf(stream.next().value));
  const prepared = prepareCommit(items, newSha256);
  return { commitId: `commit-${number}`, digest: prepared.digest.digest, items, payloads: prepared.payloads };
}

function itemOf(wire) {
  const read = readItemStrict(JSON.stringify(wire));
  if (!read.ok) throw new Error(read.message);
  return read.item;
}

/** A bare handle with a function that appends a commit in one transaction, as a store has to. */
function openBare(file) {
  const database = new Database(file);
  database.pragma('synchronous = FULL');
  const find = database.prepare(
    'SELECT payload_digest FROM session_commits WHERE session_id = ? AND commit_id = ?',
  );
  const insertItem = database.prepare(INSERT_ITEM);
  const insertCommit = database.prepare(INSERT_COMMIT);
  const append = database.transaction(({ commitId, digest, payloads }) => {
    if (find.get(SESSION, commitId) !== undefined) return;
    for (const payload of payloads) insertItem.run(SESSION, payload);
    insertCommit.run(SESSION, commitId, digest);
  });
  return { database, append };
}

/** One JSON.parse, two JSON.stringify and one SHA-256 update for each payload. */
function codedBare(payloads) {
  const hash = createHash('sha256');
  const texts = payloads.map((payload) => {
    const value = JSON.parse(payload);
    hash.update(JSON.stringify(value));
    return JSON.stringify(value);
  });
  hash.digest('hex');
  return texts;
}

/** Makes a WAL store without items; gives its path. */
function newStore(file) {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.exec([ITEMS_TABLE.sql, ITEMS_INDEX.sql, COMMITS_TABLE.sql, 'PRAGMA user_version = 2'].join(';\n'));
  database.close();
  return file;
}

/** A store of many items, all in commits of 1 to 19; gives the bytes of its payloads. */
function writeStore(file) {
  const database = new Database(newStore(file));
  const insertItem = database.prepare(INSERT_ITEM);
  const insertCommit = database.prepare(INSERT_COMMIT);
  const stream = makeItems();
  let bytes = 0;
  database.transaction(() => {
    let left = ITEMS;
    for (let number = 0; number < COMMITS; number++) {
      // 1, 19, 2, 18 …: ten on average, and the last takes what is left.
      const size =
        number === COMMITS - 1
          ? left
          : number % 2 === 0
            ? 1 + ((number / 2) % 19)
            : 19 - (((number - 1) / 2) % 19);
      left -= size;
      const { commitId, digest, payloads } = batchOf(stream, size, number);
      for (const payload of payloads) {
        insertItem.run(SESSION, payload);
        bytes += Buffer.byteLength(payload);
      }
      insertCommit.run(SESSION, commitId, digest);
    }
  })();
  database.close();
  return bytes;
}

async function benchGetItems(file, bytes, { bestTimes, printTime, atMost }) {
  const { store, bare } = await bestTimes(ROUNDS, {
    bare: {
      prepare: () => new Database(file, { readonly: true }),
      work: (database) =>
        database
          .prepare('SELECT payload FROM session_items WHERE session_id = ? ORDER BY item_index')
          .all(SESSION)
          .map(({ payload }) => {
            const message = JSON.parse(payload);
            return { message, args: message.tool_calls?.map((call) => JSON.parse(call.function.arguments)) };
          }),
      finish: (database) => database.close(),
    },
    store: {
      prepare: () => openSqliteStore(file),
      work: (store) => store.session(SESSION).getItems(),
      finish: (store) => store.close(),
    },
  });
  printTime(
    `bare all() and JSON.parse of ${ITEMS} items (${Math.round(bytes / 1e6)} MB) and all arguments`,
    bare,
  );
  printTime(`getItems of ${ITEMS} items`, store, atMost(1.5, store / bare, 'bare'));
}

/** Against one pass of SHA-256 and one JSON.parse over the payloads, in memory already; ours reads the file as well. */
async function benchAttribution(file, folder, bytes, { bestTimes, printTime, atMost, atMostMegabytes }) {
  const { bare, attribution } = await bestTimes(ROUNDS, {
    bare: {
      prepare: () => readPayloads(file),
      work: (payloads) => {
        const hash = createHash('sha256');
        for (const payload of payloads) {
          hash.update(payload);
          JSON.parse(payload);
        }
        hash.digest('hex');
      },
    },
    attribution: {
      prepare: () => openCommits(file, folder),
      work: ({ commits }) => attribute(commits),
      finish: ({ db }) => db.close(),
    },
  });
  printTime(`bare SHA-256 and JSON.parse of ${ITEMS} payloads (${Math.round(bytes / 1e6)} MB)`, bare);
  const ratio = atMost(4, attribution / bare, 'bare');
  printTime(`attribution of ${ITEMS} items in ${COMMITS} commits`, attribution, ratio);
  const memory = atMostMegabytes(100, memoryOfAttribution(file, folder));
  console.log(
    `${''.padStart(12)}  memory that attribution adds at its peak, in a process of its own: ${memory}`,
  );
}

function readPayloads(file) {
  const database = new Database(file, { readonly: true });
  const payloads = database.prepare('SELECT payload FROM session_items ORDER BY item_index').pluck().all();
  database.close();
  return payloads;
}

async function openCommits(file, folder) {
  const opened = await openForReading(file, { cacheDir: path.join(folder, 'cache') });
  if (!opened.ok) throw new Error(opened.message);
  return { db: opened.db, commits: vvAgentFormat.open(opened.db).commits };
}

async function attribute(source) {
  const commits = await attributeAll(source, new Watcher(new AbortController().signal, () => {}));
  const verified = commits.filter(({ state }) => state === 'verified').length;
  if (verified !== COMMITS) throw new Error(`${verified} of ${COMMITS} commits were verified.`);
}

/** Bytes by which the resident memory of a fresh process grows while it attributes. */
function memoryOfAttribution(file, folder) {
  const script = `import { printAttributionMemory } from ${JSON.stringify(import.meta.url)};
    await printAttributionMemory(${JSON.stringify(file)}, ${JSON.stringify(folder)});`;
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  return Number(child.stdout);
}

export async function printAttributionMemory(file, folder) {
  const { db, commits } = await openCommits(file, folder);
  const beforeBytes = process.memoryUsage().rss;
  await attribute(commits);
  db.close();
  // In kilobytes, the most there ever was.
  console.log(process.resourceUsage().maxRSS * 1024 - beforeBytes);
}
