import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeMetadataLine } from '../../shared/theway/metadata';
import { makeFolders, snapshot, type TestFolders } from '../sqlite/test-support/files';
import { cloneSession } from './fork';
import { readLinesSession } from './lines-session';
import { openSqliteSession } from './sqlite-session';
import { BINDING, entryOf, METADATA, thrownBy } from './test-support/sessions';

let folders: TestFolders;
let file: string;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'session.jsonl');
});
afterEach(() => folders.remove());

const HEADER = writeMetadataLine(METADATA);
const open = () => readLinesSession(file, new AbortController().signal);

const ENTRIES = [
  '{"type":"message","id":"u","parentId":null,"timestamp":"t","message":{"role":"user","n":1.0}}',
  '{"label":"x","type":"label","id":"l","parentId":"u","timestamp":"t","targetId":"u"}',
  '{"type":"session_info","id":"n","parentId":"l","timestamp":"t","name":" Named "}',
  '{"type":"leaf","id":"m","parentId":"n","timestamp":"t","targetId":"u"}',
];

describe('a session in JSON lines', () => {
  it('is read by the same interface, without a trace', async () => {
    fs.writeFileSync(file, `${HEADER}\r\n\n${ENTRIES.join('\n')}`);
    const before = snapshot(folders.user);
    const session = await open();
    expect(session.metadata()).toEqual(METADATA);
    expect([...session.entries()].map(({ payload }) => payload)).toEqual(ENTRIES);
    expect(session.activeLeafId()).toBe('u');
    expect(session.label('u')).toBe('x');
    expect(session.name()).toBe('Named');
    expect(session.pathToRoot('n').map(({ id }) => id)).toEqual(['u', 'l', 'n']);
    expect(session.entriesOfType('leaf').map(({ id }) => id)).toEqual(['m']);
    expect(session.entry('x')).toBeNull();
    expect(snapshot(folders.user)).toEqual(before);
  });

  it('of more than a page gives every entry once', async () => {
    const ids = Array.from({ length: 1203 }, (_, at) => `e${at}`);
    const lines = ids.map((id) => `{"type":"session_info","id":"${id}","timestamp":"t"}`);
    fs.writeFileSync(file, [HEADER, ...lines].join('\n'));
    expect([...(await open()).entries()].map(({ id }) => id)).toEqual(ids);
  });

  it('without entries has no leaf', async () => {
    fs.writeFileSync(file, HEADER);
    const session = await open();
    expect([session.activeLeafId(), [...session.entries()]]).toEqual([null, []]);
  });

  it('refuses every write, bindings and collapse metadata in the words of the contract', async () => {
    fs.writeFileSync(file, [HEADER, ...ENTRIES].join('\n'));
    const session = await open();
    expect(thrownBy(() => session.append(entryOf(ENTRIES[0] ?? '')))).toMatchObject({
      code: 'storage_failure',
    });
    expect(thrownBy(() => session.setLeaf(null))).toMatchObject({ code: 'storage_failure' });
    expect(thrownBy(() => session.setBinding(BINDING)).message).toBe(
      'session store does not support binding updates',
    );
    expect(thrownBy(() => session.setCollapsed(false)).message).toBe(
      'session store does not support collapse metadata',
    );
  });

  it('can be cloned into a database', async () => {
    fs.writeFileSync(file, [HEADER, ...ENTRIES].join('\n'));
    const clone = openSqliteSession(cloneSession(await open(), folders.user));
    expect([...clone.entries()].map(({ payload }) => payload)).toEqual(ENTRIES);
    expect(clone.metadata().parentSessionPath).toBe(file);
    clone.close();
  });

  it.each([
    ['parse session entry line 1: session metadata is missing id', ['{"cwd":"/"}', ...ENTRIES]],
    ['parse session entry line 1: session metadata must be a JSON object', []],
  ])('says of its metadata: %s', async (message, lines) => {
    fs.writeFileSync(file, lines.join('\n'));
    const session = await open();
    expect(thrownBy(() => session.metadata())).toMatchObject({ code: 'corrupted', message });
  });

  it('is refused at the first line that is no entry', async () => {
    fs.writeFileSync(file, [HEADER, '', ENTRIES[0], '{"type":"leaf","id":""}'].join('\n'));
    await expect(open()).rejects.toMatchObject({
      code: 'corrupted',
      message: 'parse session entry line 4: session entry has invalid id',
    });
  });

  it('that is not there is not found', async () => {
    await expect(open()).rejects.toMatchObject({ code: 'not_found' });
  });
});
