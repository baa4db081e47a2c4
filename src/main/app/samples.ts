import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { app } from 'electron';

const FILES = { theway: 'theway-sample.db', 'vv-agent': 'vv-agent-sample.sqlite3' } as const;
export type Sample = keyof typeof FILES;

/** Copies a shipped sample out of the package, once per version of the app, and gives the copy's path. */
export async function copySample(sample: Sample): Promise<string> {
  const shipped = path.join(import.meta.dirname, '../samples', FILES[sample]);
  const folder = path.join(app.getPath('userData'), 'samples', app.getVersion());
  const copy = path.join(folder, FILES[sample]);
  if (await exists(copy)) return copy;
  await mkdir(folder, { recursive: true });
  // A name of its own: the sample may be asked for twice at once.
  const partial = `${copy}.${randomUUID()}.partial`;
  await copyFile(shipped, partial);
  await rename(partial, copy);
  return copy;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
