import fs from 'node:fs';
import { importArchive } from '../archive-import';

// A program that imports an archive and is to be killed on the way: node import-child.mjs ARCHIVE FOLDER [STOP_AT]. It
// tells its parent when it begins. With STOP_AT it stops for good where it is about to rename something whose new name
// ends so, which is the same to the folder as being killed there.

const [archive = '', toDir = '', stopAt] = process.argv.slice(2);

if (stopAt !== undefined) {
  const rename = fs.renameSync;
  fs.renameSync = (from, to) => {
    if (!String(to).endsWith(stopAt)) return rename(from, to);
    process.send?.('half-way');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
}

process.send?.('begun');
await importArchive(archive, { toDir });
process.send?.('done');
process.disconnect();
