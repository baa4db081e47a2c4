import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundleEntry } from '../sqlite/test-support/bundle';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { createSqliteSession, openSqliteSession } from './sqlite-session';
import { METADATA } from './test-support/sessions';

const BATCHES = 40;
const SIZE = 7;

let folders: TestFolders;
const children: ChildProcess[] = [];

beforeEach(() => {
  folders = makeFolders();
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  folders.remove();
});

it('two processes append to one session: every entry once, no batch inside another, every parent the leaf before it', async () => {
  const script = await bundleEntry(
    folders.user,
    path.join(import.meta.dirname, 'test-support', 'append-child.ts'),
  );
  const file = path.join(folders.user, 'session.db');
  createSqliteSession(file, METADATA).close();
  for (const name of ['one', 'two']) {
    const args = [file, name, String(BATCHES), String(SIZE)];
    children.push(fork(script, args, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }));
  }
  await Promise.all(children.map((child) => once(child, 'message')));
  const ends = children.map((child) => once(child, 'exit'));
  for (const child of children) child.send('go');
  expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0]);

  const session = openSqliteSession(file);
  const entries = [...session.entries()];
  session.close();
  const made = entries.filter(({ type }) => type === 'custom').map(({ id }) => id);
  expect(made).toHaveLength(2 * BATCHES * SIZE);
  expect(new Set(made).size).toBe(made.length);
  for (let at = 0; at < made.length; at += SIZE) {
    const [name, batch] = made[at]?.split(' ') ?? [];
    expect(made.slice(at, at + SIZE)).toEqual(
      Array.from({ length: SIZE }, (_, place) => `${name} ${batch} ${place}`),
    );
  }
  // Its parent was found and the label appended in one transaction, so nothing came in between.
  for (const [at, { type, parentId }] of entries.entries())
    if (type === 'label') expect(parentId).toBe(entries[at - 1]?.id);
});

it('a process that is ended while it appends leaves whole batches and a sound file', async () => {
  const script = await bundleEntry(
    folders.user,
    path.join(import.meta.dirname, 'test-support', 'append-child.ts'),
  );
  for (const waitMs of [0, 5, 40, 120]) {
    const file = path.join(folders.user, `killed-${waitMs}.db`);
    createSqliteSession(file, METADATA).close();
    const child = fork(script, [file, 'one', '100000', String(SIZE)], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.push(child);
    await once(child, 'message');
    const ended = once(child, 'exit');
    child.send('go');
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    child.kill('SIGKILL');
    await ended;

    // Opening it runs SQLite's check, and puts back what was under way.
    const session = openSqliteSession(file);
    const made = session.entriesOfType('custom').map(({ id }) => id);
    expect(made.length % SIZE).toBe(0);
    expect(made).toEqual(made.map((_, at) => `one ${Math.floor(at / SIZE)} ${at % SIZE}`));
    session.setLeaf(null);
    session.close();
  }
});
