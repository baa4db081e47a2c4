import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { THEWAY_SCHEMA } from '../../shared/theway/schema';
import { META, row, user, writeSessionFile } from '../formats/theway/test-support/session-file';
import { openForReading } from '../sqlite/open';
import { makeFolders, snapshot, type TestFolders } from '../sqlite/test-support/files';
import { endOtherPrograms, OtherProgram } from '../sqlite/test-support/other-program';
import type { Session } from './session';
import { createSqliteSession, openSqliteSession, readSqliteSession } from './sqlite-session';
import { entryOf, METADATA, thrownBy } from './test-support/sessions';

let folders: TestFolders;
let file: string;
const opened: Session[] = [];

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'session.db');
});

afterEach(async () => {
  for (const session of opened.splice(0)) session.close();
  await endOtherPrograms();
  folders.remove();
});

function open(options = {}): Session {
  const session = openSqliteSession(file, options);
  opened.push(session);
  return session;
}

function sql(statements: string): void {
  const database = new Database(file);
  database.exec(statements);
  database.close();
}

function rowsOf(query: string): unknown[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare(query).raw().all();
  } finally {
    database.close();
  }
}

const INFO = entryOf('{"type":"session_info","id":"n","parentId":"u","timestamp":"t","name":"x"}');

describe('a file that is made', () => {
  it('is in WAL mode, with the tables of the contract, owner-only, and metadata as JSON', () => {
    const session = createSqliteSession(file, { ...METADATA, collapsed: true, parentSessionPath: '/p.db' });
    session.close();
    expect(rowsOf('PRAGMA journal_mode')).toEqual([['wal']]);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(rowsOf('SELECT key, value FROM meta ORDER BY rowid')).toEqual([
      ['id', JSON.stringify(METADATA.id)],
      ['createdAt', JSON.stringify(METADATA.createdAt)],
      ['cwd', JSON.stringify(METADATA.cwd)],
      ['path', JSON.stringify(METADATA.path)],
      ['parentSessionPath', '"/p.db"'],
      ['collapsed', 'true'],
    ]);
  });

  it('passes the schema checks of the reader', async () => {
    createSqliteSession(file, METADATA).close();
    const reading = await openForReading(file, { cacheDir: folders.cache });
    if (!reading.ok) throw new Error(reading.message);
    expect(readSqliteSession(reading.db).metadata()).toEqual(METADATA);
    reading.db.close();
    expect(open().metadata()).toEqual(METADATA);
  });

  it('never takes the place of another', () => {
    fs.writeFileSync(file, 'something');
    expect(thrownBy(() => createSqliteSession(file, METADATA))).toMatchObject({
      code: 'already_exists',
      reason: 'exists-already',
    });
    expect(fs.readFileSync(file, 'utf8')).toBe('something');
  });

  it('writes a root’s parent as the empty string, and the columns as the payload says', () => {
    const session = createSqliteSession(file, METADATA);
    session.append(entryOf('{"id":"a","type":"session_info","timestamp":"t1"}'));
    session.append(entryOf('{"id":"b","parentId":"a","type":"leaf","timestamp":"t2"}'));
    session.close();
    expect(rowsOf('SELECT seq, id, parent_id, type, timestamp FROM entries')).toEqual([
      [1, 'a', '', 'session_info', 't1'],
      [2, 'b', 'a', 'leaf', 't2'],
    ]);
  });
});

describe('a file that is there', () => {
  it('keeps its journal mode', () => {
    writeSessionFile(file, { entries: [user('u', null, 'hi')], sql: 'PRAGMA journal_mode = DELETE' });
    const session = open();
    session.append(INFO);
    session.close();
    expect(rowsOf('PRAGMA journal_mode')).toEqual([['delete']]);
    expect(rowsOf('SELECT id FROM entries ORDER BY seq')).toEqual([['u'], ['n']]);
  });

  it('reads a root of NULL as one of the empty string', () => {
    writeSessionFile(file, {
      rows: [
        row('a', null, 'session_info', '{"id":"a","parentId":null,"type":"session_info","timestamp":"t"}'),
      ],
      entries: [user('u', null, 'hi')],
    });
    expect(open().pathToRoot('a')).toMatchObject([{ id: 'a', parentId: null }]);
  });

  it.each([
    ['no such file', () => {}, 'not_found', /no file here/],
    ['no database', () => fs.writeFileSync(file, 'text'), 'corrupted', /^session db .*session\.db corrupt: /],
    [
      'another’s tables',
      () => sql('CREATE TABLE x (y)'),
      'storage_failure',
      /Table entries: expected .* found no such table/,
    ],
  ])('is refused: %s', (_what, make, code, message) => {
    make();
    const before = snapshot(folders.user);
    const error = thrownBy(() => open());
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(snapshot(folders.user)).toEqual(before);
  });

  it('is refused and left exactly as it is where a page is damaged', () => {
    writeSessionFile(file, {
      entries: Array.from({ length: 300 }, (_, at) => user(`u${at}`, null, 'x'.repeat(200))),
      sql: 'PRAGMA journal_mode = DELETE',
    });
    const bytes = fs.readFileSync(file);
    bytes.fill(0xff, Math.floor(bytes.length / 8192) * 4096, Math.floor(bytes.length / 8192) * 4096 + 50);
    fs.writeFileSync(file, bytes);
    const before = snapshot(folders.user);
    const error = thrownBy(() => open());
    expect(error).toMatchObject({ code: 'corrupted', reason: 'damaged' });
    expect(error.message).toMatch(
      /^session db .*session\.db (corrupt: .+|failed integrity check \(left in place\))$/,
    );
    expect(snapshot(folders.user)).toEqual(before);
  });

  it('is refused with the words of the check where SQLite can read it and finds it wrong', () => {
    writeSessionFile(file, {
      schema: THEWAY_SCHEMA.replace('timestamp TEXT NOT NULL', 'timestamp TEXT         '),
      meta: META,
      entries: [user('u', null, 'hi')],
      sql: 'UPDATE entries SET timestamp = NULL',
    });
    // The same length, so that only the words of the schema change.
    const bytes = fs
      .readFileSync(file, 'latin1')
      .replace('timestamp TEXT         ', 'timestamp TEXT NOT NULL');
    fs.writeFileSync(file, bytes, 'latin1');
    expect(thrownBy(() => open())).toMatchObject({
      code: 'corrupted',
      reason: 'damaged',
      message: `session db ${file} failed integrity check (left in place)`,
      detail: expect.stringContaining('NULL value in entries.timestamp'),
    });
  });

  it('held by another program is a storage failure with the reason beside it, and can be tried again', async () => {
    createSqliteSession(file, METADATA).close();
    const session = open({ busyTimeoutMs: 50 });
    const other = new OtherProgram(file);
    await other.exec('BEGIN IMMEDIATE');
    expect(thrownBy(() => session.append(entryOf({ type: 'leaf', id: 'l', timestamp: 't' })))).toMatchObject({
      code: 'storage_failure',
      reason: 'locked',
      message: expect.stringContaining('try again'),
    });
    await other.exec('ROLLBACK');
    session.append(entryOf({ type: 'leaf', id: 'l', timestamp: 't' }));
    expect(session.entry('l')).not.toBeNull();
  });

  it('is not read any more after it was closed', () => {
    const session = createSqliteSession(file, METADATA);
    session.close();
    session.close();
    expect(thrownBy(() => session.metadata())).toMatchObject({ reason: 'file-not-open' });
  });
});

describe('the schema', () => {
  it.each([
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END'],
    ['a trigger on the metadata', 'CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM entries; END'],
    ['a view', 'CREATE VIEW v AS SELECT 1'],
    ['another table', 'CREATE TABLE other (x)'],
    ['an index too many', 'CREATE UNIQUE INDEX one_only ON entries(timestamp)'],
    ['an index too few', 'DROP INDEX idx_entries_type'],
  ])('that gets %s while it is open stops every write before it begins', (_what, statement) => {
    writeSessionFile(file, { entries: [user('u', null, 'hi')] });
    const session = open();
    session.append(INFO);
    sql(statement);
    const next = entryOf({ type: 'leaf', id: 'l', parentId: 'n', timestamp: 't', targetId: null });
    expect(thrownBy(() => session.append(next))).toMatchObject({
      code: 'storage_failure',
      reason: 'invalid-schema',
    });
    expect(thrownBy(() => session.setCollapsed(true))).toMatchObject({ reason: 'invalid-schema' });
    expect(rowsOf('SELECT id FROM entries ORDER BY seq')).toEqual([['u'], ['n']]);
    expect(rowsOf("SELECT * FROM meta WHERE key = 'collapsed'")).toEqual([]);
  });

  it('may change in a way that passes', () => {
    writeSessionFile(file, { entries: [user('u', null, 'hi')] });
    const session = open();
    sql('ANALYZE');
    session.append(INFO);
    expect(session.activeLeafId()).toBe('n');
  });
});

describe('strict reading', () => {
  it.each<[string, ReturnType<typeof row>, string]>([
    ['a payload that is no JSON', row('b', 'u', 'message', '{'), 'session entry must be a JSON object'],
    [
      'a payload that is a blob',
      row('b', 'u', 'message', Buffer.from('{}')),
      'session entry must be a JSON object',
    ],
    [
      'an unknown type',
      row('b', 'u', 'new', '{"type":"new","id":"b","timestamp":"t"}'),
      'unknown session entry type new',
    ],
    [
      'an id column that says otherwise',
      row('b', 'u', 'leaf', '{"type":"leaf","id":"c","parentId":"u","timestamp":"t"}'),
      'session entry has invalid id',
    ],
    [
      'a type column that says otherwise',
      row('b', 'u', 'label', '{"type":"leaf","id":"b","parentId":"u","timestamp":"t"}'),
      'session entry has invalid type',
    ],
  ])('stops at %s, and nothing is appended behind it', (_what, bad, message) => {
    writeSessionFile(file, { entries: [user('u', null, 'hi')], rows: [bad] });
    const session = open();
    expect(thrownBy(() => session.entry('b'))).toMatchObject({
      code: 'corrupted',
      message,
      detail: expect.stringContaining('seq 2'),
    });
    expect(thrownBy(() => [...session.entries()])).toMatchObject({ code: 'corrupted', message });
    expect(thrownBy(() => session.setLeaf('u'))).toMatchObject({ code: 'corrupted', message });
    expect(session.entry('u')?.id).toBe('u');
  });

  it('tells bytes that are not UTF-8 from a replacement character that was written', () => {
    const payload = (text: string) =>
      `{"type":"session_info","id":"b","parentId":"u","timestamp":"t","name":"${text}"}`;
    writeSessionFile(file, {
      entries: [user('u', null, 'hi')],
      rows: [row('b', 'u', 'session_info', payload('\ufffd'))],
    });
    expect(open().name()).toBe('\ufffd');
    for (const session of opened.splice(0)) session.close();
    sql(
      `UPDATE entries SET payload = CAST(x'${Buffer.from(payload('~')).toString('hex').replace('7e', 'ff')}' AS TEXT) WHERE id = 'b'`,
    );
    expect(thrownBy(() => open().name())).toMatchObject({
      code: 'corrupted',
      detail: expect.stringContaining('not UTF-8'),
    });
  });

  it('names what is wrong with the metadata', () => {
    const { id: _, ...rest } = META;
    writeSessionFile(file, { meta: rest });
    expect(thrownBy(() => open().metadata())).toMatchObject({
      code: 'corrupted',
      message: 'session metadata is missing id',
    });
  });

  it('follows a cycle of two no further than once round', () => {
    const info = (id: string, parentId: string) =>
      row(
        id,
        parentId,
        'session_info',
        JSON.stringify({ type: 'session_info', id, parentId, timestamp: 't' }),
      );
    writeSessionFile(file, { rows: [info('a', 'b'), info('b', 'a')] });
    expect(thrownBy(() => open().pathToRoot('b'))).toMatchObject({ message: 'cycle in parent chain at b' });
  });

  it('has no leaf to append to where the last move names nothing that is there', () => {
    writeSessionFile(file, {
      rows: [row('l', '', 'leaf', '{"type":"leaf","id":"l","timestamp":"t","targetId":"x"}')],
    });
    const error = { code: 'corrupted', message: 'session transcript contains dangling leaf target' };
    expect(thrownBy(() => open().activeLeafId())).toMatchObject(error);
  });
});

it('a session that is open for reading leaves no trace and refuses every write', async () => {
  writeSessionFile(file, { entries: [user('u', null, 'hi')] });
  const before = snapshot(folders.user);
  const reading = await openForReading(file, { cacheDir: folders.cache });
  if (!reading.ok) throw new Error(reading.message);
  const session = readSqliteSession(reading.db);
  expect(session.pathToRoot(session.activeLeafId()).map(({ id }) => id)).toEqual(['u']);
  expect(session.preview({ kind: 'label', entryId: 'u', text: 'x' }).entries).toHaveLength(1);
  expect(thrownBy(() => session.setLeaf(null))).toMatchObject({ code: 'storage_failure' });
  expect(thrownBy(() => session.setBinding(null))).toMatchObject({
    code: 'storage_failure',
    message: 'session store does not support binding updates',
  });
  session.close();
  reading.db.close();
  expect(snapshot(folders.user)).toEqual(before);
});

it('two handles see what the other wrote', () => {
  createSqliteSession(file, METADATA).close();
  const [one, other] = [open(), open()];
  one.append(entryOf({ type: 'session_info', id: 'a', timestamp: 't' }));
  expect(other.activeLeafId()).toBe('a');
  expect(
    thrownBy(() => other.append(entryOf({ type: 'session_info', id: 'a', timestamp: 't' }))),
  ).toMatchObject({ code: 'corrupted' });
  expect(other.setLeaf(null).parentId).toBe('a');
});
