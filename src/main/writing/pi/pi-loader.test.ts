import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planContext, rowsToRead } from '../../../shared/context/plan';
import type { SessionEdit } from '../../../shared/contract/session-editing';
import { pathTo } from '../../../shared/tree/shape';
import { openLines } from '../../formats/test-support/open-lines';
import { makeFolders, type TestFolders } from '../../sqlite/test-support/files';
import { SessionEditor } from '../session-editor';
import { EditablePi } from './editable-pi';
import { forkPi } from './fork';
import { copySample, HEADER, message, recordsIn, writePi } from './test-support/pi-files';

// pi itself, where `npm test` or `npm run test:pi` has provided it.
const piFolder = process.env.RAMIFY_TEST_PI;
const piNode = process.env.RAMIFY_TEST_PI_NODE ?? process.execPath;
const READER = path.join(import.meta.dirname, '../../../../test-tools/pi/read-session.mjs');

/** What both say of a session. */
interface Reading {
  readonly entries: readonly { readonly id: string; readonly parentId: string | null }[];
  readonly leafId: string | null;
  readonly name: string | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly path: readonly string[];
  readonly context: readonly string[];
}

let folders: TestFolders;

beforeEach(() => {
  folders = makeFolders();
});

afterEach(() => folders.remove());

const at = (name: string) => path.join(folders.user, name);

async function readByPi(...files: string[]): Promise<(Reading & { header: { parentSession?: string } })[]> {
  const { stdout } = await promisify(execFile)(piNode, [READER, piFolder ?? '', ...files]);
  return JSON.parse(stdout);
}

async function readHere(file: string): Promise<Reading> {
  const { source, entries, leaf, index, end } = await openLines(file);
  const sessionId = (await source.sessions()).sessions[0]?.id ?? '';
  const rows = pathTo(index.parents, end.storedLeafRow);
  const bodies = await source.bodies(sessionId, rowsToRead(index, rows), { maxChars: 100, maxImageChars: 0 });
  if (!bodies.ok) throw new Error(bodies.error.message);
  const plan = planContext('pi', index, rows, new Map(bodies.value.map((body) => [body.row, body])));
  const named = recordsIn(file).findLast(({ type }) => type === 'session_info')?.name;
  return {
    entries: entries.map(({ id, parent }) => ({ id, parentId: parent })),
    leafId: leaf,
    name: typeof named === 'string' && named !== '' ? named : null,
    labels: Object.fromEntries(end.labels.map(({ row, text }) => [index.id(row), text])),
    path: [...rows].map((row) => index.id(row)),
    context: [...plan.order].map((row) => index.id(row)),
  };
}

async function expectSame(...files: string[]): Promise<void> {
  const byPi = await readByPi(...files);
  for (const [place, file] of files.entries()) {
    const { header, ...reading } = byPi[place] ?? {};
    expect(header).toBeDefined();
    expect(reading).toEqual(await readHere(file));
  }
}

async function edit(file: string, ...edits: SessionEdit[]): Promise<void> {
  const editor = new SessionEditor(await EditablePi.open(file));
  for (const each of edits) await editor.apply(each);
}

describe.skipIf(piFolder === undefined)('pi reads back what was written', () => {
  it('of each edit of a sample, and of its undo, as it is read here', async () => {
    const edits: readonly SessionEdit[] = [
      { kind: 'set-leaf', entryId: '1000a00c' },
      { kind: 'label', entryId: '1000a009', text: 'the side' },
      { kind: 'label', entryId: '1000a005', text: null },
      { kind: 'rename', name: 'Kites again' },
    ];
    const files: string[] = [];
    for (const [place, each] of edits.entries()) {
      for (const isUndone of [false, true]) {
        const file = at(`${place}-${isUndone}.jsonl`);
        fs.renameSync(copySample('v3', folders.user), file);
        const editor = new SessionEditor(await EditablePi.open(file));
        await editor.apply(each);
        if (isUndone && (await editor.undoState()) !== null) await editor.undo();
        files.push(file);
      }
    }
    await expectSame(...files);
    const [moved, back, labelled, , , , named, oldName] = await readByPi(...files);
    expect(moved?.path.at(-2)).toBe('1000a00c');
    expect(back?.path.at(-2)).toBe('1000a019');
    expect(labelled?.labels).toMatchObject({ '1000a009': 'the side' });
    expect([named?.name, oldName?.name]).toEqual(['Kites again', 'Kite colours']);
  });

  it('of forks, which name their source', async () => {
    const source = copySample('v3', folders.user);
    const made = [
      await forkPi(source, { at: '1000a00c' }, folders.user),
      await forkPi(source, { at: '1000a018' }, folders.user),
      await forkPi(source, { before: '1000a00e' }, folders.user),
      await forkPi(source, null, folders.user),
    ];
    await expectSame(...made);
    for (const { header } of await readByPi(...made)) expect(header.parentSession).toBe(source);
  });

  it('behind a last line that was torn', async () => {
    const torn = '{"type":"message","id":"a0000003","par';
    const file = writePi(at('t.jsonl'), [HEADER, message('a0000001', null), torn], '');
    await edit(file, { kind: 'label', entryId: 'a0000001', text: 'x' });
    const [reading] = await readByPi(file);
    expect(reading).toMatchObject({ labels: { a0000001: 'x' }, path: ['a0000001', reading?.leafId] });
    expect(reading?.entries).toHaveLength(2);
  });

  it('of any edits of any tree', async () => {
    const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 12 });
    const edits = fc.array(
      fc.record({ kind: fc.constantFrom('set-leaf', 'label', 'rename'), to: fc.nat(), text: fc.string() }),
      { maxLength: 8 },
    );
    const files: string[] = [];
    for (const [place, [tree, wanted]] of fc
      .sample(fc.tuple(parents, edits), { numRuns: 40, seed: 7 })
      .entries()) {
      const ids = tree.map((_, row) => `a${String(row).padStart(7, '0')}`);
      const records = ids.map((id, row) =>
        message(id, row === 0 ? null : (ids[(tree[row] ?? 0) % row] ?? null)),
      );
      const file = writePi(at(`${place}.jsonl`), [HEADER, ...records]);
      for (const { kind, to, text } of wanted) {
        const entryId = ids[to % ids.length] ?? '';
        const words = text.trim() === '' ? 'x' : text;
        if (kind === 'set-leaf') await edit(file, { kind, entryId });
        else if (kind === 'label') await edit(file, { kind, entryId, text: text === '' ? null : words });
        else await edit(file, { kind: 'rename', name: words });
      }
      files.push(file);
    }
    await expectSame(...files);
  });
});
