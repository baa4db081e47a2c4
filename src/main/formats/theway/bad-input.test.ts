import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSound } from '../../../shared/model/report';
import { buildReport } from '../../integrity/report';
import type { DatabaseSource } from '../format';
import { makeStoreFolder, readAllHeads, type StoreFolder } from '../test-support/open-store';
import { entry, META, row, type SessionFileParts, user, writeSessionFile } from './test-support/session-file';

// Input that a careless or hostile program leaves: a verdict and a place for each, and the rest stays readable.

let folder: StoreFolder;
beforeEach(() => {
  folder = makeStoreFolder();
});
afterEach(() => folder.remove());

const OPTIONS = { maxChars: 100, maxImageChars: 100 };

async function judged(store: DatabaseSource) {
  const report = await buildReport(store, { signal: new AbortController().signal, onProgress: () => {} });
  const { index, end } = await readAllHeads(store);
  return {
    isSound: isSound(report),
    problems: report.problems.map(
      ({ code, severity, entryId, rowId }) => `${severity} ${code} ${entryId} at ${rowId}`,
    ),
    messages: report.problems.map(({ message }) => message),
    ids: Array.from({ length: index.count }, (_, at) => index.id(at)),
    leaf: end.storedLeafRow < 0 ? null : index.id(end.storedLeafRow),
  };
}

async function of(parts: SessionFileParts) {
  return judged(await folder.store(writeSessionFile(folder.file('session.db'), parts)));
}

/** Between a sound first entry `u` and a sound last one `z`. */
function around(...rows: ReturnType<typeof row>[]): SessionFileParts {
  const last = row('z', 'u', 'message', JSON.stringify(user('z', 'u', 'still here')));
  return { entries: [user('u', null, 'hi')], rows: [...rows, last] };
}

function compaction(tokens: string): ReturnType<typeof row> {
  const text = JSON.stringify(
    entry('compaction', 'c', 'u', { summary: '', firstKeptEntryId: '', tokensBefore: 0 }),
  );
  return row('c', 'u', 'compaction', text.replace('"tokensBefore":0', `"tokensBefore":${tokens}`));
}

const of1 = (value: ReturnType<typeof entry>, column: string | null = value.parentId) =>
  row(value.id, column, value.type, JSON.stringify(value));

describe('one bad entry among sound ones', () => {
  it.each<[string, ReturnType<typeof row>[], string]>([
    ['a parent that is not there', [of1(user('x', 'gone', ''))], 'error dangling-parent x at 2'],
    [
      'a child before its parent',
      [of1(user('x', 'y', '')), of1(user('y', 'u', ''))],
      'error dangling-parent x at 2',
    ],
    ['itself as its parent', [of1(user('x', 'x', ''))], 'error own-parent x at 2'],
    [
      'two that are each other’s parents',
      [of1(user('x', 'y', '')), of1(user('y', 'x', ''))],
      'error dangling-parent x at 2',
    ],
    [
      'a leaf that is not there',
      [of1(entry('leaf', 'x', 'u', { targetId: 'gone' }))],
      'error dangling-leaf-target x at 2',
    ],
    [
      'a leaf that comes later',
      [of1(entry('leaf', 'x', 'u', { targetId: 'z' }))],
      'error dangling-leaf-target x at 2',
    ],
    [
      'an empty id',
      [row('', 'u', 'session_info', JSON.stringify(entry('session_info', '', 'u')))],
      'error invalid-entry  at 2',
    ],
    ['an unknown type', [of1(entry('later', 'x', 'u'))], 'error invalid-entry x at 2'],
    ['negative tokens', [compaction('-1')], 'error invalid-entry c at 2'],
    ['half a token', [compaction('0.5')], 'error invalid-entry c at 2'],
    ['more tokens than 64 bits hold', [compaction('18446744073709551616')], 'error invalid-entry c at 2'],
    ['a parent column that disagrees', [of1(user('x', 'u', ''), 'z')], 'error column-disagrees x at 2'],
    [
      'a parent column of a root that is none',
      [of1(user('x', 'u', ''), '')],
      'error column-disagrees x at 2',
    ],
  ])('%s', async (_what, rows, problem) => {
    const found = await of(around(...rows));
    expect(found.isSound).toBe(false);
    expect(found.problems).toEqual([problem]);
    expect(found.ids.at(-1)).toBe('z');
    expect(found.leaf).toBe('z');
    expect(found.ids).toHaveLength(rows.length + 2);
  });

  it.each<[string, ReturnType<typeof row>[]]>([
    ['tokens above 2^53, which are a sound literal', [compaction('9007199254740993')]],
    ['the largest of 64 bits', [compaction('18446744073709551615')]],
    ['roots of NULL and of the empty string', [of1(user('x', null, ''), null), of1(user('y', null, ''), '')]],
    ['a payload of 10 MB', [of1(user('x', 'u', 'x'.repeat(10_000_000)))]],
  ])('is none: %s', async (_what, rows) => {
    const found = await of(around(...rows));
    expect(found.problems).toEqual([]);
    expect(found.isSound).toBe(true);
  });

  it('says which is believed where the parent column disagrees, and hangs the entry there', async () => {
    const found = await of(around(of1(user('x', 'u', ''), 'z')));
    expect(found.messages).toEqual([
      'The column parent_id says "z" where the payload says "u"; the payload is believed.',
    ]);
  });

  it('is named with its place where an id comes twice', async () => {
    const found = await of({
      schema:
        'CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL); CREATE TABLE entries (seq INTEGER PRIMARY KEY AUTOINCREMENT, id, parent_id, type, timestamp, payload);',
      meta: META,
      entries: [user('u', null, 'first'), user('u', null, 'second'), user('z', 'u', '')],
    });
    expect(found.problems).toEqual(['error duplicate-entry-id u at 2']);
    expect(found.ids).toEqual(['u', 'u', 'z']);
    expect(found.isSound).toBe(false);
  });
});

describe('a damaged page after a good header', () => {
  const COUNT = 300;

  const TABLE_LEAF = 13;

  /** Overwrites the header of the page that holds an entry; a page above it may still hold its bytes, unused. */
  function damagePageOf(file: string, text: string): void {
    const bytes = fs.readFileSync(file);
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
      const page = Math.floor(at / 4096) * 4096;
      if (bytes[page] === TABLE_LEAF) bytes.fill(0xff, page, page + 8);
    }
    fs.writeFileSync(file, bytes);
  }

  function write(): string {
    const entries = Array.from({ length: COUNT }, (_, at) =>
      user(`u${at}`, at === 0 ? null : `u${at - 1}`, `text ${at} ${'x'.repeat(200)}`),
    );
    return writeSessionFile(folder.file('session.db'), { entries });
  }

  it.each([
    ['in the middle', 150],
    ['at the start', 0],
    ['at the end', COUNT - 1],
  ])('%s: its entries stay in their places by their indexes, all others are read', async (_where, at) => {
    const file = write();
    damagePageOf(file, `"text ${at} `);
    const store = await folder.store(file);
    const found = await judged(store);
    expect(found.isSound).toBe(false);
    expect(found.ids).toEqual(Array.from({ length: COUNT }, (_, row) => `u${row}`));
    expect(found.leaf).toBe(`u${COUNT - 1}`);
    const damaged = found.problems.filter((problem) => problem.startsWith('error payload-damaged'));
    expect(damaged.length).toBeGreaterThan(2);
    expect(damaged.length).toBeLessThan(30);
    expect(damaged).toContain(`error payload-damaged u${at} at ${at + 1}`);
    expect(found.problems.filter((problem) => !problem.includes('payload-damaged'))).toEqual([]);

    const sound = at < 100 ? 200 : 50;
    const bodies = store.bodies(META.id, [at, sound], OPTIONS);
    expect(bodies.ok && bodies.value.map(({ problems, parentId }) => [problems.length, parentId])).toEqual([
      [1, at === 0 ? null : `u${at - 1}`],
      [0, `u${sound - 1}`],
    ]);
    expect(store.schemaChecks()[0]).toMatchObject({ id: 'quick-check', verdict: 'failed' });
  });

  it('of the indexes too, says so and no more', async () => {
    const file = write();
    damagePageOf(file, '"text 150 ');
    const bytes = fs.readFileSync(file);
    // Every page that is a leaf of an index, beyond the first pages, which hold the schema.
    for (let page = 4096 * 2; page < bytes.length; page += 4096)
      if (bytes[page] === 10 || bytes[page] === 2) bytes.fill(0xff, page, page + 8);
    fs.writeFileSync(file, bytes);
    await expect(folder.store(file).then(judged)).rejects.toMatchObject({ failure: { code: 'damaged' } });
  });
});
