import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { snapshot, type TestFolders } from '../sqlite/test-support/files';
import { EditedStore, list, named, user } from './test-support/edited-store';

let store: EditedStore;
let folders: TestFolders;

beforeEach(() => {
  store = new EditedStore();
  folders = store.folders;
});

afterEach(() => store.remove());

describe('appending', () => {
  it('writes the normal form, and takes it back', async () => {
    const editor = await store.open();
    const before = store.dump();
    const text = '[{"content":"x","role":"user","metadata":{"b":1.50,"a":1}}]';
    expect(await editor.append('s', text)).toMatchObject({
      outcome: 'appended',
      message: '1 item appended.',
    });
    expect(JSON.stringify(store.dump())).toContain(
      Buffer.from('{"role":"user","content":"x","metadata":{"a":1,"b":1.5}}').toString('hex').toUpperCase(),
    );
    expect(await editor.undoState()).toEqual({ label: 'Undo: append 1 item', refusal: null });
    expect(await editor.undo()).toMatchObject({ outcome: 'undone', message: 'Undone: append 1 item.' });
    expect(store.dump()).toEqual(before);
    expect(await editor.undoState()).toBeNull();
    await expect(editor.undo()).rejects.toMatchObject({ code: 'nothing-to-undo' });
    await editor.append('s', list('later'));
    // A number that was used once never comes back.
    expect(store.contents()).toEqual(['2 one', '3 two', '4 three', '6 later']);
  });

  it('names the item and the rule it breaks, and writes none of them', async () => {
    const editor = await store.open();
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
    const editor = await store.open();
    expect(await editor.commit('s', list('a', 'b'), named('c'), null)).toMatchObject({
      outcome: 'committed',
      itemCount: 2,
    });
    const before = snapshot(folders.user);
    const again = await store.open();
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
    expect(store.contents()).toEqual(['2 one', '3 two', '4 three']);
  });

  it('shows beforehand what it would write and meet', async () => {
    const editor = await store.open();
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
    const editor = await store.open();
    const before = store.dump();
    expect(await editor.previewRemoval('s')).toMatchObject({
      itemCount: 3,
      commitCount: 1,
      newest: { id: '4', text: user('three') },
    });
    expect(await editor.pop('s')).toMatchObject({ outcome: 'popped', popped: user('three') });
    expect(store.contents()).toEqual(['2 one', '3 two']);
    await editor.undo();
    expect(store.dump()).toEqual(before);
    expect(await editor.pop('nobody')).toMatchObject({ popped: null, message: 'The session has no items.' });
  });

  it('keeps an item that cannot be decoded', async () => {
    store.change("UPDATE session_items SET payload = '{}' WHERE item_index = 4");
    const editor = await store.open();
    const before = store.dump();
    await expect(editor.pop('s')).rejects.toMatchObject({ code: 'undecodable-item' });
    expect(store.dump()).toEqual(before);
    expect(await editor.undoState()).toBeNull();
  });

  it('clears a session alone, and restores rows, order and bytes, whatever was stored', async () => {
    store.change(`INSERT INTO session_items (session_id, payload) VALUES ('s', CAST(x'ff00fe' AS TEXT)), ('s', x'00ff');
      INSERT INTO session_commits VALUES ('s', 'z', 'bad'), ('other', 'y', ''), ('s', 'a', ''),
      ('s', CAST(x'ff' AS TEXT), CAST(x'fe' AS TEXT)), ('s', x'ff', '')`);
    const editor = await store.open();
    const before = store.dump();
    expect(await editor.clear('s', false)).toMatchObject({
      outcome: 'cleared',
      message: '5 items and 5 commits removed.',
    });
    expect(store.contents()).toEqual([]);
    expect(JSON.stringify(store.dump())).toContain('other');
    await editor.undo();
    expect(store.dump()).toEqual(before);
  });

  it('leaves a backup that opens by itself', async () => {
    const editor = await store.open();
    const before = store.dump();
    const { backupPath } = await editor.clear('s', true);
    expect(path.basename(backupPath ?? '')).toMatch(/^store\.db\.backup-/);
    expect(fs.readdirSync(folders.user)).toHaveLength(2);
    store.file = backupPath ?? '';
    expect(store.dump()).toEqual(before);
  });
});

describe('undoing', () => {
  it('goes back step by step', async () => {
    const editor = await store.open();
    const before = store.dump();
    await editor.append('s', list('x'));
    await editor.pop('s');
    await editor.commit('t', list('y'), named('c'), null);
    await editor.clear('s', false);
    for (let step = 0; step < 4; step++) await editor.undo();
    expect(store.dump()).toEqual(before);
  });

  it('is refused once something else was written, and changes nothing', async () => {
    const editor = await store.open();
    await editor.clear('s', false);
    store.change(`INSERT INTO session_items (session_id, payload) VALUES ('other', '${user('meanwhile')}')`);
    const before = store.dump();
    expect(await editor.undoState()).toMatchObject({ refusal: expect.stringContaining('written since') });
    await expect(editor.undo()).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(store.dump()).toEqual(before);
  });
});

describe('opening for editing', () => {
  it('refuses a store whose schema fails a check, without a trace', async () => {
    store.change('CREATE TRIGGER evil AFTER INSERT ON session_items BEGIN DELETE FROM session_items; END');
    const before = snapshot(folders.user);
    await expect(store.open()).rejects.toMatchObject({ code: 'invalid-schema' });
    store.change('DROP TRIGGER evil; PRAGMA user_version = 1');
    await expect(store.open()).rejects.toMatchObject({
      code: 'invalid-schema',
      message: 'session schema version 1 does not match required version 2',
    });
    expect(before).not.toEqual([]);
  });

  it('does not run a trigger that was planted later', async () => {
    const editor = await store.open();
    store.change('CREATE TRIGGER evil AFTER INSERT ON session_items BEGIN DELETE FROM session_items; END');
    const before = store.dump();
    await expect(editor.append('s', list('x'))).rejects.toMatchObject({ code: 'invalid-schema' });
    expect(store.dump()).toEqual(before);
  });

  it('makes a file with the first write, where that was asked for', async () => {
    store.file = path.join(folders.user, 'new.db');
    await expect(store.open()).rejects.toMatchObject({ code: 'missing' });
    const editor = await store.open({ create: true });
    expect(fs.existsSync(store.file)).toBe(false);
    expect(await editor.preview('s', list('a'), named('c'))).toMatchObject({ meets: 'nothing' });
    expect(await editor.previewRemoval('s')).toMatchObject({ itemCount: 0, newest: null });
    await editor.commit('s', list('a'), named('c'), null);
    expect(store.contents()).toEqual(['1 a']);
  });

  it('waits for another writer, then says so', async () => {
    const editor = await store.open({ busyTimeoutMs: 50 });
    const other = new Database(store.file);
    other.exec('BEGIN IMMEDIATE');
    await expect(editor.append('s', list('x'))).rejects.toMatchObject({ code: 'locked' });
    other.exec('ROLLBACK');
    other.close();
    expect(await editor.append('s', list('x'))).toMatchObject({ outcome: 'appended' });
  });
});
