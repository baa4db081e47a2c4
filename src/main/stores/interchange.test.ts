import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitId, storedPayloadDigest } from '../../shared/vv-agent/digest';
import type { Item } from '../../shared/vv-agent/item';
import { readItemStrict } from '../../shared/vv-agent/strict-reader';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { assistant, commitOf, digestOf, parseItems } from './conformance-items';
import { newSha256 } from './sha256';
import { openSqliteStore } from './sqlite-store';
import { faultsOf, verifyStore } from './test-support/verify';

// What the reference stores in Python and Rust look at when they open a file of ours, and files as they write them.

let folders: TestFolders;
let file: string;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'store.db');
});

afterEach(() => folders.remove());

function look<T>(work: (database: Database.Database) => T): T {
  const database = new Database(file, { readonly: true });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

describe('a store that is made here', () => {
  beforeEach(async () => {
    const store = await openSqliteStore(file, { create: 'must-be-new' });
    await store.close();
  });

  it('is in WAL mode, of version 2, and has two tables and one index', () => {
    expect(look((database) => database.pragma('journal_mode', { simple: true }))).toBe('wal');
    expect(look((database) => database.pragma('user_version', { simple: true }))).toBe(2);
    const objects = look((database) =>
      database
        .prepare("SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
        .raw()
        .all(),
    );
    expect(objects).toEqual([
      ['index', 'idx_session_items_session_id_item_index'],
      ['table', 'session_commits'],
      ['table', 'session_items'],
    ]);
  });

  it('has the columns, the keys and the index of the reference', () => {
    const columns = (table: string) =>
      look((database) =>
        database
          .prepare(
            'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid',
          )
          .raw()
          .all(table),
      );
    expect(columns('session_items')).toEqual([
      ['session_id', 'TEXT', 1, null, 0, 0],
      ['item_index', 'INTEGER', 0, null, 1, 0],
      ['payload', 'TEXT', 1, null, 0, 0],
    ]);
    expect(columns('session_commits')).toEqual([
      ['session_id', 'TEXT', 1, null, 1, 0],
      ['commit_id', 'TEXT', 1, null, 2, 0],
      ['payload_digest', 'TEXT', 1, null, 0, 0],
    ]);
    const index = look((database) =>
      database
        .prepare(
          `SELECT name, "desc", coll FROM pragma_index_xinfo('idx_session_items_session_id_item_index') WHERE key = 1`,
        )
        .raw()
        .all(),
    );
    expect(index).toEqual([
      ['session_id', 0, 'BINARY'],
      ['item_index', 0, 'BINARY'],
    ]);
    const sql = look((database) =>
      database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'session_items'").pluck().get(),
    );
    expect(sql).toContain('PRIMARY KEY AUTOINCREMENT');
  });
});

/** By the wire text given: the bytes stored and the digest, both computed with the reference. */
const GOLDEN: readonly [given: string, payload: string, digest: string][] = [
  [
    '{"role":"assistant","content":"done"}',
    '{"role":"assistant","content":"done"}',
    '629533c14a9714450dbbc251665b46c530c415757b9434b647c496f6e9dd5b19',
  ],
  [
    String.raw`{"role":"assistant","content":"working","name":"planner","tool_calls":[{"id":"call_lookup","type":"function","function":{"name":"lookup","arguments":" { \"z\": 1, \"a\": {\"y\": 2, \"x\": 1} } "},"extra_content":{"provider":"fixture"}}],"reasoning_content":"r","image_url":"data:image/png;base64,AA==","metadata":{"sequence":2}}`,
    String.raw`{"role":"assistant","content":"working","name":"planner","tool_calls":[{"id":"call_lookup","type":"function","function":{"name":"lookup","arguments":"{\"a\":{\"x\":1,\"y\":2},\"z\":1}"},"extra_content":{"provider":"fixture"}}],"reasoning_content":"r","image_url":"data:image/png;base64,AA==","metadata":{"sequence":2}}`,
    '4fb2d52590eba349d65803228923fd3ac118ddf1b17b1f8ea60b1d2372130062',
  ],
  [
    '{"role":"user","content":"x","metadata":{"\ufb33":1,"😀":2,"z":1e16,"y":1.0,"n":-0.0}}',
    '{"role":"user","content":"x","metadata":{"n":-0.0,"y":1.0,"z":1e+16,"\ufb33":1,"😀":2}}',
    '6c5ad104dcce5369af665ffb54867d8eb82fc245bb568d0257dc101db1793567',
  ],
  [
    String.raw`{"role":"assistant","content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":1e16,\"b\":1e-7,\"c\":1.0,\"d\":9007199254740993,\"e\":1e-5,\"\ufb33\":1,\"😀\":2}"}}]}`,
    String.raw`{"role":"assistant","content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":1e+16,\"b\":1e-7,\"c\":1.0,\"d\":9007199254740993,\"e\":0.00001,\"` +
      '\ufb33' +
      String.raw`\":1,\"😀\":2}"}}]}`,
    'ee4be2899445eba062fc49061ac3ba5117d1ad4b66604eef39a577efcebd712c',
  ],
];

describe('what is written here', () => {
  it.each(GOLDEN)('has the bytes and the digest of the reference: %#', async (given, payload, digest) => {
    const items = parseItems(`[${given}]`);
    const store = await openSqliteStore(file, { create: 'must-be-new' });
    const id = commitId('case-key/session', newSha256);
    expect(await store.session('s').addItemsOnce(id, digest, items)).toBe('committed');
    await store.close();
    const stored = look((database) =>
      database.prepare('SELECT CAST(payload AS BLOB) FROM session_items').pluck().all(),
    );
    expect(stored).toEqual([Buffer.from(payload)]);
    const commits = look((database) => database.prepare('SELECT * FROM session_commits').raw().all());
    expect(commits).toEqual([
      [
        's',
        'vv-agent:checkpoint-v2:session:d7dbe15110eb769fa38049962a70387dba75050e3da23ab1ad9e862afb5edd3e',
        digest,
      ],
    ]);
    expect(faultsOf(await verifyStore(file, folders.cache))).toEqual([]);
  });
});

/** The payload of a call whose arguments hold numbers, as a writer spells them. */
function payloadWith(numbers: string): string {
  return `{"role":"assistant","content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":${JSON.stringify(numbers)}}}]}`;
}

function itemOf(payload: string): Item {
  const read = readItemStrict(payload);
  if (!read.ok) throw new Error(read.message);
  return read.item;
}

/** By writer: its schema, and how it spells 1e-5, 1.5e-7, 1e16 and the literal -0 in arguments. */
const WRITERS = {
  python: {
    items: `CREATE TABLE session_items (
                    session_id TEXT NOT NULL,
                    item_index INTEGER PRIMARY KEY AUTOINCREMENT,
                    payload TEXT NOT NULL
                )`,
    numbers: '{"a":1e-05,"b":1.5e-07,"c":1e+16,"d":0}',
    isNormalForm: false,
  },
  rust: {
    items:
      'CREATE TABLE IF NOT EXISTS session_items (session_id TEXT NOT NULL, item_index INTEGER PRIMARY KEY AUTOINCREMENT, payload TEXT NOT NULL)',
    numbers: '{"a":0.00001,"b":1.5e-7,"c":1e+16,"d":-0.0}',
    isNormalForm: true,
  },
  'rust with an older serde_json': {
    items:
      'CREATE TABLE IF NOT EXISTS session_items (session_id TEXT NOT NULL, item_index INTEGER PRIMARY KEY AUTOINCREMENT, payload TEXT NOT NULL)',
    numbers: '{"a":0.00001,"b":1.5e-7,"c":1e16,"d":-0.0}',
    isNormalForm: false,
  },
} as const;

describe.each(Object.entries(WRITERS))('a store written by %s', (_name, { items, numbers, isNormalForm }) => {
  const plain = commitOf('plain', [assistant('é 😀'), assistant('done')]);
  const odd = payloadWith(numbers);
  const oddId = commitId('odd numbers', newSha256);

  beforeEach(() => {
    const database = new Database(file);
    database.pragma('journal_mode = WAL');
    database.exec(`${items};
      CREATE TABLE session_commits (session_id TEXT NOT NULL, commit_id TEXT NOT NULL, payload_digest TEXT NOT NULL,
        PRIMARY KEY (session_id, commit_id));
      CREATE INDEX idx_session_items_session_id_item_index ON session_items (session_id, item_index);
      PRAGMA user_version = 2;`);
    const insert = database.prepare("INSERT INTO session_items (session_id, payload) VALUES ('s', ?)");
    const commit = database.prepare("INSERT INTO session_commits VALUES ('s', ?, ?)");
    const digest = storedPayloadDigest([itemOf(odd)], newSha256);
    if (!digest.ok) throw new Error(digest.message);
    database.transaction(() => {
      for (const content of ['é 😀', 'done']) insert.run(JSON.stringify({ role: 'assistant', content }));
      commit.run(plain.commitId, plain.payloadDigest);
    })();
    database.transaction(() => {
      insert.run(odd);
      commit.run(oddId, digest.digest);
    })();
    database.close();
  });

  it('verifies: every commit covers its items', async () => {
    const report = await verifyStore(file, folders.cache);
    expect(faultsOf(report)).toEqual([]);
    expect(report?.commits.map(({ firstItem, lastItem }) => [firstItem, lastItem])).toEqual([
      ['1', '2'],
      ['3', '3'],
    ]);
  });

  it('is read as it stands, replays, and takes what is appended here', async () => {
    const store = await openSqliteStore(file);
    const session = store.session('s');
    const read = await session.getItems();
    expect(read.at(-1)?.toolCalls[0]?.arguments).toBe(numbers);
    const { commitId: id, payloadDigest, items: committed } = plain;
    expect(await session.addItemsOnce(id, payloadDigest, committed)).toBe('replayed');
    // Whoever asks here brings a digest of the normal form: another payload, unless the writer had the same form.
    const again = session.addItemsOnce(oddId, digestOf([itemOf(odd)]), [itemOf(odd)]);
    if (isNormalForm) expect(await again).toBe('replayed');
    else await expect(again).rejects.toMatchObject({ code: 'session_commit_identity_conflict' });
    const more = commitOf('more', [assistant('ours')]);
    expect(await session.addItemsOnce(more.commitId, more.payloadDigest, more.items)).toBe('committed');
    expect(await session.popItem()).toMatchObject({ content: 'ours' });
    await session.addItems([assistant('ours again')]);
    await store.close();
    const stored = look((database) =>
      database.prepare('SELECT item_index, payload FROM session_items').raw().all(),
    );
    expect(stored).toHaveLength(4);
    expect(stored[2]).toEqual([3, odd]);
    expect(stored[3]).toEqual([5, '{"role":"assistant","content":"ours again"}']);
  });
});
