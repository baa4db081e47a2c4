import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './app';

/** A copy of a sample session of pi, which may be written to. */
export function piSampleIn(folder: string, name: string): string {
  const file = path.join(folder, `${name}.jsonl`);
  copyFileSync(path.join(root, 'src/main/formats/pi/samples', `${name}.jsonl`), file);
  return file;
}

/** What the lines of a session of pi say. */
export function piRecordsOf(file: string): Record<string, unknown>[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}
