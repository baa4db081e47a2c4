import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * All that opening a file must leave as it was: the folder's own times and entries, and the size, times,
 * mode and content of each file in it, or of those named. Access times are left out.
 */
export function folderState(
  folder: string,
  names: readonly string[] = readdirSync(folder),
): Record<string, string> {
  const state: Record<string, string> = { '.': timesOf(folder) };
  for (const name of [...names].sort()) {
    const file = path.join(folder, name);
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
    state[name] = `${timesOf(file)} ${digest}`;
  }
  return state;
}

function timesOf(file: string): string {
  const { ino, mode, size, mtimeNs, ctimeNs } = lstatSync(file, { bigint: true });
  return `${ino} ${mode} ${size} ${mtimeNs} ${ctimeNs}`;
}
