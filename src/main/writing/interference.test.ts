import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReadDatabase } from '../sqlite/types';
import { EditableFile } from './editable-file';
import { EditedStore, list, named, user } from './test-support/edited-store';

// What other programs and people do to a file between the steps of an edit.

let store: EditedStore;

beforeEach(() => {
  store = new EditedStore();
});

afterEach(() => store.remove());

describe('an undo', () => {
  it('is refused once an appended item was changed in its place', async () => {
    const editor = await store.open();
    await editor.append('s', list('a', 'b'));
    store.change("UPDATE session_items SET payload = replace(payload, 'a', 'x') WHERE item_index = 5");
    const before = store.dump();
    expect(await editor.undoState()).toMatchObject({ refusal: expect.stringContaining('written since') });
    await expect(editor.undo()).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(store.dump()).toEqual(before);
  });

  it('is done after somebody appended and popped: nothing of that is left', async () => {
    const before = store.dump();
    const editor = await store.open();
    await editor.append('s', list('mine'));
    store.change(`INSERT INTO session_items (session_id, payload) VALUES ('s', '${user('theirs')}');
      DELETE FROM session_items WHERE item_index = 6`);
    await editor.undo();
    expect(store.dump()).toEqual(before);
  });

  it('of a clear is refused once its commit id was used again, the counts being what they were', async () => {
    store.change("INSERT INTO session_commits VALUES ('other', 'last', ''), ('s', 'again', '')");
    const editor = await store.open();
    await editor.clear('s', false);
    store.change(`DELETE FROM session_commits WHERE commit_id = 'last';
      INSERT INTO session_commits (rowid, session_id, commit_id, payload_digest) VALUES (2, 's', 'again', 'new')`);
    const before = store.dump();
    await expect(editor.undo()).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(store.dump()).toEqual(before);
  });

  it('never goes to another file in the place of the edited one', async () => {
    const editor = await store.open();
    await editor.append('s', list('x'));
    const copy = `${store.file}.copy`;
    fs.copyFileSync(store.file, copy);
    fs.renameSync(copy, store.file);
    const before = store.dump();
    expect(await editor.undoState()).toMatchObject({ refusal: expect.stringContaining('written since') });
    await expect(editor.undo()).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(store.dump()).toEqual(before);
  });
});

describe('a removal', () => {
  it('takes nothing else than what was shown', async () => {
    const editor = await store.open();
    await editor.previewRemoval('s');
    store.change(`INSERT INTO session_items (session_id, payload) VALUES ('s', '${user('theirs')}')`);
    const before = store.dump();
    const refusal = { code: 'changed-meanwhile', message: expect.stringContaining('Nothing was removed') };
    await expect(editor.pop('s')).rejects.toMatchObject(refusal);
    await expect(editor.clear('s', false)).rejects.toMatchObject(refusal);
    expect(store.dump()).toEqual(before);
    await editor.previewRemoval('s');
    expect(await editor.pop('s')).toMatchObject({ popped: user('theirs') });
  });

  it('that fails after its backup says where that is', async () => {
    const editor = await store.open();
    await editor.previewRemoval('s');
    store.change("INSERT INTO session_commits VALUES ('s', 'theirs', '')");
    await expect(editor.clear('s', true)).rejects.toMatchObject({
      message: expect.stringMatching(/The backup "store\.db\.backup-.*" stays beside the file\.$/),
    });
  });
});

describe('a write', () => {
  it('that was made but cannot be read back does not pass for one that can be tried again', async () => {
    const locked = { ok: false, code: 'locked', message: 'Locked.', detail: '' } as const;
    // What reading back meets when another program takes the file just then.
    const reader = { hasChanged: () => false, read: () => locked, close: () => {} };
    const file = new EditableFile(store.file, {
      create: false,
      reader: reader as unknown as ReadDatabase, // The brand of the type has no value that could be given.
    });
    await expect(file.append('s', [user('x')])).rejects.toMatchObject({
      code: 'changed-meanwhile',
      message: 'This was written, but could not be read back. Locked.',
    });
    expect(store.contents()).toContain('5 x');
    await file.close();
  });
});

describe('a file', () => {
  it('that is gone, or no database any more, is told in a sentence and not made anew', async () => {
    const editor = await store.open();
    fs.rmSync(store.file);
    await expect(editor.append('s', list('x'))).rejects.toMatchObject({ code: 'missing' });
    fs.writeFileSync(store.file, 'something else');
    await expect(editor.append('s', list('x'))).rejects.toMatchObject({ code: 'not-a-database' });
    expect(fs.readdirSync(store.folders.user)).toEqual(['store.db']);
  });

  it('that was made by the first write and then removed is not made again', async () => {
    store.file = path.join(store.folders.user, 'new.db');
    const editor = await store.open({ create: true });
    await editor.append('s', list('x'));
    fs.rmSync(store.file);
    await expect(editor.append('s', list('y'))).rejects.toMatchObject({ code: 'missing' });
  });

  it('that became a link is written to where it points', async () => {
    const editor = await store.open();
    const target = path.join(store.folders.user, 'moved.db');
    fs.renameSync(store.file, target);
    fs.symlinkSync(target, store.file);
    await editor.append('s', list('x'));
    await editor.undo();
    expect(fs.readdirSync(store.folders.user).sort()).toEqual(['moved.db', 'store.db']);
    expect(store.contents()).toEqual(['2 one', '3 two', '4 three']);
  });

  it('that a dead program left half-written is taken as SQLite recovers it, from a -wal or a journal', async () => {
    const sound = store.dump();
    for (const mode of ['wal', 'delete']) {
      const left = path.join(store.folders.user, `${mode}.db`);
      const other = new Database(store.file);
      other.exec(`PRAGMA journal_mode = ${mode}; PRAGMA cache_size = 1; PRAGMA wal_autocheckpoint = 0`);
      // Enough to reach the file before the commit, which never comes.
      other.exec("BEGIN; UPDATE session_items SET payload = payload || printf('%.*c', 90000, ' ')");
      if (mode === 'wal') other.exec('COMMIT');
      for (const suffix of ['', mode === 'wal' ? '-wal' : '-journal'])
        fs.copyFileSync(`${store.file}${suffix}`, `${left}${suffix}`);
      if (other.inTransaction) other.exec('ROLLBACK');
      other.close();
      const written = store.dump();
      store.file = left;
      const editor = await store.open();
      await editor.append('s', list('x'));
      await editor.undo();
      expect(store.dump()).toEqual(written);
      store.file = path.join(store.folders.user, `next-${mode}.db`);
      store.make();
      expect(store.dump()).toEqual(sound);
    }
  });

  it('whose version another program has raised meanwhile is not written to', async () => {
    const editor = await store.open();
    store.change('PRAGMA user_version = 3');
    await expect(editor.commit('s', list('x'), named('c'), null)).rejects.toMatchObject({
      code: 'invalid-schema',
      message: 'session schema version 3 does not match required version 2',
    });
  });
});

describe('a session id', () => {
  it('that has no UTF-8 form is refused, and not taken for another', async () => {
    const editor = await store.open();
    const before = store.dump();
    const refusal = { code: 'invalid-input', message: 'A session id must be well-formed Unicode text.' };
    await expect(editor.append('\ud800', list('x'))).rejects.toMatchObject(refusal);
    await expect(editor.commit('\ud800', list('x'), named('c'), null)).rejects.toMatchObject(refusal);
    const key = { type: 'checkpoint-key', key: '\ud800' } as const;
    await expect(editor.commit('s', list('x'), key, null)).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(editor.pop('\ud800')).rejects.toMatchObject(refusal);
    await expect(editor.clear('\ud800', false)).rejects.toMatchObject(refusal);
    expect(store.dump()).toEqual(before);
  });

  it('that only stands for one that is no text is refused, and an ordinary one of that look is not', async () => {
    store.change(`INSERT INTO session_items (session_id, payload) VALUES (x'6162', '${user('blob')}')`);
    const editor = await store.open();
    const before = store.dump();
    await expect(editor.append('[blob 6162]', list('x'))).rejects.toMatchObject({ code: 'not-editable' });
    await expect(editor.clear('[blob 6162]', false)).rejects.toMatchObject({ code: 'not-editable' });
    expect(store.dump()).toEqual(before);
    expect(await editor.append('[blob 6163]', list('x'))).toMatchObject({ outcome: 'appended' });
  });

  it('may be empty, long, or hold NUL', async () => {
    const editor = await store.open();
    const before = store.dump();
    for (const id of ['', 'a\0b', 'x'.repeat(10_000)]) {
      await editor.append(id, list('x'));
      expect(await editor.previewRemoval(id)).toMatchObject({ itemCount: 1 });
      await editor.pop(id);
      await editor.undo();
      await editor.undo();
    }
    expect(store.dump()).toEqual(before);
  });
});
