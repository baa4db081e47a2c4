import fs from 'node:fs';

/** The text of a file; undefined where there is none that can be read. */
export function readIfThere(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
