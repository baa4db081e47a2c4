// The newest entries of a long session in the real window: from the choice of its file until they are painted, and from
// when their bodies have come out of the data process. The app is as it stands while nobody does anything: a process waits.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { _electron } from '@playwright/test';
import { checkout } from '../scripts/support/checkout.mjs';
import { atMostMs, middle, printTime } from './figures.mjs';
import { makeSession } from './make-session.mjs';

const FILES = [
  { megabytes: 127, rounds: 5, mostMs: 1_000 },
  { megabytes: 1_500, rounds: 3, mostMs: 3_000 },
];
/** From when the bodies have left the data process. */
const PAINT_MS = 150;
/** A process is made ready after two seconds without a request, and rehearses for one more. */
const QUIET_MS = 5_000;

export async function benchFirstScreen(env, folder) {
  for (const { megabytes, rounds, mostMs } of FILES) {
    const file = path.join(folder, 'first-screen.jsonl');
    makeSession('pi', file, megabytes * 1e6);
    const times = [];
    for (let round = 0; round < rounds; round++)
      times.push(await painted(env, path.join(folder, `user-first-screen-${megabytes}-${round}`), file));
    rmSync(file);
    const all = middle(times.map(({ allMs }) => allMs));
    const since = middle(times.map(({ sinceBodiesMs }) => sinceBodiesMs));
    printTime(`the newest entries of ${megabytes} MB of pi on screen`, all, atMostMs(mostMs, all));
    printTime('  since their bodies have left the data process', since, atMostMs(PAINT_MS, since));
  }
}

/** Milliseconds until all that is drawn of a conversation is painted: from the choice of its file, and from its bodies. */
async function painted(env, userData, file) {
  // The first start of all opens a sample.
  mkdirSync(userData, { recursive: true });
  writeFileSync(path.join(userData, 'settings.json'), JSON.stringify({ hasStartedBefore: true }));
  const app = await _electron.launch({
    args: ['.'],
    cwd: checkout,
    chromiumSandbox: process.getuid?.() !== 0,
    env: { ...env, RAMIFY_USER_DATA: userData },
  });
  try {
    const page = await app.firstWindow();
    await page.getByRole('button', { name: 'Open file…' }).waitFor();
    await page.waitForTimeout(QUIET_MS);
    await app.evaluate(
      ({ dialog, ipcMain }, filePaths) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
        // Electron lists the handlers nowhere else; all operations are one of them.
        for (const [channel, handler] of ipcMain._invokeHandlers)
          ipcMain._invokeHandlers.set(channel, async (event, name, ...input) => {
            const answer = await handler(event, name, ...input);
            if (name === 'session.tail') globalThis.tailCame = Date.now();
            return answer;
          });
      },
      [file],
    );
    const { allMs, endedAt } = await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      // Those of a long session come in a view of their own, while all of it is read.
      const shown = '[aria-label="Newest entries"], [aria-label=Conversation]';
      const hasHoles = () => {
        const view = document.querySelector(shown);
        return view?.querySelector('article') == null || view.querySelector('[aria-busy]') !== null;
      };
      const started = performance.now();
      void window.ramify.call('files.choose', {});
      while (hasHoles()) await frame();
      // A task that is asked for in a frame runs once the frame is painted.
      await frame();
      await new Promise((resolve) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(null);
      });
      return { allMs: performance.now() - started, endedAt: Date.now() };
    });
    return { allMs, sinceBodiesMs: endedAt - (await app.evaluate(() => globalThis.tailCame)) };
  } finally {
    await app.close();
  }
}
