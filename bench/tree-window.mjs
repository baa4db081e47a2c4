// The tree of 100,000 entries in the real window: what a switch of branch or filter takes of the main thread up to the
// next painted frame, and how much script each frame of a scroll runs. Both come from Chromium's own trace, in time of
// the thread's processor where the system tells it, so that other programs do not count.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { _electron } from '@playwright/test';
import { checkout } from '../scripts/support/checkout.mjs';
import { ENTRIES, writeForked } from './chain.mjs';
import { atMostMs, middle, printTime } from './figures.mjs';

const RUNS = 5;
const SWITCH_MS = 50;
const SCROLL_FRAMES = 240;
/** About a notch of a wheel in each frame. */
const SCROLL_PX = 120;
const SCRIPT_MS = 4;
const SLOW_SCRIPT_MS = 8;
const CATEGORIES = ['toplevel', 'devtools.timeline', 'blink.user_timing', 'v8'];
/** Events that are script, or end in it. */
const SCRIPT = new Set(['FunctionCall', 'EvaluateScript', 'RunMicrotasks', 'v8.run']);

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
    const scroll = await scroller(page, tree);
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

/** Scrolls the tree as a wheel does, so many frames long: through the compositor, which tells the page. */
async function scroller(page, tree) {
  const { x, y, width, height } = await tree.boundingBox();
  const client = await page.context().newCDPSession(page);
  return (frames) =>
    client.send('Input.synthesizeScrollGesture', {
      x: x + width / 2,
      y: y + height / 2,
      yDistance: -frames * SCROLL_PX,
      speed: 60 * SCROLL_PX,
      gestureSourceType: 'mouse',
    });
}

async function betweenMarks(page, work) {
  await page.evaluate(() => performance.mark('bench-start'));
  await work();
  await page.evaluate(() => performance.mark('bench-end'));
}

/** The events of the page's main thread while something is done, each with its start and its end in ms. */
async function trace(app, work) {
  await app.evaluate(
    ({ contentTracing }, included_categories) => contentTracing.startRecording({ included_categories }),
    CATEGORIES,
  );
  await work();
  const file = await app.evaluate(({ contentTracing }) => contentTracing.stopRecording());
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file, { force: true });
  const mark = (name) => traceEvents.find((event) => event.name === name);
  const start = mark('bench-start');
  const end = mark('bench-end');
  return traceEvents
    .filter(({ pid, tid, ts, ph }) => pid === start.pid && tid === start.tid && ph === 'X' && ts <= end.ts)
    .map(({ name, ts, dur = 0, tdur }) => ({
      name,
      from: ts / 1000,
      to: (ts + dur) / 1000,
      ms: (tdur ?? dur) / 1000,
    }))
    .filter(({ to }) => to >= start.ts / 1000)
    .sort((a, b) => a.from - b.from || b.to - a.to);
}

/** What the thread did in all: its tasks do not nest. */
function mainThreadMs(events) {
  return events
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .reduce((sum, { ms }) => sum + ms, 0);
}

/** Script between one frame and the next. */
function scriptPerFrame(events) {
  const frames = [];
  let until = 0;
  for (const { name, from, to, ms } of events) {
    // Every frame of the main thread ends in one of these.
    if (name === 'Layerize') frames.push(0);
    if (!SCRIPT.has(name) || from < until || frames.length === 0) continue;
    // What runs inside of this is counted with it.
    until = to;
    frames[frames.length - 1] += ms;
  }
  return frames;
}
