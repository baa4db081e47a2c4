import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openForReading } from './open';
import { makeDatabase, makeFolders, type TestFolders } from './test-support/files';
import type { ReadFailureCode } from './types';

/** What damage to the bytes may lead to, and nothing else. */
const ALLOWED: readonly ReadFailureCode[] = [
  'empty',
  'not-a-database',
  'encrypted',
  'truncated',
  'damaged',
  'unexpected-schema',
  'too-large',
];
const ROUNDS = 150;

let folders: TestFolders;

beforeAll(() => {
  folders = makeFolders();
});

afterAll(() => folders.remove());

/** A small generator with a fixed seed: the same bytes are damaged in every run. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Opens and reads everything; gives the code it ended with. Throws only for bugs. */
async function outcome(file: string): Promise<ReadFailureCode | 'ok'> {
  const opened = await openForReading(file, { cacheDir: folders.cache, busyTimeoutMs: 0 });
  if (!opened.ok) return opened.code;
  try {
    const read = opened.db.read((rows) => {
      for (const _ of rows.iterate('SELECT id, text FROM entries'));
    });
    const check = opened.db.quickCheck();
    if (!check.ok) return check.code;
    return read.ok ? 'ok' : read.code;
  } finally {
    opened.db.close();
  }
}

function damage(bytes: Buffer, random: (below: number) => number): Buffer {
  const pages = bytes.length / 4096;
  switch (random(4)) {
    case 0: // a bit in the header
      return flip(bytes, random(100), random(8));
    case 1: // a byte just around a page's start, where its own header lies
      return flip(bytes, Math.min(random(pages) * 4096 + random(16), bytes.length - 1), random(8));
    case 2: // a bit anywhere
      return flip(bytes, random(bytes.length), random(8));
    default: // cut at, or just beside, a page's end
      return bytes.subarray(0, Math.max(0, random(pages + 1) * 4096 + random(3) - 1));
  }
}

function flip(bytes: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ (1 << bit);
  return copy;
}

it.each(['delete', 'wal'] as const)(
  'ends in a known code whatever bytes of a %s file are damaged',
  async (mode) => {
    const file = path.join(folders.user, `${mode}.db`);
    makeDatabase(file, mode, 400);
    const whole = fs.readFileSync(file);
    const random = generator(20_260_711);
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = damage(whole, random);
      fs.writeFileSync(file, bytes);
      const code = await outcome(file);
      seen.add(code);
      expect(['ok', ...ALLOWED], `round ${round}`).toContain(code);
      // The same bytes give the same answer.
      if (round % 10 === 0) expect(await outcome(file)).toBe(code);
      expect(fs.readdirSync(folders.user), `round ${round}`).toEqual([`${mode}.db`]);
      expect(fs.readFileSync(file).equals(bytes), `round ${round}`).toBe(true);
      if (code !== 'ok') continue;
    }
    expect(seen.has('ok') && seen.has('damaged') && seen.has('truncated')).toBe(true);
    fs.rmSync(file);
  },
);

it('ends in a known code whatever bytes of a -wal or a -journal are damaged', async () => {
  const file = path.join(folders.user, 'side.db');
  makeDatabase(file, 'delete', 400);
  const random = generator(7);
  const side = Buffer.from(Array.from({ length: 9000 }, () => random(256)));
  const heads = { '-wal': '377f0682002de21800001000', '-journal': 'd9d505f920a163d7ffffffff' };
  for (const [suffix, head] of Object.entries(heads)) {
    for (let round = 0; round < 30; round++) {
      const bytes = flip(side, random(side.length), random(8));
      bytes.write(head, 0, 'hex');
      fs.writeFileSync(`${file}${suffix}`, bytes);
      const old = new Date(Date.now() - 60_000);
      fs.utimesSync(`${file}${suffix}`, old, old);
      expect(['ok', ...ALLOWED], `${suffix} ${round}`).toContain(await outcome(file));
      expect(fs.readFileSync(`${file}${suffix}`).equals(bytes)).toBe(true);
    }
    fs.rmSync(`${file}${suffix}`);
  }
});
