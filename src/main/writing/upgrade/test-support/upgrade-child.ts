import fs from 'node:fs';
import { upgradeStore } from '../upgrade';

// Upgrades a store in a process of its own: `script FILE CACHE_FOLDER`. Says on its standard output, a line each and at
// once, what it is doing, and at the end `done` or the code of the failure.

const [, , file = '', cacheDir = ''] = process.argv;
const say = (line: string): void => void fs.writeSync(1, `${line}\n`);
let last = '';

say('start');
const result = await upgradeStore(file, {
  cacheDir,
  signal: new AbortController().signal,
  onProgress({ label }) {
    if (label !== last) say(label);
    last = label;
  },
});
say(result.ok ? 'done' : result.error.code);
