import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLineFileState } from '../lines/file-state';
import { bundleEntry } from '../sqlite/test-support/bundle';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { appendLines } from './line-append';

const run = promisify(execFile);
const CHILD = path.join(import.meta.dirname, 'test-support', 'append-lines-child.ts');

let folders: TestFolders;
let file: string;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'lines.jsonl');
});

afterEach(() => folders.remove());

function stateOf(of: string) {
  const fd = fs.openSync(of, 'r');
  try {
    return readLineFileState(fd);
  } finally {
    fs.closeSync(fd);
  }
}

describe('appending lines', () => {
  it('is one write behind what is there', () => {
    fs.writeFileSync(file, '{"a":1}\n');
    appendLines(file, stateOf(file), ['{"b":2}', '{"c":"ü"}']);
    expect(fs.readFileSync(file, 'utf8')).toBe('{"a":1}\n{"b":2}\n{"c":"ü"}\n');
  });

  it('follows no link that took the place of the file', () => {
    const other = path.join(folders.user, 'other.jsonl');
    fs.writeFileSync(other, '{"a":1}\n');
    const state = stateOf(other);
    fs.symlinkSync(other, file);
    expect(() => appendLines(file, state, ['{"b":2}'])).toThrow();
    expect(fs.readFileSync(other, 'utf8')).toBe('{"a":1}\n');
  });

  it('of two programs at once loses none of their lines and tears none', async () => {
    fs.writeFileSync(file, '{}\n');
    const script = await bundleEntry(folders.user, CHILD);
    const lines = (name: string) => Array.from({ length: 60 }, (_, at) => JSON.stringify({ name, at }));
    await Promise.all(['one', 'two'].map((name) => run(process.execPath, [script, file, ...lines(name)])));
    const written = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(written.slice(1).sort()).toEqual([...lines('one'), ...lines('two')].sort());
  });

  it.skipIf(process.platform === 'win32')(
    'without room for all of it leaves the file as it was',
    async () => {
      const before = `${JSON.stringify({ text: 'x'.repeat(4070) })}\n`;
      expect(before.length).toBeLessThan(4096);
      fs.writeFileSync(file, before);
      const script = await bundleEntry(folders.user, CHILD);
      // Files may have 8 blocks of 512 bytes: the first bytes of the line fit.
      const limited = ['-c', 'ulimit -f 8 && exec "$0" "$@"', process.execPath, script, file];
      const { stdout } = await run('/bin/sh', [...limited, JSON.stringify({ text: 'y'.repeat(100) })]);
      expect(stdout).toContain('no-space: The disk has no room for this, so nothing was written');
      expect(fs.readFileSync(file, 'utf8')).toBe(before);
    },
  );
});
