import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForWriting } from '../sqlite/open-for-writing';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import type { WriteDatabase } from '../sqlite/write-types';
import { appendCommit, appendPayloads, clearSession, popNewest, readItems } from './sqlite-rows';
import { prepareSchema } from './sqlite-schema';

let folders: TestFolders;
let file: string;
let database: WriteDatabase;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'store.db');
  const opened = openForWriting(file, { create: 'must-be-new' });
  if (!opened.ok) throw new Error(opened.message);
  database = opened.value;
  write((rows) => prepareSchema(rows, { create: true }));
});

afterEach(() => {
  database.close();
  folders.remove();
});

function write<T>(work: Parameters<typeof database.write<T>>[0]): T {
  const result = database.write(work);
  if (!result.ok) throw new Error(`${result.message} ${result.detail}`);
  return result.value;
}

function contents(limit?: number): string[] {
  return write((rows) => readItems(rows, 's', limit)).map(({ content }) => content);
}

const payload = (content: string) => JSON.stringify({ role: 'user', content });
const DIGEST = 'a'.repeat(64);

describe('appended payloads', () => {
  it('get consecutive indexes over the whole file, and none come back', () => {
    expect(write((rows) => appendPayloads(rows, 's', [payload('1'), payload('2')]))).toEqual({
      first: 1n,
      last: 2n,
    });
    expect(write((rows) => appendPayloads(rows, 'other', [payload('3')]))).toEqual({ first: 3n, last: 3n });
    expect(write((rows) => appendPayloads(rows, 's', []))).toBeNull();
    expect(write((rows) => popNewest(rows, 'other'))).toMatchObject({ itemIndex: 3n, payload: payload('3') });
    write((rows) => clearSession(rows, 's'));
    expect(write((rows) => appendPayloads(rows, 's', [payload('4')]))).toEqual({ first: 4n, last: 4n });
  });

  it('are read oldest first, the newest of them with a limit', () => {
    write((rows) => appendPayloads(rows, 's', [payload('1'), payload('2'), payload('3')]));
    expect(contents()).toEqual(['1', '2', '3']);
    expect(contents(2)).toEqual(['2', '3']);
    expect(contents(7.9)).toEqual(['1', '2', '3']);
    expect(contents(Number.POSITIVE_INFINITY)).toEqual(['1', '2', '3']);
    for (const none of [0, -1, Number.NaN, Number.NEGATIVE_INFINITY, 0.5]) expect(contents(none)).toEqual([]);
  });
});

describe('a commit', () => {
  it('is written once, and says which items are its own', () => {
    const commit = () => write((rows) => appendCommit(rows, 's', 'c', DIGEST, [payload('1'), payload('2')]));
    expect(commit()).toEqual({ outcome: 'committed', range: { first: 1n, last: 2n } });
    expect(commit()).toEqual({ outcome: 'replayed', range: null });
    expect(contents()).toEqual(['1', '2']);
  });

  it('conflicts with one of the same id and another digest', () => {
    write((rows) => appendCommit(rows, 's', 'c', DIGEST, []));
    expect(() => write((rows) => appendCommit(rows, 's', 'c', 'b'.repeat(64), [payload('1')]))).toThrow(
      'session_commit_identity_conflict: commit_id has a different payload',
    );
    expect(contents()).toEqual([]);
  });
});

describe('a payload that is no item', () => {
  function plant(value: unknown): void {
    const other = new Database(file);
    other.prepare("INSERT INTO session_items (session_id, payload) VALUES ('s', ?)").run(value);
    other.close();
  }

  it.each([
    ['no JSON', '{', 'invalid item JSON'],
    ['a blob', Buffer.from(payload('x')), 'its payload is no text'],
  ])('fails the reads it lies in and cannot be popped: %s', (_name, value, why) => {
    plant(value);
    write((rows) => appendPayloads(rows, 's', [payload('2')]));
    expect(contents(1)).toEqual(['2']);
    expect(() => contents()).toThrow(`The item at item_index 1 cannot be decoded: ${why}`);
    expect(() => contents(2)).toThrow('item_index 1 cannot');
    write((rows) => popNewest(rows, 's'));
    for (let time = 0; time < 2; time += 1)
      expect(() => write((rows) => popNewest(rows, 's'))).toThrow('item_index 1 cannot');
  });

  it('may hold U+FFFD, but no bytes outside UTF-8', () => {
    plant(payload('\ufffd'));
    expect(contents()).toEqual(['\ufffd']);
    const other = new Database(file);
    other.exec(
      `INSERT INTO session_items (session_id, payload)
       VALUES ('s', CAST(x'7b22726f6c65223a2275736572222c22636f6e74656e74223a22ff227d' AS TEXT))`,
    );
    other.close();
    expect(() => contents()).toThrow('item_index 2 cannot be decoded: its payload is not UTF-8');
    expect(() => write((rows) => popNewest(rows, 's'))).toThrow('not UTF-8');
  });
});
