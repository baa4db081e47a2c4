import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VvAgentFile } from '../samples/vv-agent-file';
import { makeFolders, snapshot, type TestFolders } from '../sqlite/test-support/files';
import { openFileEditor } from './open-editor';
import { StoreEditor } from './store-editor';

const user = (content: string) => `{"role":"user","content":"${content}"}`;
const list = (...contents: string[]) => `[${contents.map(user).join(',')}]`;
const named = (commitId: string) => ({ type: 'id', commitId }) as const;

let folders: TestFolders;
let file: string;
let editors: StoreEditor[];

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'store.db');
  editors = [];
  const store = new VvAgentFile(file);
  store.add('other', [user('bystander')]);
  store.add('s', [user('one'), user('two')]);
  store.commit('s', 'key', [user('three')]);
  store.close();
});

afterEach(async () => {
  for (const editor of editors) await editor.close();
  folders.remove();
});

async function open(options: { create?: boolean; busyTimeoutMs?: number } = {}): Promise<StoreEditor> {
  const { create = false, ...rest } = options;
  const signal = new AbortController().signal;
  const editor = await openFileEditor(file, { cacheDir: folders.cache, create, signal, ...rest });
  if (!(editor instanceof StoreEditor)) throw new Error('Not taken for a vv-agent store');
  editors.push(editor);
  return editor;
}

/** Every row of both tables, byte for byte. */
function dump(): unknown {
  const database = new Database(file, { readonly: true });
  const rows = [
    database.prepare('SELECT item_index, session_id, hex(payload), typeof(payload) FROM session_items').all(),
    database.prepare('SELECT rowid, * FROM session_commits ORDER BY rowid').all(),
  ];
  database.close();
  return rows;
}

function change(sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.close();
}

const contents = (): unknown => {
  const database = new Database(file, { readonly: true });
  const sql = "SELECT item_index || ' ' || (payload ->> 'content') FROM session_items WHERE session_id = 's'";
  const rows = database.prepare(sql).pluck().all();
  database.close();
  return rows;
};

describe('appending', () => {
  it('writes the normal form, and takes it back', async () => {
    const editor = await open();
    const before = dump();
    const text = '[{"content":"x","role":"user","metadata":{"b":1.50,"a":1}}]';
    expect(await editor.append('s', text)).toMatchObject({
      outcome: 'appended',
      message: '1 item appended.',
    });
    expect(JSON.stringify(dump())).toContain(
      Buffer.from('{"role":"user","content":"x","metadata":{"a":1,"b":1.5}}').toString('hex').toUpperCase(),
    );
    expect(await editor.undoState()).toEqual({ label: 'Undo: append 1 item', refusal: null });
    expect(await editor.undo()).toMatchObject({ outcome: 'undone', message: 'Undone: append 1 item.' });
    expect(dump()).toEqual(before);
    expect(await editor.undoState()).toBeNull();
    await expect(editor.undo()).rejects.toMatchObject({ code: 'nothing-to-undo' });
    await editor.append('s', list('later'));
    // A number that was used once never comes back.
    expect(contents()).toEqual(['2 one', '3 two', '4 three', '6 later']);
  });

  it('names the item and the rule it breaks, and writes none of them', async () => {
    const editor = await open();
    const before = snapshot(folders.user);
    await expect(editor.append('s', `[${user('fine')},{"role":"robot","content":""}]`)).rejects.toMatchObject(
      {
        code: 'invalid-item',
        message: 'items[1]: unknown message role: robot',
      },
    );
    await expect(editor.append('s', 'no JSON')).rejects.toMatchObject({ code: 'invalid-item' });
    expect(snapshot(folders.user)).toEqual(before);
  });
});

describe('committing', () => {
  it('commits once, replays without a trace, and refuses another payload', async () => {
    const editor = await open();
    expect(await editor.commit('s', list('a', 'b'), named('c'), null)).toMatchObject({
      outcome: 'committed',
      itemCount: 2,
    });
    const before = snapshot(folders.user);
    const again = await open();
    expect(await again.commit('s', list('a', 'b'), named('c'), null)).toMatchObject({ outcome: 'replayed' });
    await expect(again.commit('s', list('a'), named('c'), null)).rejects.toMatchObject({
      code: 'session_commit_identity_conflict',
      message: 'session_commit_identity_conflict: commit_id has a different payload',
    });
    await expect(again.commit('s', list('a'), named(' '), null)).rejects.toMatchObject({
      code: 'session_commit_identity_invalid',
    });
    await expect(again.commit('s', list('a'), named('d'), 'ABC')).rejects.toMatchObject({
      code: 'session_commit_payload_digest_invalid',
    });
    expect(snapshot(folders.user)).toEqual(before);
    expect(await editor.undo()).toMatchObject({ outcome: 'undone' });
    expect(contents()).toEqual(['2 one', '3 two', '4 three']);
  });

  it('shows beforehand what it would write and meet', async () => {
    const editor = await open();
    const before = snapshot(folders.user);
    const key = { type: 'checkpoint-key', key: 'key' } as const;
    const preview = await editor.preview('s', list('three'), key);
    expect(preview).toMatchObject({ itemCount: 1, problem: null, meets: 'same-digest' });
    expect(preview.payloads).toEqual([{ text: user('three'), totalChars: user('three').length }]);
    expect(await editor.preview('s', list('4'), key)).toMatchObject({ meets: 'another-digest' });
    expect(await editor.preview('s', list('4'), named('new'))).toMatchObject({ meets: 'nothing' });
    expect(await editor.preview('s', list('4'), null)).toMatchObject({ meets: null, commitId: null });
    expect(await editor.preview('s', '[{}]', key)).toMatchObject({ problem: { index: 0 }, digest: null });
    const unsafe = '[{"role":"user","content":"","metadata":{"n":9007199254740993}}]';
    expect(await editor.preview('s', unsafe, key)).toMatchObject({
      digest: null,
      digestProblem: expect.stringContaining('outside the JSON-safe integer range'),
      meets: null,
    });
    expect(snapshot(folders.user)).toEqual(before);
  });
});

describe('removing', () => {
  it('pops the newest item and puts the very row back', async () => {
    const editor = await open();
    const before = dump();
    expect(await editor.previewRemoval('s')).toMatchObject({
      itemCount: 3,
      commitCount: 1,
      newest: { id: '4', text: user('three') },
    });
    expect(await editor.pop('s')).toMatchObject({ outcome: 'popped', popped: user('three') });
    expect(contents()).toEqual(['2 one', '3 two']);
    await editor.undo();
    expect(dump()).toEqual(before);
    expect(await editor.pop('nobody')).toMatchObject({ popped: null, message: 'The session has no items.' });
  });

  it('keeps an item that cannot be decoded', async () => {
    change("UPDATE session_items SET payload = '{}' WHERE item_index = 4");
    const editor = await open();
    const before = dump();
    await expect(editor.pop('s')).rejects.toMatchObject({ code: 'undecodable-item' });
    expect(dump()).toEqual(before);
    expect(await editor.undoState()).toBeNull();
  });

  it('clears a session alone, and restores rows, order and bytes, whatever was stored', async () => {
    change(`INSERT INTO session_items (session_id, payload) VALUES ('s', CAST(x'ff00fe' AS TEXT)), ('s', x'00ff');
      INSERT INTO session_commits VALUES ('s', 'z', 'bad'), ('other', 'y', ''), ('s', 'a', '')`);
    const editor = await open();
    const before = dump();
    expect(await editor.clear('s', false)).toMatchObject({
      outcome: 'cleared',
      message: '5 items and 3 commits removed.',
    });
    expect(contents()).toEqual([]);
    expect(JSON.stringify(dump())).toContain('other');
    await editor.undo();
    expect(dump()).toEqual(before);
  });

  it('leaves a backup that opens by itself', async () => {
    const editor = await open();
    const before = dump();
    const { backupPath } = await editor.clear('s', true);
    expect(path.basename(backupPath ?? '')).toMatch(/^store\.db\.backup-/);
    expect(fs.readdirSync(folders.user)).toHaveLength(2);
    file = backupPath ?? '';
    expect(dump()).toEqual(before);
  });
});

describe('undoing', () => {
  it('goes back step by step', async () => {
    const editor = await open();
    const before = dump();
    await editor.append('s', list('x'));
    await editor.pop('s');
    await editor.commit('t', list('y'), named('c'), null);
    await editor.clear('s', false);
    for (let step = 0; step < 4; step++) await editor.undo();
    expect(dump()).toEqual(before);
  });

  it('is refused once something else was written, and changes nothing', async () => {
    const editor = await open();
    await editor.clear('s', false);
    change(`INSERT INTO session_items (session_id, payload) VALUES ('other', '${user('meanwhile')}')`);
    const before = dump();
    expect(await editor.undoState()).toMatchObject({ refusal: expect.stringContaining('written since') });
    await expect(editor.undo()).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(dump()).toEqual(before);
  });
});

describe('opening for editing', () => {
  it('refuses a store whose schema fails a check, without a trace', async () => {
    change('CREATE TRIGGER evil AFTER INSERT ON session_items BEGIN DELETE FROM session_items; END');
    const before = snapshot(folders.user);
    await expect(open()).rejects.toMatchObject({ code: 'invalid-schema' });
    change('DROP TRIGGER evil; PRAGMA user_version = 1');
    await expect(open()).rejects.toMatchObject({
      code: 'invalid-schema',
      message: 'session schema version 1 does not match required version 2',
    });
    expect(before).not.toEqual([]);
  });

  it('does not run a trigger that was planted later', async () => {
    const editor = await open();
    change('CREATE TRIGGER evil AFTER INSERT ON session_items BEGIN DELETE FROM session_items; END');
    const before = dump();
    await expect(editor.append('s', list('x'))).rejects.toMatchObject({ code: 'invalid-schema' });
    expect(dump()).toEqual(before);
  });

  it('makes a file with the first write, where that was asked for', async () => {
    file = path.join(folders.user, 'new.db');
    await expect(open()).rejects.toMatchObject({ code: 'missing' });
    const editor = await open({ create: true });
    expect(fs.existsSync(file)).toBe(false);
    expect(await editor.preview('s', list('a'), named('c'))).toMatchObject({ meets: 'nothing' });
    expect(await editor.previewRemoval('s')).toMatchObject({ itemCount: 0, newest: null });
    await editor.commit('s', list('a'), named('c'), null);
    expect(contents()).toEqual(['1 a']);
  });

  it('waits for another writer, then says so', async () => {
    const editor = await open({ busyTimeoutMs: 50 });
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    await expect(editor.append('s', list('x'))).rejects.toMatchObject({ code: 'locked' });
    other.exec('ROLLBACK');
    other.close();
    expect(await editor.append('s', list('x'))).toMatchObject({ outcome: 'appended' });
  });
});
