import fs from 'node:fs';
import path from 'node:path';

const SAMPLES = path.join(import.meta.dirname, '../../../formats/pi/samples');
const AT = '2026-11-20T10:00:00.000Z';
/** Long enough ago that nobody is taken to be writing still. */
const WRITTEN = new Date('2026-11-20T10:00:00Z');

/** Copies a sample into a folder, where it may be written to; gives its path. */
export function copySample(name: string, folder: string): string {
  const file = path.join(folder, `${name}.jsonl`);
  fs.copyFileSync(path.join(SAMPLES, `${name}.jsonl`), file);
  fs.utimesSync(file, WRITTEN, WRITTEN);
  return file;
}

export const HEADER = { type: 'session', version: 3, id: 'session-1', timestamp: AT, cwd: '/home/dev/shop' };

/** A message of the user. */
export function message(id: string, parentId: string | null, content = 'text') {
  const said = { role: 'user', content, timestamp: Date.parse(AT) };
  return { type: 'message', id, parentId, timestamp: AT, message: said };
}

/** Writes records a line each, texts as they are; `end` after the last. Gives the path. */
export function writePi(file: string, records: readonly (object | string)[], end = '\n'): string {
  const lines = records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record)));
  fs.writeFileSync(file, lines.join('\n') + end);
  fs.utimesSync(file, WRITTEN, WRITTEN);
  return file;
}

/** The lines of a file that are JSON, as they say it. */
export function recordsIn(file: string): Record<string, unknown>[] {
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>];
      } catch {
        return [];
      }
    });
}
