import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, snapshot, type TestFolders } from '../../sqlite/test-support/files';
import { zstdFrame } from '../../zstd/test-support/frame';
import { openLines } from '../test-support/open-lines';
import {
  BOATS,
  bodyAt,
  conversation,
  message,
  NAMES,
  rollout,
  SEGMENT,
  samplePath,
} from './test-support/rollout-file';

let folders: TestFolders;
beforeEach(() => {
  folders = makeFolders();
});
afterEach(() => folders.remove());

/** Copies samples into a folder of their own. */
function copy(...names: readonly string[]): (name: string) => string {
  for (const name of names) fs.copyFileSync(samplePath(name), path.join(folders.user, name));
  return (name) => path.join(folders.user, name);
}

describe('a segment that a session was taken back to', () => {
  it('is read with the segment before it, whose rest is a branch beside it (traps 1, 2, 3, 15)', async () => {
    const opened = await openLines(samplePath(NAMES.segment));
    expect(conversation(opened)).toEqual([
      'Which hull is in this photo?',
      'Patch its label.',
      'Measure the keel instead.',
    ]);
    expect(opened.entries.find(({ id }) => id === opened.leaf)?.kind).toBe('compaction');
    const { index } = opened;
    const rows = [...Array(index.count).keys()];
    const taken = rows.find((row) => index.preview(row) === 'A turn that is reverted later.');
    expect(taken).toBeDefined();
    const last = rows.find((row) => index.preview(row) === 'Label patched.') ?? -1;
    // Its end, and below that both the turn that was taken back and the new segment.
    const end = rows.find((row) => index.parents[row] === last) ?? -1;
    expect(rows.filter((row) => index.parents[row] === end)).toHaveLength(2);
    expect(opened.entries.at(-1)?.kind).toBe('unknown');
    expect(opened.problems).toEqual([]);
    expect((await opened.source.sessions()).sessions).toMatchObject([
      { id: BOATS, title: 'Which hull is in this photo?' },
    ]);
  });

  it('says which file an entry is in, and gives its content from there', async () => {
    const opened = await openLines(samplePath(NAMES.segment));
    const row = [...Array(opened.index.count).keys()].find(
      (at) => opened.index.preview(at) === 'Patch its label.',
    );
    const body = await bodyAt(opened.source, row ?? -1);
    expect(body).toMatchObject({ id: `seg:${BOATS}:10019`, blocks: [{ text: 'Patch its label.' }] });
    expect(body.place).toContain(`${NAMES.paginated} · line 24`);
  });

  it('counts tokens as they stood where it goes on', async () => {
    const { index } = await openLines(samplePath(NAMES.segment));
    const tokens = [...Array(index.count).keys()].map((row) => index.tokens(row));
    expect(tokens.filter((count) => !Number.isNaN(count))).toEqual([940, 969, 1060, 1112]);
  });

  it('is told at the segment before it', async () => {
    const { problems } = await openLines(samplePath(NAMES.paginated));
    expect(problems.map(({ code }) => code)).toEqual(['other-segments']);
  });

  it('without the segment before it is no short session, but one with a break (trap 1)', async () => {
    const at = copy(NAMES.segment);
    const opened = await openLines(at(NAMES.segment));
    expect(opened.entries[0]?.parent).toBe('broken');
    expect(opened.problems.map(({ code }) => code)).toContain('earlier-part-missing');
    expect(conversation(opened)).toEqual(['Measure the keel instead.']);
  });

  it('may go on from a segment that was one itself: what its header names is a segment (trap 2)', async () => {
    const at = copy(NAMES.segment, NAMES.paginated);
    const earlier = fs.readFileSync(at(NAMES.segment));
    const id = '019abe10-0000-7000-8000-0000000000d4';
    const header = {
      ...{ id: BOATS, timestamp: '2026-11-25T08:02:00.000Z', cwd: '/shop', originator: 'test' },
      ...{ cli_version: '0.171.0', history_mode: 'paginated' },
      history_base: { thread_id: SEGMENT, end_ordinal_exclusive: 50, end_byte_offset: earlier.length },
    };
    const third = at(`rollout-2026-11-25T08-00-00-${BOATS}_${id}.jsonl`);
    fs.writeFileSync(third, rollout(['session_meta', header], message('user', 'And the rudder?')));
    const opened = await openLines(third);
    expect(conversation(opened)).toEqual([
      'Which hull is in this photo?',
      'Patch its label.',
      'Measure the keel instead.',
      'And the rudder?',
    ]);
    expect(opened.problems).toEqual([]);
    expect((await opened.source.sessions()).sessions).toMatchObject([{ id: BOATS }]);
  });

  it('has the same ids wherever its files lie: they are kept apart by segment and byte (trap 11)', async () => {
    const at = copy(NAMES.segment, NAMES.paginated);
    const [here, moved] = [await openLines(samplePath(NAMES.segment)), await openLines(at(NAMES.segment))];
    expect(moved.entries).toEqual(here.entries);
  });

  it('misses a segment that ends too early', async () => {
    const at = copy(NAMES.segment, NAMES.paginated);
    fs.truncateSync(at(NAMES.paginated), 5000);
    const { problems } = await openLines(at(NAMES.segment));
    expect(problems.map(({ code }) => code)).toContain('earlier-part-missing');
  });

  it('follows no link out of its folder', async () => {
    const at = copy(NAMES.segment);
    fs.symlinkSync(samplePath(NAMES.paginated), at(NAMES.paginated));
    const { problems } = await openLines(at(NAMES.segment));
    expect(problems.map(({ code }) => code)).toContain('earlier-part-missing');
  });

  it('that names itself as what it goes on from is read once', async () => {
    const at = copy(NAMES.segment);
    const text = fs.readFileSync(at(NAMES.segment), 'utf8');
    const base = `"history_base":{"thread_id":"${BOATS}"`;
    fs.writeFileSync(at(NAMES.segment), text.replace(base, `"history_base":{"thread_id":"${SEGMENT}"`));
    const { problems } = await openLines(at(NAMES.segment));
    expect(problems.map(({ code }) => code)).toContain('earlier-part-missing');
  });
});

describe('a fork', () => {
  it('is read with what it was forked from, up to there and no further', async () => {
    const opened = await openLines(samplePath(NAMES.fork));
    expect(conversation(opened)).toEqual(['Which hull is in this photo?', 'And the mast?']);
    expect(conversation(opened, ['assistant']).at(-1)).toBe('Spruce.');
    const previews = [...Array(opened.index.count).keys()].map((row) => opened.index.preview(row));
    expect(previews).not.toContain('Patch its label.');
    expect(opened.problems.map(({ code }) => code).sort()).toEqual(['torn-tail', 'unfinished-turn']);
  });

  it.each([
    ['was archived', 'archived_sessions'],
    ['is of another day, by the time in its id', 'sessions/2025/11/26'],
  ])('finds what it was forked from where that %s (trap 11)', async (_, folder) => {
    const place = (name: string, within: string) => {
      const target = path.join(folders.user, within, name);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.copyFileSync(samplePath(name), target);
      return target;
    };
    const fork = place(NAMES.fork, 'sessions/2026/01/02');
    const missing = await openLines(fork);
    expect(missing.problems.map(({ code }) => code)).toContain('earlier-part-missing');
    const base = place(NAMES.paginated, folder);
    const opened = await openLines(fork);
    expect(conversation(opened)).toEqual(['Which hull is in this photo?', 'And the mast?']);
    // No link is followed to it.
    fs.renameSync(path.dirname(base), path.join(folders.user, 'moved'));
    fs.symlinkSync(path.join(folders.user, 'moved'), path.dirname(base));
    expect((await openLines(fork)).problems.map(({ code }) => code)).toContain('earlier-part-missing');
  });

  it('leaves no trace in the folder', async () => {
    const at = copy(NAMES.fork, NAMES.paginated);
    const before = snapshot(folders.user);
    await openLines(at(NAMES.fork));
    expect(snapshot(folders.user)).toEqual(before);
  });
});

describe('a compressed rollout', () => {
  const cacheDir = () => folders.cache;

  it('is read as what it is decoded, its offsets those of the decoded file', async () => {
    const plain = await openLines(samplePath('legacy.jsonl'));
    const opened = await openLines(samplePath('compressed.jsonl.zst'), { cacheDir: cacheDir() });
    expect(opened.entries).toEqual(plain.entries);
    expect(opened.problems).toEqual([]);
    expect(await bodyAt(opened.source, 7)).toEqual(await bodyAt(plain.source, 7));
  });

  it('is the segment before another one, where there is no plain file (trap 11)', async () => {
    const at = copy(NAMES.segment);
    const bytes = zstdFrame(fs.readFileSync(samplePath(NAMES.paginated)));
    fs.writeFileSync(`${at(NAMES.paginated)}.zst`, bytes);
    const opened = await openLines(at(NAMES.segment), { cacheDir: cacheDir() });
    expect(conversation(opened)).toHaveLength(3);
    expect(opened.problems).toEqual([]);
  });

  it('is passed over where the plain file lies beside it, and so is one that is being made (trap 11)', async () => {
    const at = copy(NAMES.segment, NAMES.paginated);
    const other = fs.readFileSync(samplePath('legacy.jsonl'));
    fs.writeFileSync(`${at(NAMES.paginated)}.zst`, zstdFrame(other));
    fs.writeFileSync(`${at(NAMES.paginated)}.zst.tmp`, zstdFrame(other));
    const opened = await openLines(at(NAMES.segment), { cacheDir: cacheDir() });
    expect(conversation(opened)[0]).toBe('Which hull is in this photo?');
    expect(opened.problems).toEqual([]);
  });

  it('that is cut off gives what came, and says so', async () => {
    const file = path.join(folders.user, 'a.jsonl.zst');
    const bytes = zstdFrame(fs.readFileSync(samplePath('legacy.jsonl')), 1000);
    fs.writeFileSync(file, bytes.subarray(0, 4000));
    const opened = await openLines(file, { cacheDir: cacheDir() });
    expect(opened.problems.map(({ code }) => code)).toContain('damaged-compression');
    expect(conversation(opened)).toEqual([
      'List the oars. (copied from the parent thread)',
      'How long are they?',
    ]);
  });
});
