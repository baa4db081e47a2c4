import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNativeObject, parseNative } from '../../shared/json/native';
import type { FormatId } from '../../shared/model/format';
import { makeFolders, snapshot, type TestFolders } from '../sqlite/test-support/files';
import type { SessionSource, TextFormat } from './format';
import { detectTextFormat } from './registry';
import { readAllHeads } from './test-support/open-store';

// npm run test:fuzz sets it to 100,000.
const { RAMIFY_FUZZ_CASES } = process.env;
const CASES = Number(RAMIFY_FUZZ_CASES ?? 500);
/** The same cases each time in `npm test`, others each time where there are many. */
const RUNS = { numRuns: CASES, ...(RAMIFY_FUZZ_CASES === undefined ? { seed: 1 } : {}) };
const OPTIONS = { maxChars: 1000, maxImageChars: 1000 };
/** Bodies read of each file. */
const MAX_BODIES = 8;
/** What no case may take longer than, in milliseconds, in the best of some tries: the machine may be busy meanwhile. */
const MAX_CASE_MS = 1000;
const TRIES = 3;
/** The least share of cases that must be read as a session: others try no more than what looks for one. */
const LEAST_READ = 0.4;

let folders: TestFolders;
beforeAll(() => {
  folders = makeFolders();
});
afterAll(() => folders.remove());

/** A file as one of the formats has it. */
interface Sample {
  readonly bytes: Buffer;
  /** Null for one that only goes with another. */
  readonly formatId: FormatId | null;
}

const SAMPLES: readonly Sample[] = fs
  .readdirSync(import.meta.dirname, { withFileTypes: true })
  .map(({ name }) => path.join(import.meta.dirname, name, 'samples'))
  .filter((folder) => fs.existsSync(folder))
  .flatMap((folder) => fs.readdirSync(folder).map((name) => path.join(folder, name)))
  .filter((file) => /\.jsonl?(\.zst)?$/.test(file))
  .map((file) => ({ bytes: fs.readFileSync(file), formatId: formatOf(file)?.id ?? null }));

/** The lines of all samples of lines. */
const LINES = SAMPLES.map(({ bytes, formatId }) => ({
  lines: bytes.toString('latin1').split('\n'),
  formatId,
})).filter(({ lines }) => lines.length > 2);

/** Whether a file begins with a whole header of pi. */
function hasPiHeader(file: Buffer): boolean {
  const [first = ''] = file.toString('utf8').split('\n', 1);
  const value = parseNative(first);
  return isNativeObject(value) && (value.type === 'session' || value.kind === 'header');
}

/** One change to the bytes of a file. */
type Change =
  | { readonly what: 'set' | 'insert'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly what: 'remove' | 'repeat'; readonly at: number; readonly length: number }
  | { readonly what: 'end'; readonly at: number };

// Not by doubles: most of those are next to 0, and so would be nearly all changes.
const PLACES = 1_000_000;
const place = fc.noBias(fc.nat(PLACES - 1)).map((at) => at / PLACES);
const few = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 8 }),
  fc
    .constantFrom(
      '"',
      '{',
      '}',
      '\\',
      '\n',
      '\0',
      '{"',
      '"}\n{"',
      '\ufeff',
      '\ud800',
      '1e999',
      '9'.repeat(20),
      '-',
      '[[[[',
    )
    .map((text) => Uint8Array.from(Buffer.from(text))),
);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ what: fc.constantFrom('set', 'insert'), at: place, bytes: few }),
  fc.record({
    what: fc.constantFrom('remove', 'repeat'),
    at: place,
    length: fc.integer({ min: 1, max: 400 }),
  }),
  fc.record({ what: fc.constant('end'), at: place }),
);

function changed(sample: Buffer, changes: readonly Change[]): Buffer {
  let bytes = sample;
  for (const one of changes) {
    const at = Math.floor(one.at * bytes.length);
    const rest = bytes.subarray(at);
    switch (one.what) {
      case 'set':
        bytes = Buffer.concat([bytes.subarray(0, at), one.bytes, rest.subarray(one.bytes.length)]);
        break;
      case 'insert':
        bytes = Buffer.concat([bytes.subarray(0, at), one.bytes, rest]);
        break;
      case 'remove':
        bytes = Buffer.concat([bytes.subarray(0, at), rest.subarray(one.length)]);
        break;
      case 'repeat':
        bytes = Buffer.concat([bytes.subarray(0, at), rest.subarray(0, one.length), rest]);
        break;
      case 'end':
        bytes = bytes.subarray(0, at);
    }
  }
  return bytes;
}

/** Reads all that a page would. What does not hold throws. */
async function readThrough(source: SessionSource): Promise<void> {
  const { sessions } = await source.sessions();
  const session = sessions[0];
  if (session === undefined) return;
  const { index } = await readAllHeads(source);
  const rows = [...Array(Math.min(index.count, MAX_BODIES)).keys()];
  const bodies = await source.bodies(session.id, rows, OPTIONS);
  if (!bodies.ok) throw new Error(bodies.error.message);
  expect(bodies.value.map(({ id }) => id)).toEqual(rows.map((row) => index.id(row)));
  for (const row of rows) expect(await source.text(session.id, row, null, 0, 50)).toMatchObject({ ok: true });
  await source.schemaChecks();
}

function formatOf(file: string): TextFormat | null {
  const detected = detectTextFormat(file);
  return detected.ok ? detected.value : null;
}

/** Opens a file of these bytes and reads it; the format it was taken for. What does not hold throws. */
async function open(bytes: Buffer): Promise<FormatId | null> {
  const file = path.join(folders.user, 'file');
  // A file system may wait for the disk where a file is cut and written anew.
  fs.rmSync(file, { force: true });
  fs.writeFileSync(file, bytes);
  const before = snapshot(folders.user);
  let format: TextFormat | null = null;
  let bestMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && bestMs >= MAX_CASE_MS; tries += 1) {
    const started = performance.now();
    format = formatOf(file);
    const opened = await format?.open(file, {
      cacheDir: folders.cache,
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    if (opened?.ok) await readThrough(opened.value.source);
    bestMs = Math.min(bestMs, performance.now() - started);
  }
  expect(bestMs).toBeLessThan(MAX_CASE_MS);
  expect(snapshot(folders.user)).toEqual(before);
  return format?.id ?? null;
}

describe('files of lines', () => {
  it('are read whatever becomes of their bytes, in bounded time, without a trace, and as nothing else', async () => {
    expect(SAMPLES.length).toBeGreaterThan(3);
    let readCount = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SAMPLES.keys()),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        async (sample, changes) => {
          const { bytes, formatId } = SAMPLES[sample] ?? { bytes: Buffer.alloc(0), formatId: null };
          const file = changed(bytes, changes);
          const taken = await open(file);
          if (taken === null) return;
          readCount += 1;
          // What is left of an entry of pi may look like one of theway, where the header is lost too.
          const alike = formatId === 'pi' && !hasPiHeader(file) ? 'theway' : formatId;
          expect([formatId, alike]).toContain(taken);
        },
      ),
      RUNS,
    );
    expect(readCount / CASES).toBeGreaterThan(LEAST_READ);
  }, 0);

  it('are read in whatever order their lines stand, those of other formats among them', async () => {
    const piece = fc.noBias(
      fc.record({
        sample: fc.nat(LINES.length - 1),
        from: fc.nat(PLACES),
        count: fc.integer({ min: 1, max: 8 }),
      }),
    );
    let readCount = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(LINES.length - 1),
        fc.array(piece, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (first, pieces, isMixed) => {
          const of = (sample: number) => LINES[isMixed ? sample : first] ?? { lines: [], formatId: null };
          const taken = pieces.map(({ sample, from, count }) => {
            const { lines } = of(sample);
            return lines.slice(from % lines.length, (from % lines.length) + count);
          });
          const known = pieces.map(({ sample }) => of(sample).formatId);
          // Entries of pi look like those of theway, but for what is not among them where others stand between.
          if (isMixed && known.includes('pi')) known.push('theway');
          const format = await open(Buffer.from(taken.flat().join('\n'), 'latin1'));
          if (format === null) return;
          readCount += 1;
          expect(known).toContain(format);
        },
      ),
      RUNS,
    );
    expect(readCount / CASES).toBeGreaterThan(LEAST_READ);
  }, 0);

  it('are no sessions where they are made of random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
        expect(await open(Buffer.from(bytes))).toBeNull();
      }),
      RUNS,
    );
  }, 0);
});
