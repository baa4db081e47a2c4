import fs from 'node:fs';
import { checkout, inCheckout } from '../support/checkout.mjs';
import { elapsed, Failure, say } from '../support/console.mjs';
import { treeDigest } from '../support/digests.mjs';
import { readIfThere } from '../support/files.mjs';
import { packageTool, runVisibly } from '../support/processes.mjs';

const INPUTS = ['src', 'electron.vite.config.ts', 'package.json', 'package-lock.json'];
const OUTPUTS = ['out/main', 'out/preload', 'out/renderer'];
const record = inCheckout('out/build.json');

/** Whether a file among the inputs can change the build: tests cannot. */
export function isBuildInput(file) {
  return !/\.test\.tsx?$/.test(file);
}

/**
 * Builds the app into out/, unless what is there was built from the sources as they are. The outputs
 * are compared too: `electron-vite dev` writes its own into the same folder.
 */
export async function provideBuild() {
  const inputs = treeDigest(checkout, INPUTS, isBuildInput);
  if (readIfThere(record) === describeBuild(inputs)) {
    say('build', 'up to date');
    return;
  }
  say('build', 'building the app (electron-vite build)');
  const startMs = performance.now();
  fs.rmSync(record, { force: true });
  const [command, args] = packageTool('electron-vite/bin/electron-vite.js', 'build', '--logLevel', 'warn');
  if ((await runVisibly(command, args)) !== 0) {
    throw new Failure(
      'the app cannot be built. See what electron-vite says above, then run "npm run setup" again.',
    );
  }
  fs.writeFileSync(record, describeBuild(inputs));
  say('build', `built (${elapsed(startMs)})`);
}

/** A digest of the built app, for what is made from it. */
export function builtDigest() {
  return treeDigest(checkout, OUTPUTS);
}

function describeBuild(inputs) {
  return `${JSON.stringify({ inputs, outputs: builtDigest() })}\n`;
}
