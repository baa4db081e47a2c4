/**
 * Makes the two sample files, and a folder `lines` of what data processes rehearse with besides:
 * `node out/main/make-samples.js FOLDER`. The same bytes every time.
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeLineSamples } from './line-samples';
import { writeThewaySample } from './theway-sample';
import { writeVvAgentSample } from './vv-agent-sample';

const SAMPLES = {
  'theway-sample.db': writeThewaySample,
  'vv-agent-sample.sqlite3': writeVvAgentSample,
} as const;

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Usage: make-samples FOLDER\n');
  process.exit(64);
}
mkdirSync(folder, { recursive: true });
for (const [name, write] of Object.entries(SAMPLES)) {
  const target = path.join(folder, name);
  const unfinished = `${target}.unfinished`;
  // What an interrupted run left behind.
  for (const suffix of ['', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true });
  write(unfinished);
  renameSync(unfinished, target);
}
writeLineSamples(path.join(folder, 'lines'));
