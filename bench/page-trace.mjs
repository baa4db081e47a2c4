// What the page's main thread does, from Chromium's own trace: in time of the thread's processor where the system tells
// it, so that other programs do not count.
import { readFileSync, rmSync } from 'node:fs';

/** About a notch of a wheel in each frame. */
const SCROLL_PX = 120;
const CATEGORIES = ['toplevel', 'devtools.timeline', 'blink.user_timing', 'v8'];
/** Events that are script, or end in it. */
const SCRIPT = new Set(['FunctionCall', 'EvaluateScript', 'RunMicrotasks', 'v8.run']);

/**
 * Scrolls something as a wheel does, so many frames long, up if there are fewer than none: through the compositor,
 * which tells the page.
 */
export async function wheelOver(page, scrolled) {
  const { x, y, width, height } = await scrolled.boundingBox();
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

/** Does something between the two marks that say what of a trace counts. */
export async function betweenMarks(page, work) {
  await page.evaluate(() => performance.mark('bench-start'));
  await work();
  await page.evaluate(() => performance.mark('bench-end'));
}

/** The events of the page's main thread while something is done, each with its start and its end in ms. */
export async function trace(app, work) {
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
export function mainThreadMs(events) {
  return events
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .reduce((sum, { ms }) => sum + ms, 0);
}

/** Script between one frame and the next. */
export function scriptPerFrame(events) {
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
