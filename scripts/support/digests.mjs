import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The sha256 of a text or of bytes, in hex. */
export function sha256(data) {
  return createHash('sha256').update(data).digest('hex');
}

/** The digest of a file of any size, or undefined where it cannot be read. */
export async function fileDigest(file, algorithm, encoding) {
  const hash = createHash(algorithm);
  try {
    await pipeline(createReadStream(file), hash);
  } catch {
    return undefined;
  }
  return hash.digest(encoding);
}

/**
 * One sha256 over the names and contents of files and whole folders below `root`; `keep` decides by the
 * path relative to `root`, with slashes. What does not exist counts as absent, not as an error.
 */
export function treeDigest(root, names, keep = () => true) {
  const hash = createHash('sha256');
  for (const file of names.flatMap((name) => filesBelow(root, name)).filter(keep)) {
    const bytes = readFileSync(path.join(root, file));
    // The length keeps the end of one file apart from the beginning of the next.
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

function filesBelow(root, name) {
  const full = path.join(root, name);
  try {
    return readdirSync(full, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
      .map((file) => file.replaceAll('\\', '/'))
      .sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') return [name];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
