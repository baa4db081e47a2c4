import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from './support/app';
import { documentOf, ramify } from './support/command-line';
import { folderState } from './support/folder-state';
import { message, writeBranchedSession, writeForeignStore } from './support/stores';
import { treeRows } from './support/window';

/** A session file in each state in which it may lie on a disk, alone in a folder of its own. */
const STATES: Record<string, (folder: string) => string> = {
  'in rollback mode': (folder) => {
    const file = path.join(folder, 'store.sqlite3');
    writeForeignStore(file, 'delete');
    return file;
  },
  'in WAL mode, cleanly closed': (folder) => {
    const file = path.join(folder, 'session.db');
    writeBranchedSession(file);
    return file;
  },
  'in WAL mode with rows only in its -wal, as after a crash': (folder) => {
    const file = path.join(folder, 'session.db');
    const source = path.join(folder, '..', 'live.db');
    writeBranchedSession(source);
    const writer = new Database(source);
    const entry = message('late', 'b2', 'assistant', 'Only in the log.');
    writer
      .prepare('INSERT INTO entries (id, parent_id, type, timestamp, payload) VALUES (?, ?, ?, ?, ?)')
      .run('late', 'b2', 'message', entry.timestamp, JSON.stringify(entry));
    copyFileSync(source, file);
    copyFileSync(`${source}-wal`, `${file}-wal`);
    writer.close();
    return file;
  },
};

for (const [state, make] of Object.entries(STATES)) {
  test(`every command leaves no trace of a file ${state}`, ({ folder }) => {
    const home = path.join(folder, 'home');
    mkdirSync(home);
    const file = make(home);
    const before = folderState(home);
    for (const command of ['inspect', 'tree', 'show', 'verify']) {
      const result = ramify(command, file, '--json');
      expect(result.exitCode, result.stdout).toBeLessThan(2);
    }
    expect(folderState(home)).toEqual(before);
  });

  test(`the window leaves no trace of a file ${state}`, async ({ folder, open }) => {
    const home = path.join(folder, 'home');
    mkdirSync(home);
    const file = make(home);
    const before = folderState(home);
    const { page } = await open(file);
    await expect(treeRows(page).first()).toBeVisible();
    await page.getByRole('tab', { name: 'Checks' }).click();
    await expect(page.getByText(/^(Sound|Not sound|\d+ problems?)/).first()).toBeVisible();
    expect(folderState(home)).toEqual(before);
    await page.keyboard.press('ControlOrMeta+w');
    await expect(page.getByRole('button', { name: 'Open file…' })).toBeVisible();
    expect(folderState(home)).toEqual(before);
  });
}

test('rows that are only in the -wal are read', ({ folder }) => {
  const home = path.join(folder, 'home');
  mkdirSync(home);
  const file = STATES['in WAL mode with rows only in its -wal, as after a crash']?.(home) ?? '';
  expect(documentOf(ramify('tree', file, '--json')).storedLeaf).toBe('late');
});

test('a file in a folder that cannot be written is read all the same', ({ folder }) => {
  const home = path.join(folder, 'home');
  mkdirSync(home);
  const file = STATES['in WAL mode, cleanly closed']?.(home) ?? '';
  chmodSync(file, 0o444);
  chmodSync(home, 0o555);
  const before = folderState(home);
  expect(ramify('verify', file, '--json').exitCode).toBe(0);
  expect(folderState(home)).toEqual(before);
  chmodSync(home, 0o755);
});
