// The tree of 100,000 entries in the real window: what a switch of branch or filter takes of the main thread up to the
// next painted frame, and how much script each frame of a scroll runs. Both come from Chromium's own trace.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { _electron } from '@playwright/test';
import { checkout } from '../scripts/support/checkout.mjs';
import { ENTRIES, writeForked } from './chain.mjs';
import { atMostMs, middle, printTime } from './figures.mjs';
import { betweenMarks, mainThreadMs, scriptPerFrame, trace, wheelOver } from './page-trace.mjs';

const RUNS = 5;
const SWITCH_MS = 50;
const SCROLL_FRAMES = 240;
const SCRIPT_MS = 4;
const SLOW_SCRIPT_MS = 8;

export async function benchTreeWindow(env, folder) {
  const file = path.join(folder, 'forked.db');
  writeForked(file);
  const app = await _electron.launch({
    args: ['.', file],
    cwd: checkout,
    chromiumSandbox: process.getuid?.() !== 0,
    env: { ...env, RAMIFY_USER_DATA: path.join(folder, 'user-tree') },
  });
  try {
    const page = await app.firstWindow();
    const tree = page.getByRole('treegrid');
    await tree.getByRole('row').filter({ hasText: 'stored leaf' }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: /^Shown: / }).waitFor();
    const traced = (work) => trace(app, work);

    const switches = {
      'to the branch before': async (run) => {
        await tree.focus();
        await onPage(page, 'key', run % 2 === 0 ? '[' : ']');
      },
      'to another filter': async (run) => {
        await page.getByRole('button', { name: /^Shown: / }).click();
        await page.getByRole('menuitemradio').first().waitFor();
        await onPage(page, 'filter', run % 2 === 0 ? 'User' : 'Conversation');
      },
      'to what a letter finds': (run) => onPage(page, 'text', run % 2 === 0 ? '7' : ''),
      'to folded runs': () => onPage(page, 'key', 'u'),
    };
    for (const [name, work] of Object.entries(switches)) {
      const times = [];
      for (let run = 0; run < RUNS + 1; run++) {
        const ms = mainThreadMs(await traced(() => work(run)));
        // The first one also compiles.
        if (run > 0) times.push(ms);
      }
      const ms = middle(times);
      printTime(`switch ${name}, ${ENTRIES} entries`, ms, atMostMs(SWITCH_MS, ms));
    }

    await tree.focus();
    await page.keyboard.press('Home');
    const scroll = await wheelOver(page, tree);
    await scroll(30);
    const frames = scriptPerFrame(await traced(() => betweenMarks(page, () => scroll(SCROLL_FRAMES))));
    const median = middle([...frames]);
    const slow = frames.sort((a, b) => a - b)[Math.floor(frames.length * 0.95)];
    printTime(`script a frame, scrolling ${ENTRIES} entries`, median, atMostMs(SCRIPT_MS, median));
    printTime('script a frame, 95th percentile', slow, atMostMs(SLOW_SCRIPT_MS, slow));
  } finally {
    await app.close();
    rmSync(file, { force: true });
  }
}

/** Does something in the page between two marks; the second stands after the next painted frame. */
function onPage(page, what, value) {
  return page.evaluate(
    async ([kind, given]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      // A task that is asked for in a frame runs once the frame is painted.
      const painted = () =>
        new Promise((resolve) => {
          const channel = new MessageChannel();
          channel.port1.onmessage = resolve;
          channel.port2.postMessage(null);
        });
      const grid = document.querySelector('[role=treegrid]');
      const acts = {
        key: () =>
          grid.dispatchEvent(
            new KeyboardEvent('keydown', {
              key: given,
              bubbles: true,
              ctrlKey: given === 'u',
              cancelable: true,
            }),
          ),
        filter: () =>
          [...document.querySelectorAll('[role=menuitemradio]')]
            .find((item) => item.textContent.includes(given))
            .click(),
        text: () => {
          const field = document.querySelector('#tree-filter');
          // React listens to the native setter.
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, given);
          field.dispatchEvent(new Event('input', { bubbles: true }));
        },
      };
      await frame();
      performance.mark('bench-start');
      acts[kind]();
      await painted();
      // What is typed is looked for once it is on screen itself: that is shown in the frame after.
      if (kind === 'text') await frame().then(painted);
      performance.mark('bench-end');
    },
    [what, value],
  );
}
