import { writeFileSync } from 'node:fs';
import { type ThewayEntry, ThewayFile } from '../../src/main/samples/theway-file';
import { message } from './stores';

/** A session of so many entries, `e0` and on, each below the one that `parentOf` names; below 0 for a root. */
export function writeTree(path: string, count: number, parentOf: (row: number) => number): void {
  const file = new ThewayFile(path);
  file.setMeta({ id: 'tree', createdAt: '2026-03-01T10:00:00.000Z', cwd: '/', path });
  file.append(
    (function* () {
      for (let row = 0; row < count; row++) {
        const parent = parentOf(row);
        const role = row % 2 === 0 ? 'user' : 'assistant';
        yield message(`e${row}`, parent < 0 ? null : `e${parent}`, role, `Entry number ${row}`);
      }
    })(),
  );
  file.close();
}

/**
 * Forks one inside the other, a trunk that goes on at each, so that all their lanes are open at its end: entries
 * `0 … depth` are the trunk, and each of the others is a branch of two entries off it, the innermost first.
 */
export function writeNestedForks(path: string, depth: number): void {
  writeTree(path, depth * 3 + 1, (row) => {
    if (row <= depth) return row - 1;
    const at = row - depth - 1;
    return at % 2 === 0 ? depth - 1 - at / 2 : row - 1;
  });
}

/** A transcript as JSON lines, which may hold what a database refuses, such as an id twice. */
export function writeTranscript(path: string, entries: readonly ThewayEntry[]): void {
  const header = { id: 'transcript', createdAt: '2026-03-01T10:00:00.000Z', cwd: '/', path };
  writeFileSync(path, [header, ...entries].map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}
