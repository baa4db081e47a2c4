import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionMetadata } from '../../shared/theway/metadata';
import { VvAgentFile } from '../samples/vv-agent-file';
import { snapshot } from '../sqlite/test-support/files';
import { inOrder, listFamily } from './family';
import { createSqliteSession } from './sqlite-session';

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'ramify-family-'));
  folder = path.join(root, 'sessions');
  mkdirSync(folder);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, parentSessionPath: string | null): string {
  const file = path.join(folder, name);
  const metadata: SessionMetadata = {
    id: name,
    createdAt: '2026-03-01T10:00:00Z',
    cwd: '/',
    path: file,
    parentSessionPath,
    importedFrom: null,
    binding: null,
    collapseNodeId: null,
    collapsed: null,
  };
  createSqliteSession(file, metadata).close();
  return file;
}

const family = (file: string) =>
  listFamily(file, { cacheDir: path.join(root, 'cache'), signal: new AbortController().signal });

describe('the sessions of a folder', () => {
  it('stand after the one they were forked from, and are read without a trace', async () => {
    const parent = write('b.db', null);
    write('a.db', parent);
    write('c.db', path.join(folder, 'a.db'));
    write('d.db', path.join(folder, 'gone.db'));
    new VvAgentFile(path.join(folder, 'store.db')).close();
    writeFileSync(path.join(folder, 'note.txt'), 'no session');
    writeFileSync(path.join(folder, 'text.db'), 'no database');
    const before = snapshot(folder);
    const members = await family(parent);
    expect(members.map(({ name, parent: place }) => [name, place])).toEqual([
      ['b.db', null],
      ['a.db', 0],
      ['c.db', 1],
      ['d.db', null],
      ['text.db', null],
    ]);
    expect(members[3]?.note).toBe('Forked from gone.db, which is not in this folder.');
    expect(members[4]).toMatchObject({ sessionId: null, note: expect.stringContaining('not a SQLite') });
    expect(snapshot(folder)).toEqual(before);
  });

  it('that are their own ancestors are cut, once each cycle', () => {
    const relative = (name: string, parentPath: string | null) => ({
      member: { path: name, name, sessionId: name, title: null, createdAt: null, note: null },
      parentPath,
    });
    const members = inOrder([
      relative('a', 'c'),
      relative('b', 'a'),
      relative('c', 'b'),
      relative('self', 'self'),
      relative('child', 'self'),
    ]);
    expect(members.map(({ name, parent, note }) => [name, parent, note !== null])).toEqual([
      ['a', null, true],
      ['b', 0, false],
      ['c', 1, false],
      ['self', null, true],
      ['child', 3, false],
    ]);
  });

  it('may be a chain of any length', () => {
    const members = inOrder(
      Array.from({ length: 20_000 }, (_, index) => ({
        member: {
          path: `${index}`,
          name: `${index}`,
          sessionId: null,
          title: null,
          createdAt: null,
          note: null,
        },
        parentPath: index === 0 ? null : `${index - 1}`,
      })),
    );
    expect(members.at(-1)?.parent).toBe(19_998);
  });
});
