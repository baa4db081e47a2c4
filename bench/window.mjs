// From launch to a window with a session in it: the shipped sample, and the long chain.
import path from 'node:path';
import { _electron } from '@playwright/test';
import { checkout, inCheckout } from '../scripts/support/checkout.mjs';
import { ENTRIES } from './chain.mjs';
import { middle, printTime } from './figures.mjs';

const RUNS = 5;

export async function benchWindow(env, chain, folder) {
  const sample = inCheckout('out/samples/theway-sample.db');
  for (const [what, file] of [
    ['launch to the sample on screen', sample],
    [`launch to the end of ${ENTRIES} entries on screen`, chain],
  ]) {
    const times = [];
    for (let run = 0; run < RUNS; run++) {
      const started = performance.now();
      const app = await _electron.launch({
        args: ['.', file],
        cwd: checkout,
        chromiumSandbox: process.getuid?.() !== 0,
        env: { ...env, RAMIFY_USER_DATA: path.join(folder, `user-${run}`) },
      });
      const page = await app.firstWindow();
      await page.getByRole('treegrid').getByRole('row').first().waitFor();
      await page.getByRole('region', { name: 'Conversation' }).getByText(/\S/).first().waitFor();
      times.push(performance.now() - started);
      await app.close();
    }
    printTime(what, middle(times));
  }
}
