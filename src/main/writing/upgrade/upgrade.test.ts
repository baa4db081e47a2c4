import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../../../shared/contract/errors';
import { isSound, type Report } from '../../../shared/model/report';
import { vvAgentFormat } from '../../formats/vv-agent/format';
import { buildReport } from '../../integrity/report';
import { openForReading } from '../../sqlite/open';
import { snapshot } from '../../sqlite/test-support/files';
import { endOtherPrograms, OtherProgram } from '../../sqlite/test-support/other-program';
import type { UpgradeDone } from './facts';
import { OlderStores, PAYLOADS } from './test-support/older-store';
import { undoUpgrade } from './undo';
import { previewUpgrade, upgradeStore } from './upgrade';

let stores: OlderStores;

beforeEach(() => {
  stores = new OlderStores();
});

afterEach(async () => {
  await endOtherPrograms();
  stores.remove();
});

const NOW = new Date('2026-11-30T14:25:01.789Z');

function upgrade(options: Partial<Parameters<typeof upgradeStore>[1]> = {}): Promise<Result<UpgradeDone>> {
  return upgradeStore(stores.file, { ...stores.options, now: () => NOW, ...options });
}

async function done(): Promise<UpgradeDone> {
  const result = await upgrade();
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message} ${result.error.detail}`);
  return result.value;
}

async function messageOf(result: Promise<Result<unknown>>): Promise<string> {
  const { ok, ...rest } = await result;
  return 'error' in rest && !ok ? `${rest.error.code}: ${rest.error.message}` : 'no error';
}

async function report(): Promise<Report> {
  const opened = await openForReading(stores.file, { cacheDir: stores.folders.cache });
  if (!opened.ok) throw new Error(opened.message);
  const { signal, onProgress } = stores.options;
  const built = await buildReport(vvAgentFormat.open(opened.db), { signal, onProgress });
  opened.db.close();
  return built;
}

function payloads(): unknown[] {
  return stores.rows('SELECT session_id, item_index, payload FROM session_items ORDER BY item_index');
}

const BACKUP = 'store.db.backup-20261130T142501Z';

describe('the upgrade of a version 1 store', () => {
  it('keeps strict payloads byte for byte, puts others in normal form, and keeps commits verified', async () => {
    stores.v1((store) => {
      store.add('s', [PAYLOADS.strict, PAYLOADS.lenient]);
      store.commit('s', 'key', ['{"role":"assistant",  "content":"committed"}']);
    });
    const before = stores.content();
    const { backupPath, before: _found, after: left, ...facts } = await done();
    expect(facts).toEqual({
      from: 'v1',
      fromVersion: 1,
      version: 2,
      items: 3,
      rewritten: 1,
      untouched: 2,
      createdTables: [],
      createdIndexes: [],
      notes: [],
    });
    expect(left).toMatchObject({
      userVersion: 2,
      items: 3,
      commits: 1,
      lastIndex: '3',
      sequence: '3',
    });
    expect(payloads()).toEqual([
      ['s', 1, PAYLOADS.strict],
      ['s', 2, PAYLOADS.normal],
      ['s', 3, '{"role":"assistant",  "content":"committed"}'],
    ]);
    const after = await report();
    expect(isSound(after)).toBe(true);
    expect(after.commits).toMatchObject([{ state: 'verified', firstItem: '3', lastItem: '3' }]);
    expect(path.basename(backupPath)).toBe(BACKUP);
    expect(stores.content(backupPath)).toEqual(before);
    expect(stores.names()).toEqual(['store.db', BACKUP]);
  });

  it.each([0, 1])('makes the index and the table of commits where version %s has none', async (version) => {
    stores.v1((store) => store.add('s', [PAYLOADS.lenient]), { version, index: '', commits: '' });
    expect(await done()).toMatchObject({
      fromVersion: version,
      createdTables: ['session_commits'],
      createdIndexes: ['idx_session_items_session_id_item_index'],
    });
    expect(isSound(await report())).toBe(true);
  });

  it('takes an empty store, and one in rollback mode, which it keeps', async () => {
    stores.v1((store) => store.database.pragma('journal_mode = DELETE'));
    expect(await done()).toMatchObject({ items: 0, rewritten: 0 });
    expect(fs.readFileSync(stores.file)[18]).toBe(1);
    expect(isSound(await report())).toBe(true);
  });

  it('takes in what another program has left in the -wal, and keeps WAL', async () => {
    stores.v1((store) => store.add('s', [PAYLOADS.strict]));
    const other = new OtherProgram(stores.file);
    const insert = `INSERT INTO session_items (session_id, payload) VALUES ('s', '${PAYLOADS.lenient}')`;
    await other.exec(insert);
    expect(fs.statSync(`${stores.file}-wal`).size).toBeGreaterThan(0);
    expect(await done()).toMatchObject({ items: 2, rewritten: 1 });
    await other.kill();
    expect(payloads()).toHaveLength(2);
    expect(fs.readFileSync(stores.file)[18]).toBe(2);
    expect(stores.rows('SELECT count(*) FROM session_items', path.join(stores.folders.user, BACKUP))).toEqual(
      [[2]],
    );
  });
});

describe('the upgrade of the oldest tables', () => {
  it('keeps ids as item_index, writes normal form, and never gives out an index again', async () => {
    stores.legacy([PAYLOADS.strict, PAYLOADS.lenient, PAYLOADS.normal, PAYLOADS.normal], (database) => {
      database.exec('DELETE FROM session_items WHERE id IN (1, 4)');
    });
    expect(await done()).toMatchObject({
      from: 'legacy',
      fromVersion: 0,
      items: 2,
      rewritten: 1,
      untouched: 1,
      createdTables: ['session_items', 'session_commits'],
    });
    expect(payloads()).toEqual([
      ['s', 2, PAYLOADS.normal],
      ['s', 3, PAYLOADS.normal],
    ]);
    expect(stores.rows('SELECT * FROM sqlite_sequence')).toEqual([['session_items', 4]]);
    expect(isSound(await report())).toBe(true);
  });

  it('keeps the counter where all items are gone', async () => {
    stores.legacy([PAYLOADS.normal], (database) => database.exec('DELETE FROM session_items'));
    await done();
    expect(stores.rows('SELECT * FROM sqlite_sequence')).toEqual([['session_items', 1]]);
  });

  it('puts what the strict reader takes in normal form too, artifact and all', async () => {
    const artifact = `{"path":".vv-agent/artifacts/a.txt","media_type":"text/plain","encoding":"utf-8","size_bytes":1,"sha256":"${'a'.repeat(64)}"}`;
    stores.legacy([`{ "content":"x", "role":"tool", "artifact_ref":${artifact} }`]);
    await done();
    expect(payloads()).toEqual([['s', 1, `{"role":"tool","content":"x","artifact_ref":${artifact}}`]]);
  });
});

describe('what cannot be upgraded', () => {
  const refused = async (message: string) => {
    const before = snapshot(stores.folders.user);
    expect(await messageOf(upgrade())).toBe(`cannot-upgrade: ${message}`);
    expect(await messageOf(previewUpgrade(stores.file, stores.options))).toBe(`cannot-upgrade: ${message}`);
    expect(snapshot(stores.folders.user)).toEqual(before);
  };

  it.each([
    ['not json', 'invalid item JSON: '],
    ['{"type":"odd"}', 'unknown session item type: "odd"'],
    ['{"role":"user","content":1}', 'content is no part of an item and would be lost: 1'],
    ['{"role":"user","content":"x","mood":"good"}', 'mood is no part of an item and would be lost: "good"'],
    [
      '{"role":"assistant","tool_calls":[{"id":"c","name":"f","function":{"name":"f","arguments":"{oops"}}]}',
      'tool_calls[0].function.arguments holds no JSON object and would become {}, losing "{oops"',
    ],
    ['{"type":"user","content":"a","content":"b"}', 'content stands there more than once'],
    ['{"role":"assistant","tool_calls":[{"id":" ","name":"f"}]}', 'session tool call id must be non-empty'],
  ])('is named by session and item: %s', async (payload, reason) => {
    for (const build of ['v1', 'legacy'] as const) {
      if (build === 'v1') stores.v1((store) => store.add('s', [PAYLOADS.lenient, payload]));
      else stores.legacy([PAYLOADS.lenient, payload]);
      const before = stores.hash();
      const message = await messageOf(upgrade());
      expect(message).toContain(`cannot-upgrade: session "s", item_index 2: ${reason}`);
      expect(stores.hash()).toBe(before);
      expect(stores.names()).toEqual(['store.db']);
      fs.rmSync(stores.file);
    }
  });

  it('counts neither a null optional field nor the type tag as lost', async () => {
    stores.v1((store) => store.add('s', ['{"type":"user","content":"x","name":null,"artifact_ref":null}']));
    expect(await done()).toMatchObject({ rewritten: 1 });
  });

  it('is a payload or a session id that is no text', async () => {
    stores.v1(({ database }) => database.exec("INSERT INTO session_items VALUES ('s', 7, x'7b7d')"));
    await refused('session "s", item_index 7: the payload is stored as BLOB, not TEXT');
    fs.rmSync(stores.file);
    stores.v1(({ database }) =>
      database.exec("INSERT INTO session_items VALUES ('s', 7, CAST(x'22ff22' AS TEXT))"),
    );
    await refused('session "s", item_index 7: the payload is not valid UTF-8');
    fs.rmSync(stores.file);
    stores.v1(({ database }) => database.exec("INSERT INTO session_items VALUES (x'61', 7, '{}')"));
    await refused('session of type blob, item_index 7: session_id is stored as BLOB, not TEXT');
  });

  it.each([
    [
      'CREATE TABLE other (a)',
      'unsupported session schema tables: ["other", "session_commits", "session_items"]',
    ],
    ['CREATE VIEW v AS SELECT 1', 'Views: expected none, found ["v"]'],
    [
      'CREATE TRIGGER t AFTER UPDATE ON session_items BEGIN DELETE FROM session_items; END',
      'Triggers: expected none, found ["t"]',
    ],
    ['CREATE INDEX more ON session_items (payload)', 'Other indexes: expected none, found ["more"]'],
    ['PRAGMA user_version = 2', 'This store has schema version 2 already: there is nothing to upgrade.'],
    [
      'PRAGMA user_version = 3',
      'This store has schema version 3, which is newer than this app knows. Nothing was changed.',
    ],
    [
      'PRAGMA user_version = -1',
      'This store has schema version -1, which no version of vv-agent has. Nothing was changed.',
    ],
    ['CREATE TABLE sqlitest (a)', 'Tables that pass for SQLite’s own: expected none, found ["sqlitest"]'],
    [
      'DROP INDEX idx_session_items_session_id_item_index; CREATE INDEX idx_session_items_session_id_item_index ON session_items (item_index)',
      'Index of session_items: columns: expected session_items(session_id, item_index), found session_items(item_index)',
    ],
    [
      'DROP TABLE session_commits; CREATE TABLE session_commits (session_id TEXT)',
      'unsupported session_commits schema columns: ["session_id"]',
    ],
    [
      'ALTER TABLE session_items ADD COLUMN more TEXT',
      'unsupported session_items schema columns: ["session_id", "item_index", "payload", "more"]',
    ],
  ])('is a schema that is no older one: %s', async (sql, message) => {
    stores.v1((store) => store.database.exec(sql));
    const before = stores.hash();
    expect(await messageOf(upgrade())).toContain(`cannot-upgrade: ${message}`);
    expect(stores.hash()).toBe(before);
    expect(stores.names()).toEqual(['store.db']);
  });

  it('is a table that does not number its items as ours', async () => {
    const columns = (key: string) =>
      `CREATE TABLE session_items (session_id TEXT NOT NULL, item_index ${key}, payload TEXT NOT NULL)`;
    stores.v1(() => {}, { items: columns('INTEGER PRIMARY KEY') });
    await refused('session_items: AUTOINCREMENT: expected AUTOINCREMENT, found none');
    fs.rmSync(stores.file);
    stores.v1(() => {}, { items: columns('INTEGER') });
    await refused(
      'session_items: item_index is not an INTEGER PRIMARY KEY, so its order is not that of the items',
    );
  });

  it('is an oldest store whose earlier migration left its table', async () => {
    stores.legacy([PAYLOADS.normal], (database) => database.exec('CREATE TABLE session_items_legacy_v0 (a)'));
    await refused('cannot migrate session_items while session_items_legacy_v0 exists');
  });

  it('is an oldest store with triggers, which would go without a word', async () => {
    stores.legacy([PAYLOADS.normal], (database) =>
      database.exec('CREATE TRIGGER t AFTER DELETE ON session_items BEGIN SELECT 1; END'),
    );
    await refused('Triggers: expected none, found ["t"]');
  });

  it('is what is no store at all, in the words of opening', async () => {
    expect(await messageOf(upgrade())).toMatch(/^missing: /);
    fs.writeFileSync(stores.file, 'a text');
    expect(await messageOf(upgrade())).toMatch(/^not-a-database: /);
  });
});

describe('the preview', () => {
  it('tells what would be rewritten and leaves the folder as it was', async () => {
    const long = `{"type":"user","content":"${'x'.repeat(5000)}"}`;
    stores.v1((store) => store.add('s', [PAYLOADS.strict, PAYLOADS.lenient, long]));
    const before = snapshot(stores.folders.user);
    const preview = await previewUpgrade(stores.file, stores.options);
    expect(preview).toMatchObject({ ok: true, value: { from: 'v1', items: 3, rewritten: 2, untouched: 1 } });
    const changes = preview.ok ? preview.value.changes : [];
    expect(changes[0]).toEqual({
      sessionId: 's',
      itemIndex: '2',
      before: { text: PAYLOADS.lenient, totalChars: PAYLOADS.lenient.length },
      after: { text: PAYLOADS.normal, totalChars: PAYLOADS.normal.length },
    });
    expect(changes[1]?.before).toEqual({ text: long.slice(0, 2048), totalChars: long.length });
    expect(snapshot(stores.folders.user)).toEqual(before);
    expect(fs.readdirSync(stores.folders.cache)).toEqual([]);
  });

  it('can be cancelled in the middle of the rehearsal, which leaves no copy', async () => {
    stores.v1((store) => store.add('s', new Array(2000).fill(PAYLOADS.lenient)));
    const before = snapshot(stores.folders.user);
    const cancel = new AbortController();
    const onProgress = ({ label, done: items }: { label: string; done: number }) => {
      if (label === 'Upgrading the copy' && items >= 1000) cancel.abort();
    };
    const result = previewUpgrade(stores.file, { ...stores.options, signal: cancel.signal, onProgress });
    expect(await messageOf(result)).toBe('cancelled: The upgrade was cancelled, and nothing was changed.');
    expect(snapshot(stores.folders.user)).toEqual(before);
    expect(fs.readdirSync(stores.folders.cache)).toEqual([]);
  });
});

describe('the backup', () => {
  it('takes the next free name, and never that of another file', async () => {
    stores.v1((store) => store.add('s', [PAYLOADS.lenient]));
    fs.writeFileSync(path.join(stores.folders.user, BACKUP), 'mine');
    expect(path.basename((await done()).backupPath)).toBe(`${BACKUP}-2`);
    expect(fs.readFileSync(path.join(stores.folders.user, BACKUP), 'utf8')).toBe('mine');
  });

  it('is readable by whom the file is, and the same bytes but for counters in the header', async () => {
    stores.v1((store) => {
      store.add('s', new Array(500).fill(PAYLOADS.lenient));
      store.database.exec('DELETE FROM session_items WHERE item_index % 3 = 0');
    });
    fs.chmodSync(stores.file, 0o600);
    const before = fs.readFileSync(stores.file);
    const { backupPath } = await done();
    expect(fs.statSync(backupPath).mode & 0o777).toBe(0o600);
    const copy = fs.readFileSync(backupPath);
    // Change counter, schema cookie and the counter's copy: https://www.sqlite.org/fileformat2.html#the_database_header
    for (const from of [24, 40, 92]) copy.set(before.subarray(from, from + 4), from);
    expect(copy.equals(before)).toBe(true);
  });
});

describe('other programs', () => {
  it('may read meanwhile, and see the old state until the upgrade is made', async () => {
    stores.v1((store) => store.add('s', [PAYLOADS.lenient]));
    const reader = new Database(stores.file, { readonly: true });
    reader.exec('BEGIN');
    const version = () => reader.pragma('user_version', { simple: true });
    expect(version()).toBe(1);
    await done();
    expect(version()).toBe(1);
    reader.exec('COMMIT');
    expect(version()).toBe(2);
    reader.close();
  });

  it('holding the write lock end the upgrade with a sentence; the backup stays', async () => {
    stores.v1((store) => store.add('s', [PAYLOADS.lenient]));
    const writer = new Database(stores.file);
    writer.exec('BEGIN IMMEDIATE');
    const message = await messageOf(upgrade());
    writer.exec('ROLLBACK');
    writer.close();
    expect(message).toMatch(/^locked: Another program has locked .* The backup "store\.db\.backup-.*" stays/);
    expect(stores.rows('PRAGMA user_version')).toEqual([[1]]);
    expect(stores.names()).toEqual(['store.db', BACKUP]);
  });

  it.each([
    ['before the backup', 1, ['store.db']],
    ['after the backup', 2, ['store.db', BACKUP]],
  ])('that write %s end the upgrade, and keep what they wrote', async (_when, call, names) => {
    stores.v1((store) => store.add('s', [PAYLOADS.lenient]), { index: '' });
    let calls = 0;
    const onProgress = ({ label }: { label: string }) => {
      // A small file is copied in one step: told of before it and after it.
      if (label !== 'Writing the backup' || ++calls !== call) return;
      const database = new Database(stores.file);
      database.exec("UPDATE session_items SET session_id = 't'");
      database.close();
    };
    expect(await messageOf(upgrade({ onProgress }))).toMatch(
      /^changed-meanwhile: Another program wrote to this file/,
    );
    expect(calls).toBe(2);
    expect(stores.rows('SELECT session_id, payload FROM session_items')).toEqual([['t', PAYLOADS.lenient]]);
    expect(stores.names()).toEqual(names);
  });
});

describe('a file that is changed right after its upgrade', () => {
  const write = () => {
    const database = new Database(stores.file);
    database.exec("UPDATE session_items SET session_id = 't'");
    database.close();
  };

  it.each([
    ['written to', write, 'changed-meanwhile: The upgrade was made, but the file holds something else'],
    ['deleted', () => fs.rmSync(stores.file), 'missing: The upgrade was made, but it could not be read back'],
  ])('is told to be upgraded: %s', async (_how, change, expected) => {
    stores.v1((store) => store.add('s', [PAYLOADS.lenient]));
    const onProgress = ({ label }: { label: string }) => {
      // Told in the transaction, which has no pause: the change comes right behind it.
      if (label === 'Verifying the upgrade') queueMicrotask(change);
    };
    const message = await messageOf(upgrade({ onProgress }));
    expect(message.slice(0, expected.length)).toBe(expected);
    expect(message).toMatch(/ The backup "store\.db\.backup-\w+" stays beside the file\.$/);
  });
});

describe('the undo', () => {
  it.each(['v1', 'legacy'] as const)('restores every row, index and counter of %s', async (from) => {
    if (from === 'v1') {
      stores.v1(
        (store) => {
          store.add('s', [PAYLOADS.strict, PAYLOADS.lenient, PAYLOADS.lenient]);
          store.pop('s');
        },
        { index: '', commits: '' },
      );
    } else {
      stores.legacy([PAYLOADS.strict, PAYLOADS.lenient, PAYLOADS.lenient], (database) => {
        database.exec(
          'DELETE FROM session_items WHERE id = 3; CREATE INDEX more ON session_items (item_json)',
        );
      });
    }
    const before = stores.content();
    const upgraded = await done();
    expect(stores.content()).not.toEqual(before);
    const undone = await undoUpgrade(stores.file, upgraded, stores.options);
    expect(undone).toEqual({
      ok: true,
      value: { items: 2, version: upgraded.fromVersion, backupPath: upgraded.backupPath },
    });
    expect(stores.content()).toEqual(before);
    expect(fs.readFileSync(stores.file)[18]).toBe(2);
    expect(stores.names()).toEqual(['store.db', BACKUP]);
    expect(upgraded.notes).toEqual(from === 'v1' ? [] : ['The index "more" went with the old table.']);
    expect(await done()).toMatchObject({ from, rewritten: upgraded.rewritten });
  });

  it('keeps commits that were there, and is refused once anything was written', async () => {
    stores.v1((store) => {
      store.commit('s', 'key', [PAYLOADS.normal]);
      store.add('s', [PAYLOADS.lenient]);
    });
    const before = stores.content();
    const upgraded = await done();
    const database = new Database(stores.file);
    database.exec("UPDATE session_commits SET payload_digest = 'x'");
    expect(await messageOf(undoUpgrade(stores.file, upgraded, stores.options))).toMatch(
      /^changed-meanwhile: Something was written/,
    );
    expect(database.pragma('user_version', { simple: true })).toBe(2);
    const [row] = stores.rows('SELECT payload_digest FROM session_commits', upgraded.backupPath);
    database.prepare('UPDATE session_commits SET payload_digest = ?').run(String(row));
    database.close();
    expect(await undoUpgrade(stores.file, upgraded, stores.options)).toMatchObject({
      ok: true,
    });
    expect(stores.content()).toEqual(before);
  });

  it('is refused with another backup, and changes nothing', async () => {
    stores.v1((store) => store.add('s', [PAYLOADS.lenient]));
    const upgraded = await done();
    // Another text in the same place would be written as if it had been there.
    const other = new Database(upgraded.backupPath);
    other.exec("UPDATE session_items SET payload = payload || ' '");
    other.close();
    const before = stores.hash();
    expect(await messageOf(undoUpgrade(stores.file, upgraded, stores.options))).toMatch(
      /^changed-meanwhile: The backup is not what/,
    );
    expect(
      await messageOf(undoUpgrade(stores.file, { ...upgraded, backupPath: stores.file }, stores.options)),
    ).toMatch(/^changed-meanwhile: The backup is not what/);
    expect(stores.hash()).toBe(before);
  });
});
