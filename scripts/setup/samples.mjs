import fs from 'node:fs';
import path from 'node:path';
import { inCheckout } from '../support/checkout.mjs';
import { Failure, say } from '../support/console.mjs';
import { readIfThere } from '../support/files.mjs';
import { capture } from '../support/processes.mjs';
import { builtDigest } from './build.mjs';

const maker = inCheckout('out/main/make-samples.js');
const folder = inCheckout('out/samples');
const record = path.join(folder, '.made-by');

/** Makes the sample sessions with the built app's own code, unless this very build has made them. */
export async function provideSamples() {
  const build = builtDigest();
  if (readIfThere(record) === build) {
    say('samples', 'up to date');
    return;
  }
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const made = await capture(process.execPath, [maker, folder]);
  if (made.code !== 0) throw new Failure(`the samples cannot be made:\n${made.output.trim()}`);
  fs.writeFileSync(record, build);
  say('samples', 'made');
}
