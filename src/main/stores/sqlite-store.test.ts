import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForWriting } from '../sqlite/open-for-writing';
import { makeFolders, snapshot, type TestFolders } from '../sqlite/test-support/files';
import { assistant, commitOf } from './conformance-items';
import type { SessionStore } from './session-store';
import { openSqliteStore, SqliteStore, type SqliteStoreOptions } from './sqlite-store';

let folders: TestFolders;
let file: string;
const opened: SessionStore[] = [];

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'store.db');
});

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  folders.remove();
});

async function open(options: SqliteStoreOptions = {}): Promise<SessionStore> {
  const store = await openSqliteStore(file, options);
  opened.push(store);
  return store;
}

/** Opens the file as another program does, and closes it again. */
function elsewhere<T>(work: (database: Database.Database) => T): T {
  const database = new Database(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const ONE = commitOf('one', [assistant('1'), assistant('2')]);

async function commitOne(store: SessionStore, sessionId = 's'): Promise<string> {
  return store.session(sessionId).addItemsOnce(ONE.commitId, ONE.payloadDigest, ONE.items);
}

async function contents(store: SessionStore, sessionId = 's'): Promise<string[]> {
  return (await store.session(sessionId).getItems()).map(({ content }) => content);
}

describe('opening', () => {
  it('makes a store where it is asked to, and nothing else where there is one', async () => {
    await expect(open()).rejects.toMatchObject({ code: 'missing' });
    await (await open({ create: 'must-be-new' })).session('s').addItems([assistant('x')]);
    await expect(open({ create: 'must-be-new' })).rejects.toMatchObject({ code: 'exists-already' });
    expect(await contents(await open({ create: 'if-missing' }))).toEqual(['x']);
    expect(await contents(await open())).toEqual(['x']);
  });

  it('makes tables in a database that has none only where it is asked to', async () => {
    elsewhere((database) => database.pragma('journal_mode = DELETE'));
    elsewhere((database) => database.exec('CREATE TABLE a (b); DROP TABLE a'));
    await expect(open()).rejects.toMatchObject({
      code: 'invalid-schema',
      message: 'the session database has no tables',
    });
    expect(await commitOne(await open({ create: 'if-missing' }))).toBe('committed');
    // What there is keeps its journal mode.
    expect(fs.readFileSync(file)[18]).toBe(1);
  });

  it('is refused in the sentence of the file for what is no database', async () => {
    fs.writeFileSync(file, 'a text');
    await expect(open({ create: 'if-missing' })).rejects.toMatchObject({ code: 'not-a-database' });
    expect(fs.readFileSync(file, 'utf8')).toBe('a text');
  });
});

describe('a store that is closed', () => {
  it('says so, and may be closed again', async () => {
    const store = await open({ create: 'must-be-new' });
    const session = store.session('s');
    await store.close();
    await store.close();
    for (const work of [
      session.getItems(),
      session.addItems([assistant('')]),
      session.popItem(),
      session.clear(),
    ])
      await expect(work).rejects.toMatchObject({ code: 'file-not-open' });
  });
});

describe('what fails', () => {
  it('is locked while another program writes, and works again afterwards', async () => {
    const store = await open({ create: 'must-be-new', busyTimeoutMs: 50 });
    await commitOne(store);
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    const session = store.session('s');
    for (const work of [
      () => session.addItems([assistant('3')]),
      () => session.popItem(),
      () => session.clear(),
    ])
      await expect(work()).rejects.toMatchObject({
        code: 'locked',
        message: expect.not.stringContaining('SQLITE'),
        detail: expect.stringContaining('SQLITE_BUSY'),
      });
    // Readers and a writer do not get in each other's way.
    expect(await contents(store)).toEqual(['1', '2']);
    other.exec('ROLLBACK');
    other.close();
    await session.addItems([assistant('3')]);
    expect(await contents(store)).toEqual(['1', '2', '3']);
  });

  it.each([
    ['no-space', 'PRAGMA max_page_count = 12'],
    ['not-writable', 'PRAGMA query_only = ON'],
  ])('is %s, by its code and with a sentence, and nothing of it is kept', async (code, setting) => {
    await commitOne(await open({ create: 'must-be-new' }));
    const database = openForWriting(file);
    if (!database.ok) throw new Error(database.message);
    const store = new SqliteStore(database.value);
    opened.push(store);
    database.value.write((rows) => rows.exec(setting));
    const items = [assistant('x'), assistant('y'.repeat(100_000))];
    await expect(store.session('s').addItems(items)).rejects.toMatchObject({
      code,
      message: expect.not.stringMatching(/SQLITE|private copy/),
    });
    expect(await contents(store)).toEqual(['1', '2']);
  });

  it('refuses a session id that has no UTF-8 form', async () => {
    const store = await open({ create: 'must-be-new' });
    expect(() => store.session('\ud800')).toThrow(expect.objectContaining({ code: 'invalid-input' }));
    const { payloadDigest, items } = ONE;
    await expect(store.session('s').addItemsOnce('\udc00', payloadDigest, items)).rejects.toMatchObject({
      code: 'session_commit_identity_invalid',
    });
  });
});

describe('what is replayed, refused or has nothing to do', () => {
  it.each(['delete', 'wal'])('changes no byte of the file and its journal: %s', async (mode) => {
    elsewhere((database) => {
      database.pragma(`journal_mode = ${mode}`);
      database.exec('CREATE TABLE a (b); DROP TABLE a');
    });
    const store = await open({ create: 'if-missing' });
    await commitOne(store);
    const session = store.session('s');
    // That file is SQLite's shared memory: locks, and no content.
    const without = ['store.db-shm'];
    const before = snapshot(folders.user, { without });
    expect(before).toHaveLength(mode === 'wal' ? 2 : 1);
    expect(await commitOne(store)).toBe('replayed');
    const { commitId, payloadDigest, items } = commitOf('one', [assistant('another')]);
    await expect(session.addItemsOnce(commitId, payloadDigest, items)).rejects.toThrow('identity_conflict');
    const broken = { ...assistant(''), toolCalls: [{ id: '', name: '', arguments: '' }] };
    await expect(session.addItems([assistant('x'), broken])).rejects.toThrow('items[1]');
    await session.addItems([]);
    expect(await store.session('nobody').popItem()).toBeUndefined();
    await store.session('nobody').clear();
    expect(snapshot(folders.user, { without })).toEqual(before);
  });
});

describe('a store that is opened and closed', () => {
  it.each(['delete', 'wal'])('is the same file as before: %s', async (mode) => {
    const made = await open({ create: 'must-be-new' });
    await commitOne(made);
    await made.close();
    elsewhere((database) => database.pragma(`journal_mode = ${mode}`));
    const without = ['none'];
    const before = snapshot(folders.user, { without });
    const store = await open({ create: 'if-missing' });
    expect(await commitOne(store)).toBe('replayed');
    expect(await contents(store)).toEqual(['1', '2']);
    await store.close();
    expect(snapshot(folders.user, { without })).toEqual(before);
  });
});

describe('items', () => {
  it('have one index over the whole file, which never comes back', async () => {
    const store = await open({ create: 'must-be-new' });
    await commitOne(store, 'a');
    await store.session('b').addItems([assistant('3')]);
    await store.session('b').popItem();
    await store.session('b').clear();
    await store.session('a').addItems([assistant('4')]);
    const rows = elsewhere((database) =>
      database.prepare('SELECT session_id, item_index FROM session_items').raw().all(),
    );
    expect(rows).toEqual([
      ['a', 1],
      ['a', 2],
      ['a', 4],
    ]);
    expect(await contents(store, 'a')).toEqual(['1', '2', '4']);
  });

  it('may have gaps between them and indexes below zero', async () => {
    await open({ create: 'must-be-new' });
    elsewhere((database) => {
      const insert = database.prepare("INSERT INTO session_items VALUES ('s', ?, ?)");
      for (const index of [-5n, 0n, 7n, 9_007_199_254_740_993n])
        insert.run(index, JSON.stringify({ role: 'user', content: String(index) }));
    });
    const store = await open();
    expect(await contents(store)).toEqual(['-5', '0', '7', '9007199254740993']);
    expect(await store.session('s').popItem()).toMatchObject({ content: '9007199254740993' });
    expect(await contents(store)).toEqual(['-5', '0', '7']);
  });

  it('cannot be appended after the last index there is', async () => {
    await open({ create: 'must-be-new' });
    elsewhere((database) =>
      database
        .prepare("INSERT INTO session_items VALUES ('s', ?, ?)")
        .run(2n ** 63n - 1n, '{"role":"user","content":"x"}'),
    );
    const store = await open();
    await expect(commitOne(store)).rejects.toMatchObject({ code: 'no-space' });
    expect(await contents(store)).toEqual(['x']);
  });

  it('may be as large as 50 MB', async () => {
    const store = await open({ create: 'must-be-new' });
    const large = 'é'.repeat(25_000_000);
    await store.session('s').addItems([assistant(large), assistant('small')]);
    const [first] = await store.session('s').getItems();
    expect(first?.content === large).toBe(true);
  }, 120_000);

  it('are kept under ids of 10,000 characters and with NUL in them', async () => {
    const store = await open({ create: 'must-be-new' });
    const ids = ['s\0', 's\0a', 's', '', '\0', 'é'.repeat(10_000)];
    for (const id of ids) await store.session(id).addItems([assistant(`of ${id}`)]);
    for (const id of ids) expect(await contents(store, id)).toEqual([`of ${id}`]);
    const stored = elsewhere((database) =>
      database.prepare('SELECT session_id FROM session_items ORDER BY item_index').pluck().all(),
    );
    expect(stored).toEqual(ids);
  });

  it('stay in their session’s commit when they were popped: the commit outlives them', async () => {
    const store = await open({ create: 'must-be-new' });
    await commitOne(store);
    await store.session('s').popItem();
    await store.session('s').popItem();
    expect(await commitOne(store)).toBe('replayed');
    expect(
      elsewhere((database) => database.prepare('SELECT count(*) FROM session_commits').pluck().get()),
    ).toBe(1);
  });
});
