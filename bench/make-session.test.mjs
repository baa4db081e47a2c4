import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detectTextFormat } from '../src/main/formats/registry';
import { openLines } from '../src/main/formats/test-support/open-lines';
import { LINE_FORMATS, makeSession } from './make-session.mjs';

/** Enough for what comes now and then, and for what needs no more. */
const BYTES = 2_500_000;
const FEW_BYTES = 300_000;

let folder;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ramify-made-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe.each(LINE_FORMATS)('a session made in the format %s', (format) => {
  const fileOf = (name) => path.join(folder, `${format}-${name}.jsonl`);

  it('is found to be of it, and has the entries it was made with and nothing that is wrong', async () => {
    const file = fileOf('read');
    const entryCount = makeSession(format, file, BYTES);
    const detected = detectTextFormat(file);
    expect(detected.ok && detected.value?.id).toBe(format);
    const opened = await openLines(file, { cacheDir: path.join(folder, 'cache') });
    expect(opened.problems).toEqual([]);
    expect(opened.end.entryCount).toBe(entryCount);
    const kinds = new Set(opened.entries.map(({ kind }) => kind));
    expect(kinds).not.toContain('unknown');
    const ownKinds = format === 'pi' ? [] : ['compaction', 'meta'];
    for (const kind of ['user', 'assistant', ...ownKinds]) expect(kinds).toContain(kind);
    // What was said last is what the session stands at.
    expect(opened.leaf).not.toBeNull();
  });

  it('is the same for the same seed, and another for another', () => {
    const [first, again, other] = [2, 2, 3].map((seed, at) => {
      const file = fileOf(at);
      makeSession(format, file, FEW_BYTES, seed);
      return fs.readFileSync(file);
    });
    expect(first.length).toBeGreaterThanOrEqual(FEW_BYTES);
    expect(first.equals(again)).toBe(true);
    expect(first.equals(other)).toBe(false);
  });

  it('has lines of a few kilobytes, and a few of a megabyte where it is large', () => {
    const file = fileOf('large');
    makeSession(format, file, BYTES * 3, 1, 1 / 80);
    const sizes = fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.length);
    const short = sizes.filter((size) => size < 4_096).length / sizes.length;
    expect(short).toBeGreaterThan(0.6);
    expect(sizes.some((size) => size > 1_000_000)).toBe(true);
  });
});
