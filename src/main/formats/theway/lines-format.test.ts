import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildReport } from '../../integrity/report';
import { makeFolders, snapshot, type TestFolders } from '../../sqlite/test-support/files';
import type { OpenedText } from '../format';
import { detectTextFormat } from '../registry';
import { makeStoreFolder, readAllHeads } from '../test-support/open-store';
import { assistant, entry, META, toolResult, user, writeSessionFile } from './test-support/session-file';

let folders: TestFolders;
let file: string;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'session.jsonl');
});
afterEach(() => folders.remove());

const OPTIONS = { maxChars: 1000, maxImageChars: 1000 };
const HEADER = JSON.stringify(META);
const json = (...values: unknown[]) => values.map((value) => JSON.stringify(value));

function write(...lines: (string | Buffer)[]): void {
  fs.writeFileSync(file, Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')])));
}

async function open(): Promise<OpenedText> {
  const detected = detectTextFormat(file);
  if (!detected.ok || detected.value === null) throw new Error('Not detected');
  const opened = await detected.value.open(file, {
    cacheDir: folders.cache,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
}

/** What a page shows: rows by id, and problems by code and place. */
async function shown() {
  const { source } = await open();
  const { index, end } = await readAllHeads(source);
  const { sessions, problems } = await source.sessions();
  const session = sessions[0];
  const bodies = await source.bodies(session?.id ?? '', [...Array(index.count).keys()], OPTIONS);
  if (!bodies.ok) throw new Error(bodies.error.message);
  return {
    session,
    ids: Array.from({ length: index.count }, (_, row) => index.id(row)),
    places: bodies.value.map(({ place }) => place),
    leaf: end.storedLeafRow < 0 ? null : index.id(end.storedLeafRow),
    problems: [...problems, ...index.problems, ...end.problems].map(({ code, line, byteOffset }) => [
      code,
      line,
      byteOffset,
    ]),
    source,
  };
}

/** An id as theway makes them: without a header it tells its entries from those of a sibling. */
const OWN_ID = '01932d4e-7a10-7c3a-9e55-3f1f0a6b8c02';
const HEADLESS = json(user(OWN_ID, null, 'hi'), assistant('a', OWN_ID, 'yes', { c: 'read' }));
const SOUND = json(
  user('u', null, 'hi'),
  assistant('a', 'u', 'yes', { c: 'read' }),
  toolResult('r', 'a', 'c'),
);

describe('a transcript in JSON lines', () => {
  it('is shown as its database would be, by the same rules', async () => {
    const entries = [
      user('u', null, 'hi'),
      assistant('a', 'u', 'yes', { c: 'read' }),
      toolResult('r', 'a', 'c', true),
      entry('label', 'l', 'r', { targetId: 'u', label: 'here' }),
      entry('session_info', 'n', 'l', { name: 'Named' }),
      entry('message', 'bad', 'gone', { message: 5 }),
      entry('leaf', 'm', 'n', { targetId: 'a' }),
    ];
    write(HEADER, ...json(...entries));
    const folder = makeStoreFolder();
    const inLines = (await open()).source;
    const inDatabase = await folder.store(writeSessionFile(folder.file('session.db'), { entries }));
    try {
      const [lines, rows] = [await readAllHeads(inLines), await readAllHeads(inDatabase)];
      const withoutPlaces = (problems: readonly object[]) =>
        problems.map((problem) => ({ ...problem, line: null, byteOffset: null, rowId: null }));
      expect({ ...lines.end, problems: withoutPlaces(lines.end.problems) }).toEqual({
        ...rows.end,
        problems: withoutPlaces(rows.end.problems),
      });
      expect(withoutPlaces(lines.index.problems)).toEqual(withoutPlaces(rows.index.problems));
      expect(lines.chunks.map(({ problems: _, ...chunk }) => chunk)).toEqual(
        rows.chunks.map(({ problems: _, ...chunk }) => chunk),
      );
      expect((await inLines.sessions()).sessions).toEqual(inDatabase.sessions().sessions);
      expect((await inLines.sessions()).sessions[0]).toMatchObject({
        id: META.id,
        title: 'Named',
        storedLeaf: 'a',
        entryCount: 7,
      });
    } finally {
      folder.remove();
    }
  });

  it('has its metadata as facts, and passes its checks', async () => {
    write(HEADER, ...SOUND);
    const { source } = await open();
    expect(source.formatVersion).toBe('jsonl');
    expect(source.facts()).toContainEqual({ name: 'Working folder', value: META.cwd });
    expect(source.facts()).toContainEqual({ name: 'Kept as', value: 'JSON lines' });
    const report = await buildReport(source, { signal: new AbortController().signal, onProgress: () => {} });
    expect(report.checks.filter(({ verdict }) => verdict !== 'ok' && verdict !== 'not-applicable')).toEqual(
      [],
    );
    expect(report.problems).toEqual([]);
  });

  it('is read without a trace', async () => {
    write(HEADER, ...SOUND);
    const before = snapshot(folders.user);
    const opened = await open();
    await readAllHeads(opened.source);
    expect(snapshot(folders.user)).toEqual(before);
    expect(opened.hasChanged()).toBe(false);
    fs.appendFileSync(file, '\n');
    expect(opened.hasChanged()).toBe(true);
    await expect(readAllHeads(opened.source)).resolves.toBeDefined();
  });

  it('without a metadata line is a problem, with every entry shown', async () => {
    write(...HEADLESS);
    const { ids, problems, session, source } = await shown();
    expect(ids).toEqual([OWN_ID, 'a']);
    expect(problems.filter(([code]) => code !== 'call-pending')).toEqual([
      ['header-missing', 1, 0],
      ['missing-session-id', null, null],
    ]);
    expect(session?.id).toBe('session');
    expect((await source.schemaChecks()).find(({ id }) => id === 'metadata-line')?.verdict).toBe('failed');
  });

  it('with a metadata line that cannot be read is a problem, with that line shown as it is', async () => {
    write('{"id":', ...HEADLESS);
    const { ids, problems } = await shown();
    expect(ids).toEqual(['line 1', OWN_ID, 'a']);
    expect(problems).toContainEqual(['header-missing', 1, 0]);
    expect(problems).toContainEqual(['payload-not-json', 1, 0]);
  });

  it('with metadata that says too little fails the check of what is missing', async () => {
    write(JSON.stringify({ ...META, cwd: 5 }), ...SOUND);
    const { source } = await open();
    expect(
      (await source.schemaChecks())
        .filter(({ verdict }) => verdict === 'failed')
        .map(({ id, found }) => `${id}: ${found}`),
    ).toEqual(['meta-cwd: not a string']);
  });

  it('tells the line and the byte of each problem, blank lines and CR LF counted', async () => {
    const text = [
      HEADER,
      '',
      SOUND[0],
      'no JSON',
      JSON.stringify(entry('message', 'x', 'gone', { message: {} })),
    ].join('\r\n');
    fs.writeFileSync(file, `\ufeff${text}\r\n`);
    const { ids, problems, places } = await shown();
    const at = (part: string) => Buffer.byteLength(`\ufeff${text}`.slice(0, `\ufeff${text}`.indexOf(part)));
    expect(ids).toEqual(['u', 'line 4', 'x']);
    expect(places[1]).toBe(`line 4 · bytes ${at('no JSON')}–${at('no JSON') + 'no JSON'.length - 1}`);
    expect(problems).toContainEqual(['payload-not-json', 4, at('no JSON')]);
    expect(problems).toContainEqual(['dangling-parent', 5, at('{"type":"message","id":"x"')]);
  });

  it('that ends in the middle of a line says so there, and in a check', async () => {
    fs.writeFileSync(file, `${[HEADER, ...SOUND].join('\n')}\n{"type":"message","id":"t`);
    const { source, ids, problems } = await shown();
    expect(ids).toEqual(['u', 'a', 'r', 'line 5']);
    expect(problems).toEqual([['payload-not-json', 5, expect.any(Number)]]);
    const body = await source.bodies(META.id, [3], OPTIONS);
    expect(body.ok && body.value[0]?.problems[0]).toContain('The file ends in the middle of it');
    expect(body.ok && body.value[0]?.blocks[0]).toMatchObject({
      type: 'raw',
      text: '{"type":"message","id":"t',
    });
    expect((await source.schemaChecks()).find(({ id }) => id === 'last-line')).toMatchObject({
      verdict: 'warning',
    });
  });

  it('whose last line only lacks its line feed is whole', async () => {
    fs.writeFileSync(file, [HEADER, ...SOUND].join('\n'));
    const { ids, problems } = await shown();
    expect(ids).toEqual(['u', 'a', 'r']);
    expect(problems).toEqual([]);
  });

  it('keeps bytes that are not UTF-8 in their place', async () => {
    const broken = Buffer.from(JSON.stringify(user('b', 'u', 'x~y')));
    broken[broken.indexOf('~')] = 0xff;
    write(HEADER, SOUND[0] ?? '', broken);
    const { ids, problems } = await shown();
    expect(ids).toEqual(['u', 'b']);
    expect(problems).toEqual([['payload-not-utf8', 3, expect.any(Number)]]);
  });

  it('may have a line of 50 MiB, first or in the middle', async () => {
    const large = JSON.stringify(user('big', null, 'x'.repeat(50 * 1024 * 1024 - 200)));
    write(large, ...json(user('u', 'big', 'hi')));
    const { index, end } = await readAllHeads((await open()).source);
    expect([index.id(0), index.id(1), end.storedLeafRow]).toEqual(['big', 'u', 1]);
    expect(index.problems).toEqual([]);
  });

  it('above what is parsed keeps its place, and its text is still read in slices', async () => {
    const large = Buffer.alloc(65 * 1024 * 1024, 0x78);
    write(HEADER, SOUND[0] ?? '', large, SOUND[1] ?? '');
    const { source } = await open();
    const { index } = await readAllHeads(source);
    expect([index.id(0), index.id(1), index.id(2)]).toEqual(['u', 'line 3', 'a']);
    expect(index.problems.map(({ code, line }) => [code, line])).toEqual([['payload-too-large', 3]]);
    const slice = source.text(META.id, 1, null, 60 * 1024 * 1024, 3);
    expect(slice).toMatchObject({ ok: true, value: { text: 'xxx', totalChars: large.length } });
  });

  it('has the leaf that its last move names, and none where that is not there', async () => {
    write(HEADER, ...SOUND, ...json(entry('leaf', 'l', 'r', { targetId: 'a' })));
    expect(await shown()).toMatchObject({ leaf: 'a', session: { storedLeaf: 'a' } });
    write(HEADER, ...SOUND, ...json(entry('leaf', 'l', 'r', { targetId: 'x' })));
    expect(await shown()).toMatchObject({ leaf: null, session: { storedLeaf: null } });
  });
});

describe('detection', () => {
  it.each<[string, string, boolean]>([
    ['its metadata line alone', HEADER, true],
    ['one entry', HEADLESS[0] ?? '', true],
    ['an entry after lines that are no JSON', `garbage\n{\n${HEADLESS[0]}`, true],
    ['an entry of a type that only theway has', JSON.stringify(entry('collapse', 'c', null)), true],
    ['an entry with an id of a sibling', JSON.stringify(user('0123abcd', null, 'hi')), false],
    ['an entry that says no more', SOUND[0] ?? '', false],
    ['what is left of the header of a sibling', `{"type":"session","vers\n${HEADLESS[0]}`, false],
    ['the transcript of a sibling', `{"type":"session","version":3,"id":"x","cwd":"/"}\n${SOUND[0]}`, false],
    ['other JSON lines', '{"a":1}\n{"b":2}', false],
    ['entries without a parent', '{"type":"message","id":"a"}', false],
    ['a list', '[1,2]', false],
    ['text', 'some text\n', false],
  ])('%s', (_what, text, isKnown) => {
    fs.writeFileSync(file, text);
    const detected = detectTextFormat(file);
    expect(detected.ok && detected.value?.id === 'theway').toBe(isKnown);
  });

  it('of a file that is not there is a failure', () => {
    expect(detectTextFormat(`${file}x`)).toMatchObject({ ok: false, code: 'missing' });
  });
});
