// Finding in a long session: all hits against one loop that decodes the same records and runs the same matcher, and
// when the first hit is told. Loops in time of the processor, the first hit by the clock. Each in a process of its own, as a search is among the first things a data process does.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkout, inCheckout } from '../scripts/support/checkout.mjs';
import { importBundled } from './bundle.mjs';
import { ENTRIES } from './chain.mjs';
import { atMost, atMostMs, printTime } from './figures.mjs';
import { writeSession } from './session.mjs';

const ROUNDS = 2;
const FIRST_HIT_MS = 300;

const QUERIES = {
  'a word that is everywhere': { text: 'price' },
  'a letter': { text: 'e' },
  'a word that is nowhere': { text: 'zymurgy' },
  'a whole word': { text: 'price', isWholeWord: true },
  'a pattern': { text: 'pr[ia]ce', isRegExp: true },
};

export async function benchFind(folder) {
  const file = path.join(folder, 'found.db');
  writeSession(file);
  await importBundled('find-run.mjs');
  const megabytes = Math.round(statSync(file).size / 1e6);
  for (const [what, query] of Object.entries(QUERIES)) {
    const bare = { ms: Number.POSITIVE_INFINITY };
    const find = { ms: Number.POSITIVE_INFINITY, firstMs: Number.POSITIVE_INFINITY };
    // In turns, so that whatever else the machine does meets both.
    for (let round = 0; round < ROUNDS; round++) {
      bare.ms = Math.min(bare.ms, run('runBare', file, query).ms);
      const { ms, firstMs, hits } = run('runFind', file, query, path.join(folder, 'cache'));
      find.ms = Math.min(find.ms, ms);
      find.firstMs = Math.min(find.firstMs, firstMs ?? Number.POSITIVE_INFINITY);
      find.hits = hits;
    }
    printTime(`bare loop over ${ENTRIES} entries (${megabytes} MB): ${what}`, bare.ms);
    printTime(`find ${what}, ${find.hits} hits`, find.ms, atMost(2, find.ms / bare.ms, 'bare'));
    if (find.hits > 0) printTime('  its first hit', find.firstMs, atMostMs(FIRST_HIT_MS, find.firstMs));
  }
}

function run(name, ...input) {
  const bundle = pathToFileURL(inCheckout('out/bench/find-run.mjs')).href;
  const script = `import { ${name} } from ${JSON.stringify(bundle)};
    console.log(JSON.stringify(await ${name}(...${JSON.stringify(input)})));`;
  const options = { cwd: checkout, encoding: 'utf8' };
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], options);
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout);
}
