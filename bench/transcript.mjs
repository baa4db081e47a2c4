// The transcript in the real window: what its first paint takes of the main thread once the bodies have arrived, how
// much script each frame of a scroll through a long session of every kind runs, whether something is blank where it
// ends, and what memory the page has by then.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { _electron } from '@playwright/test';
import { checkout, inCheckout } from '../scripts/support/checkout.mjs';
import { atMost, atMostMegabytes, atMostMs, middle, printNote, printTime } from './figures.mjs';
import { betweenMarks, mainThreadMs, scriptPerFrame, trace, wheelOver } from './page-trace.mjs';
import { HEAVY, MIXED_ENTRIES, writeHeavy, writeMixed } from './transcript-sessions.mjs';

const RUNS = 5;
const PAINT_MS = 100;
const SCRIPT_MS = 6;
const MEMORY_MB = 400;
/** Frames of one scroll, and how many there are in each direction. */
const SCROLL_FRAMES = 240;
const SCROLLS = 5;
/** Places that are jumped to, far from each other. */
const JUMPS = 20;

export async function benchTranscript(env, folder) {
  const mixed = path.join(folder, 'mixed.db');
  writeMixed(mixed);
  const sessions = {
    'the sample': inCheckout('out/samples/theway-sample.db'),
    [`${MIXED_ENTRIES} entries of every kind`]: mixed,
  };
  for (const [at, what] of Object.keys(HEAVY).entries()) {
    sessions[what] = path.join(folder, `heavy-${at}.db`);
    writeHeavy(sessions[what], what);
  }
  const app = await _electron.launch({
    args: ['.'],
    cwd: checkout,
    chromiumSandbox: process.getuid?.() !== 0,
    env: { ...env, RAMIFY_USER_DATA: path.join(folder, 'user-transcript') },
  });
  try {
    const page = await app.firstWindow();
    await page.getByRole('button', { name: 'Open file…' }).waitFor();
    const open = async (file) => {
      await app.evaluate(
        ({ dialog }, filePaths) => {
          dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
        },
        [file],
      );
      await page.evaluate(() => window.ramify.call('files.choose', {}));
    };
    for (const [what, file] of Object.entries(sessions)) {
      const times = [];
      // The first one also compiles, as it does for a user: it is told apart.
      for (let run = 0; run < RUNS + 1; run++) {
        await closeFiles(page);
        times.push(mainThreadMs(await trace(app, () => firstPaint(page, () => open(file)))));
      }
      const [first, ...others] = times;
      const ms = middle(others);
      printTime(
        `first paint, ${what}`,
        ms,
        `${atMostMs(PAINT_MS, ms)}; the very first one ${first.toFixed(0)} ms`,
      );
    }
    await closeFiles(page);
    await open(mixed);
    await isFilled(page);
    await benchScroll(app, page);
  } finally {
    await app.close();
    for (const file of Object.values(sessions)) if (file.startsWith(folder)) rmSync(file, { force: true });
  }
}

async function closeFiles(page) {
  await page.evaluate(async () => {
    const files = await window.ramify.call('files.list', {});
    for (const { fileId } of files.value) await window.ramify.call('files.close', { fileId });
  });
  await page.getByRole('region', { name: 'Conversation' }).waitFor({ state: 'detached' });
}

/**
 * Opens something between two marks: the first stands after the frame that shows where its entries will be, before any
 * body was asked for, the second after the one that shows all that is drawn of them.
 */
async function firstPaint(page, open) {
  const isDone = page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // A task that is asked for in a frame runs once the frame is painted.
    const painted = () =>
      frame().then(
        () =>
          new Promise((resolve) => {
            const channel = new MessageChannel();
            channel.port1.onmessage = resolve;
            channel.port2.postMessage(null);
          }),
      );
    const conversation = '[aria-label=Conversation]';
    while (document.querySelector(`${conversation} article`) === null) await frame();
    await painted();
    performance.mark('bench-start');
    while (document.querySelector(`${conversation} [aria-busy]`) !== null) await frame();
    await painted();
    performance.mark('bench-end');
  });
  await open();
  await isDone;
}

/** Waits until all that is drawn of the conversation has its content; gives the milliseconds. */
function isFilled(page) {
  return page.evaluate(async () => {
    const started = performance.now();
    const hasHoles = () =>
      document.querySelector('[aria-label=Conversation] article') === null ||
      document.querySelector('[aria-label=Conversation] [aria-busy]') !== null;
    while (hasHoles()) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - started;
  });
}

/** How many of some heights in the view of the conversation show nothing yet: no entry, or one without its content. */
function blankPlaces(page) {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const { left, top, height, width } = document
      .querySelector('[aria-label=Conversation]')
      .getBoundingClientRect();
    let blank = 0;
    // The last px belong to the space below the last entry.
    for (let y = top + 4; y < top + height - 44; y += 8) {
      const item = document.elementFromPoint(left + width / 2, y)?.closest('[data-row]');
      if (!item || item.querySelector('[aria-busy]') !== null) blank += 1;
    }
    return blank;
  });
}

async function benchScroll(app, page) {
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const scroll = await wheelOver(page, conversation);
  const frames = [];
  let blank = 0;
  // Up from the end, then from the middle of what is listed.
  for (let round = -1; round < SCROLLS; round++) {
    if (round === 1)
      await conversation
        .evaluate((element) => element.scrollTo(0, element.scrollHeight / 2))
        .then(() => isFilled(page));
    const events = await trace(app, () =>
      betweenMarks(page, () => scroll(round % 2 === 0 ? -SCROLL_FRAMES : SCROLL_FRAMES / 2)),
    );
    blank += await blankPlaces(page);
    // The first one also compiles.
    if (round >= 0) frames.push(...scriptPerFrame(events));
  }
  const script = middle([...frames]);
  const slow = frames.sort((a, b) => a - b)[Math.floor(frames.length * 0.95)];
  printTime(
    `script a frame, scrolling ${MIXED_ENTRIES} entries of every kind`,
    script,
    `${atMostMs(SCRIPT_MS, script)}; 95th percentile ${slow.toFixed(1)} ms`,
  );
  printNote(`blank places at the ends of ${SCROLLS + 1} scrolls: ${atMost(0, blank, 'all')}`);

  const waits = [];
  for (let jump = 0; jump < JUMPS; jump++) {
    await conversation.evaluate(
      (element, part) => element.scrollTo(0, element.scrollHeight * part),
      ((jump * 7) % JUMPS) / JUMPS,
    );
    waits.push(await isFilled(page));
  }
  printTime(
    `to the content of another place, ${JUMPS} jumps`,
    middle(waits),
    `at most ${Math.max(...waits).toFixed(0)} ms`,
  );
  printNote(`memory of the page by then: ${atMostMegabytes(MEMORY_MB, await pageMemory(app, page))}`);
}

/** Bytes that only the page's process has; where the system does not tell them, all that is resident. */
async function pageMemory(app, page) {
  const { pid, resident } = await app.evaluate(({ app: electron, BrowserWindow }) => {
    const own = BrowserWindow.getAllWindows()[0].webContents.getOSProcessId();
    const { memory } = electron.getAppMetrics().find((metric) => metric.pid === own);
    return { pid: own, resident: memory.workingSetSize * 1024 };
  });
  const heap = await page.evaluate(() => performance.memory.usedJSHeapSize);
  printNote(`of it script has ${(heap / 1e6).toFixed(0)} MB`);
  if (process.platform !== 'linux') return resident;
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  let kilobytes = 0;
  for (const [, amount] of rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)) kilobytes += Number(amount);
  return kilobytes * 1024;
}
