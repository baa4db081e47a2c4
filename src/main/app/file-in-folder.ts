import { realpath } from 'node:fs/promises';
import path from 'node:path';

/**
 * The absolute path of a file by its path from a folder; null where that leads out of the folder, also by a link. What is
 * not there counts as in it: opening it says what is wrong.
 */
export async function fileInFolder(folder: string, relative: string): Promise<string | null> {
  const file = path.resolve(folder, relative);
  if (!isInside(folder, file)) return null;
  try {
    const [realFolder, realFile] = await Promise.all([realpath(folder), realpath(file)]);
    return isInside(realFolder, realFile) ? file : null;
  } catch {
    return file;
  }
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}
