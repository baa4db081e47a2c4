import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLines } from '../../formats/test-support/open-lines';
import { makeFolders, snapshot, type TestFolders } from '../../sqlite/test-support/files';
import { forkPi } from './fork';
import { copySample, HEADER, message, recordsIn, writePi } from './test-support/pi-files';

let folders: TestFolders;
let toDir: string;

beforeEach(() => {
  folders = makeFolders();
  toDir = path.join(folders.user, 'forks');
  fs.mkdirSync(toDir);
});

afterEach(() => folders.remove());

const at = (name: string) => path.join(folders.user, name);
const label = (id: string, parentId: string, targetId: string, text?: string) => ({
  type: 'label',
  id,
  parentId,
  timestamp: '2026-11-20T11:00:00.000Z',
  targetId,
  label: text,
});

describe('a fork of a session of pi', () => {
  it('has the path with ids and bytes as they were, and names its source', async () => {
    const source = copySample('v3', folders.user);
    const bytes = () => snapshot(folders.user).filter((line) => line.includes('v3.jsonl'));
    const before = bytes();
    const made = await forkPi(source, { at: '1000a010' }, toDir);
    expect(path.basename(made)).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z_[0-9a-f-]{36}\.jsonl$/);
    const [header, ...entries] = recordsIn(made);
    expect(header).toMatchObject({
      type: 'session',
      version: 3,
      parentSession: source,
      cwd: '/home/mira/kite-shop',
    });
    expect(path.basename(made)).toContain(String(header?.id));
    expect(entries.at(0)).toMatchObject({ id: '1000a001', parentId: null });
    for (const [place, entry] of entries.entries())
      expect(entry.parentId).toBe(entries[place - 1]?.id ?? null);
    const lines = fs.readFileSync(source, 'utf8').split('\n');
    for (const line of fs.readFileSync(made, 'utf8').trimEnd().split('\n').slice(1))
      expect(lines).toContain(line);
    expect((await openLines(made)).leaf).toBe('1000a010');
    expect(bytes()).toEqual(before);
  });

  it('before a message of the user ends at its parent, and is empty before the first', async () => {
    const source = writePi(at('s.jsonl'), [HEADER, message('a1', null), message('a2', 'a1')]);
    expect(
      recordsIn(await forkPi(source, { before: 'a2' }, toDir))
        .map(({ id }) => id)
        .slice(1),
    ).toEqual(['a1']);
    expect(recordsIn(await forkPi(source, { before: 'a1' }, toDir))).toHaveLength(1);
  });

  it('has the labels that its entries have, given from wherever', async () => {
    const source = writePi(at('s.jsonl'), [
      HEADER,
      message('a1', null),
      message('a2', 'a1'),
      label('b1', 'a2', 'a1', 'on the path'),
      message('a3', 'b1'),
      label('b2', 'a3', 'a2', 'off the path'),
      label('b3', 'b2', 'a1'),
    ]);
    const made = await forkPi(source, { at: 'a3' }, toDir);
    const { end, entries, index } = await openLines(made);
    expect(end.labels.map(({ row, text }) => [index.id(row), text])).toEqual([['a2', 'off the path']]);
    expect(entries.map(({ id }) => id).slice(0, 4)).toEqual(['a1', 'a2', 'b1', 'a3']);
    const [cleared, given] = recordsIn(made).slice(-2);
    expect(cleared).toMatchObject({ parentId: 'a3', targetId: 'a1', timestamp: '2026-11-20T11:00:00.000Z' });
    expect(given).toMatchObject({ parentId: cleared?.id, label: 'off the path' });
  });

  it('of all has every entry in its order, recovered ones in lines of their own', async () => {
    const source = copySample('v3-torn', folders.user);
    const made = await forkPi(source, null, toDir);
    const before = await openLines(source);
    const after = await openLines(made);
    const sound = before.entries.filter(({ kind }) => kind !== 'unknown');
    expect(after.entries.map(({ id }) => id)).toEqual(sound.map(({ id }) => id));
    expect(after.problems.filter(({ code }) => code !== 'dangling-parent' && code !== 'islands')).toEqual([]);
  });

  it('keeps half surrogate pairs and line separators as they are written', async () => {
    const made = await forkPi(copySample('v3', folders.user), { at: '1000a018' }, toDir);
    const text = fs.readFileSync(made, 'utf8');
    expect(text).toContain('\u2028');
    expect(text).toMatch(/\\ud[89ab]/i);
  });

  it('is refused where pi could not read it, and leaves nothing behind', async () => {
    const v1 = copySample('v1', folders.user);
    await expect(forkPi(v1, null, toDir)).rejects.toMatchObject({ code: 'not-editable' });
    const source = copySample('v3', folders.user);
    await expect(forkPi(source, { at: 'ffffffff' }, toDir)).rejects.toMatchObject({ code: 'unknown-entry' });
    await expect(forkPi(source, { before: '1000a005' }, toDir)).rejects.toThrow('no message of the user');
    await expect(forkPi(source, null, at('missing'))).rejects.toMatchObject({ code: 'missing' });
    expect(fs.readdirSync(toDir)).toEqual([]);
  });
});
