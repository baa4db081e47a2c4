import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolders, snapshot, type TestFolders } from '../sqlite/test-support/files';
import type { SessionSource } from './format';
import { detectTextFormat } from './registry';
import { readAllHeads } from './test-support/open-store';

// npm run test:fuzz sets it to 100,000.
const CASES = Number(process.env.RAMIFY_FUZZ_CASES ?? 500);
const OPTIONS = { maxChars: 1000, maxImageChars: 1000 };
/** Bodies read of each file. */
const MAX_BODIES = 8;
/** What no case may take longer than, in milliseconds; on a busy machine the slowest of three tries is not its fault. */
const MAX_CASE_MS = 1000;

let folders: TestFolders;
beforeAll(() => {
  folders = makeFolders();
});
afterAll(() => folders.remove());

const SAMPLES = fs
  .readdirSync(import.meta.dirname, { withFileTypes: true })
  .map(({ name }) => path.join(import.meta.dirname, name, 'samples'))
  .filter((folder) => fs.existsSync(folder))
  .flatMap((folder) => fs.readdirSync(folder).map((name) => path.join(folder, name)))
  .filter((file) => /\.jsonl?$/.test(file))
  .map((file) => fs.readFileSync(file));

/** One change to the bytes of a file. */
type Change =
  | { readonly what: 'set' | 'insert'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly what: 'remove' | 'repeat'; readonly at: number; readonly length: number }
  | { readonly what: 'end'; readonly at: number };

const place = fc.double({ min: 0, max: 1, noNaN: true });
const few = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 8 }),
  fc
    .constantFrom('"', '{', '}', '\\', '\n', '\0', '{"', '"}\n{"', '\ufeff', '\ud800', '1e999', '[[[[')
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

async function open(bytes: Buffer): Promise<void> {
  const file = path.join(folders.user, 'file');
  fs.writeFileSync(file, bytes);
  const before = snapshot(folders.user);
  const started = performance.now();
  const detected = detectTextFormat(file);
  if (detected.ok && detected.value !== null) {
    const opened = await detected.value.open(file, {
      cacheDir: folders.cache,
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    if (opened.ok) await readThrough(opened.value.source);
  }
  expect(performance.now() - started).toBeLessThan(MAX_CASE_MS);
  expect(snapshot(folders.user)).toEqual(before);
}

describe('files of lines', () => {
  it('are read whatever becomes of their bytes, in bounded time and without a trace', async () => {
    expect(SAMPLES.length).toBeGreaterThan(3);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SAMPLES),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        (sample, changes) => open(changed(sample, changes)),
      ),
      { numRuns: CASES },
    );
  }, 0);

  it('are no sessions where they are made of random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
        const file = path.join(folders.user, 'file');
        fs.writeFileSync(file, bytes);
        expect(detectTextFormat(file)).toEqual({ ok: true, value: null });
      }),
      { numRuns: CASES },
    );
  }, 0);
});
