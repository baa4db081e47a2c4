import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_DOCUMENT_BYTES } from '../read-limits';
import { detectTextFormat } from '../registry';
import { openLines, openText } from '../test-support/open-lines';

const FORMATS = path.join(import.meta.dirname, '..');
const SAMPLE = path.join(FORMATS, 'gemini/samples/legacy.json');

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ramify-document-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

async function open(file: string) {
  const detected = detectTextFormat(file);
  if (!detected.ok || detected.value === null) throw new Error('No format knows this file.');
  const signal = new AbortController().signal;
  return detected.value.open(file, { cacheDir: folder, signal, onProgress: () => {} });
}

describe('a document above the limit', () => {
  it('is refused with a sentence, without being read', async () => {
    const file = path.join(folder, 'huge.json');
    fs.copyFileSync(SAMPLE, file);
    // A hole: no disk is taken, and a read of it would take the memory of the test.
    fs.truncateSync(file, MAX_DOCUMENT_BYTES + 1);
    const before = process.memoryUsage().rss;
    expect(await open(file)).toMatchObject({
      ok: false,
      code: 'too-large',
      message: expect.stringMatching(
        /one JSON document of 268435457 bytes, above the 268435456 that are read/,
      ),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('is one byte above it', async () => {
    const file = path.join(folder, 'large.json');
    fs.copyFileSync(SAMPLE, file);
    fs.truncateSync(file, MAX_DOCUMENT_BYTES);
    expect((await open(file)).ok).toBe(true);
  });
});

describe('what a session says of how it is kept', () => {
  it.each([
    ['gemini/samples/legacy.json', 'one JSON document', 'as a whole into memory, read-only'],
    ['gemini/samples/session.jsonl', 'JSON lines', 'in place, read-only'],
    [
      'codex/samples/compressed.jsonl.zst',
      'JSON lines, compressed',
      'from a decoded copy of ours, read-only',
    ],
    [
      'codex/samples/rollout-2026-11-25T08-00-50-019abe10-0000-7000-8000-0000000000c3.jsonl',
      'JSON lines, in 2 files',
      'in place, read-only',
    ],
  ])('is true of %s', async (sample, keptAs, opened) => {
    const { source } = await openLines(path.join(FORMATS, sample), { cacheDir: folder });
    const facts = Object.fromEntries(source.facts().map(({ name, value }) => [name, value]));
    expect([facts['Kept as'], facts.Opened]).toEqual([keptAs, opened]);
  });

  it('is of a document whether it is complete', async () => {
    const text = fs.readFileSync(SAMPLE, 'utf8');
    const whole = await openText(path.join(folder, 'whole.json'), text.trimEnd());
    expect(await whole.source.schemaChecks()).toMatchObject([
      { id: 'last-line', verdict: 'ok', found: 'complete' },
    ]);
    const cut = await openText(path.join(folder, 'cut.json'), text.slice(0, -60));
    expect(await cut.source.schemaChecks()).toMatchObject([
      { title: 'End of the document', verdict: 'warning', found: 'it is cut off' },
    ]);
  });
});
