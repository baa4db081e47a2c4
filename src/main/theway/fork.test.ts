import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleEntry } from '../sqlite/test-support/bundle';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { cloneSession, forkSession } from './fork';
import { openMemorySession } from './memory-session';
import type { Session } from './session';
import { createSqliteSession, openSqliteSession } from './sqlite-session';
import { BINDING, entryOf, METADATA, thrownBy } from './test-support/sessions';

let folders: TestFolders;
let source: Session;
let toDir: string;

beforeEach(() => {
  folders = makeFolders();
  toDir = path.join(folders.user, 'forks');
  fs.mkdirSync(toDir);
  source = createSqliteSession(path.join(folders.user, 'source.db'), METADATA);
  source.appendAll([
    message('u1', null, 'user'),
    message('a1', 'u1', 'assistant'),
    message('u2', 'a1', 'user'),
    message('u3', 'a1', 'user'),
    entryOf('{"label":"x","type":"label","id":"l","parentId":"u3","timestamp":"t","targetId":"a1","n":1.0}'),
    entryOf({ type: 'leaf', id: 'm', parentId: 'l', timestamp: 't', targetId: 'a1' }),
  ]);
});

afterEach(() => {
  source.close();
  folders.remove();
});

function message(id: string, parentId: string | null, role: string) {
  return entryOf({ type: 'message', id, parentId, timestamp: 't', message: { role, content: id } });
}

/** The ids, payloads, metadata and leaf of a file, which is closed again. */
function contentOf(file: string) {
  const session = openSqliteSession(file);
  try {
    const entries = [...session.entries()];
    return {
      ids: entries.map(({ id }) => id),
      payloads: entries.map(({ payload }) => payload),
      metadata: session.metadata(),
      leaf: session.activeLeafId(),
    };
  } finally {
    session.close();
  }
}

describe('forkSession', () => {
  it('at an entry takes the path to it, ids and parents kept, into <uuidv7>.db', () => {
    const file = forkSession(source, { at: 'u3', toDir });
    const id = path.parse(file).name;
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    expect(fs.readdirSync(toDir)).toEqual([`${id}.db`]);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    const { metadata, ...content } = contentOf(file);
    expect(content).toMatchObject({ ids: ['u1', 'a1', 'u3'], leaf: 'u3' });
    expect(content.payloads).toEqual(source.pathToRoot('u3').map(({ payload }) => payload));
    expect(metadata).toEqual({
      ...METADATA,
      id,
      path: file,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      parentSessionPath: source.location,
    });
  });

  it('before a user message ends at its parent; before the first it is empty', () => {
    expect(contentOf(forkSession(source, { before: 'u2', toDir })).ids).toEqual(['u1', 'a1']);
    expect(contentOf(forkSession(source, { before: 'u1', toDir }))).toMatchObject({ ids: [], leaf: null });
  });

  it.each([
    ['Entry a1 is not a user message', { before: 'a1' }],
    ['Entry l is not a user message', { before: 'l' }],
    ['Entry x not found', { before: 'x' }],
    ['Entry x not found', { at: 'x' }],
  ])('refuses: %s', (text, point) => {
    expect(thrownBy(() => forkSession(source, { ...point, toDir }))).toMatchObject({
      code: 'not_found',
      message: text,
    });
    expect(fs.readdirSync(toDir)).toEqual([]);
  });

  it('is refused where it would be no transcript, and leaves nothing behind', () => {
    source.append(entryOf({ type: 'leaf', id: 'off', parentId: 'a1', timestamp: 't', targetId: 'u2' }));
    expect(thrownBy(() => forkSession(source, { at: 'off', toDir }))).toMatchObject({
      code: 'corrupted',
      message: 'session transcript contains dangling leaf target',
    });
    expect(fs.readdirSync(toDir)).toEqual([]);
  });

  it('needs a folder that is there', () => {
    const missing = path.join(toDir, 'none');
    expect(thrownBy(() => forkSession(source, { at: 'u1', toDir: missing }))).toMatchObject({
      code: 'not_found',
    });
    expect(fs.existsSync(missing)).toBe(false);
  });

  it('names the path in the metadata where the source is no file', () => {
    const memory = openMemorySession(METADATA);
    memory.append(message('u1', null, 'user'));
    expect(contentOf(forkSession(memory, { at: 'u1', toDir })).metadata.parentSessionPath).toBe(
      METADATA.path,
    );
  });
});

it('a clone has every entry to the byte, and the same leaf; the binding stays behind', () => {
  source.setBinding(BINDING);
  const content = contentOf(cloneSession(source, toDir));
  expect(content.payloads).toEqual([...source.entries()].map(({ payload }) => payload));
  expect(content.leaf).toBe('a1');
  expect(content.metadata).toMatchObject({ binding: null, parentSessionPath: source.location });
});

describe('a process that is ended half-way', () => {
  let scripts: TestFolders;
  let script: string;
  let child: ChildProcess | null = null;
  beforeAll(async () => {
    scripts = makeFolders();
    script = await bundleEntry(
      scripts.user,
      path.join(import.meta.dirname, 'test-support', 'clone-child.ts'),
    );
  });
  afterEach(() => child?.kill('SIGKILL'));
  afterAll(() => scripts.remove());

  it('leaves no session, and what it leaves goes with the next one that is made there', async () => {
    child = fork(script, [toDir], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    await once(child, 'message');
    // A live process keeps what it is making.
    forkSession(source, { at: 'u1', toDir });
    const files = () => fs.readdirSync(toDir);
    expect(files().filter((name) => !name.endsWith('.db'))).toHaveLength(2);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(files().filter((name) => name.endsWith('.db'))).toHaveLength(1);
    forkSession(source, { at: 'u1', toDir });
    expect(files().filter((name) => !name.endsWith('.db'))).toEqual([]);
    expect(files()).toHaveLength(2);
  });
});
