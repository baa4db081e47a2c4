import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { problemWords } from '../../shared/model/problem-words';

const MAIN = path.join(import.meta.dirname, '..');

/** Codes of problems, as they are written where readers make them. */
function codesIn(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) => {
    if (!entry.isFile() || !/(?<!\.test)\.ts$/.test(entry.name)) return [];
    const text = fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
    return [...text.matchAll(/code: '([^']+)',\s+severity:/g)].map(([, code = '']) => code);
  });
}

it('every problem that a reader can tell of has words of its own, one and several', () => {
  const codes = new Set(codesIn(MAIN));
  expect(codes.size).toBeGreaterThan(50);
  expect([...codes].filter((code) => problemWords(code, 1) === problemWords(code, 2))).toEqual([]);
});
