// Long sessions of each format of JSON lines through a data process, against the least that can be done with their
// files: to read them and to parse each line. Each is the first thing that a process of its own does.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkout } from '../scripts/support/checkout.mjs';
import { withDataProcess } from './data-process.mjs';
import { atMost, atMostMegabytes, atMostMs, middle, printNote, printTime } from './figures.mjs';
import { LINE_FORMATS, makeSession } from './make-session.mjs';

/** Files by format and size, how often each is read, and the longest that the first screen may take. */
const FILES = [
  { format: 'pi', megabytes: 127, rounds: 5, firstMs: 1_000 },
  { format: 'pi', megabytes: 1_500, rounds: 1, firstMs: 3_000 },
  ...LINE_FORMATS.filter((format) => format !== 'pi').map((format) => ({
    format,
    megabytes: 127,
    rounds: 3,
    firstMs: 1_000,
  })),
];
/** 366,000 lines, more than a thousand of them of a megabyte. */
const HUGE_FILE = { format: 'pi', megabytes: 2_400, rounds: 1, firstMs: 3_000, megabyteResults: 1 / 120 };
const FIRST_SCREEN = 0.25;
const HEADS = 1.2;
const MEMORY_MB = 60;
const MEMORY_BYTES_AN_ENTRY = 120;

/** `isHuge`: also a file of gigabytes. */
export async function benchLines(folder, { isHuge = false } = {}) {
  // One after the other, so that no more than one is on the disk.
  for (const file of isHuge ? [...FILES, HUGE_FILE] : FILES) await benchFile(folder, file);
}

async function benchFile(folder, { format, megabytes, rounds, firstMs, megabyteResults }) {
  const file = path.join(folder, 'lines.jsonl');
  const entries = makeSession(format, file, megabytes * 1e6, 1, megabyteResults);
  const times = { bare: [], first: [], heads: [], cold: [] };
  let memory = Number.POSITIVE_INFINITY;
  // In turns, so that whatever else the machine does meets all of them.
  for (let round = 0; round < rounds; round++) {
    times.bare.push(readBare(file));
    times.first.push(await firstScreen(folder, file));
    times.heads.push((await heads(folder, file, entries)).ms);
    // The memory of one that was rehearsed has room already.
    const { ms, bytes } = await heads(folder, file, entries, { isCold: true });
    times.cold.push(ms);
    memory = Math.min(memory, bytes);
  }
  rmSync(file);
  const [bare, first, all, cold] = [times.bare, times.first, times.heads, times.cold].map(middle);
  printTime(`read and parse each line of ${megabytes} MB of ${format}, ${entries} entries`, bare);
  printTime(
    '  its newest entries with their bodies, from the request to open it',
    first,
    `${atMost(FIRST_SCREEN, first / bare, 'bare')}, ${atMostMs(firstMs, first)}`,
  );
  printTime('  all of its heads', all, atMost(HEADS, all / bare, 'bare'));
  printTime('  the same in a process that was only just started', cold, `${(cold / bare).toFixed(2)} x bare`);
  const judged = Number.isNaN(memory) ? 'not told here' : atMostMegabytes(MEMORY_MB, memory);
  printNote(
    `  memory above that of an idle process, ${MEMORY_BYTES_AN_ENTRY} bytes an entry and previews: ${judged}`,
  );
}

/** Milliseconds of a bare loop. */
function readBare(file) {
  const script = `import fs from 'node:fs';
    const started = performance.now();
    const fd = fs.openSync(${JSON.stringify(file)});
    const chunk = Buffer.allocUnsafe(1 << 20);
    let parts = [];
    for (let read = fs.readSync(fd, chunk); read > 0; read = fs.readSync(fd, chunk)) {
      let from = 0;
      for (let to = chunk.indexOf(10); to >= 0 && to < read; to = chunk.indexOf(10, from)) {
        parts.push(chunk.subarray(from, to));
        JSON.parse(parts.length === 1 ? parts[0].toString() : Buffer.concat(parts).toString());
        parts = [];
        from = to + 1;
      }
      parts.push(Buffer.from(chunk.subarray(from, read)));
    }
    console.log(performance.now() - started);`;
  const options = { cwd: checkout, encoding: 'utf8' };
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], options);
  if (child.status !== 0) throw new Error(child.stderr);
  return Number(child.stdout);
}

/** Milliseconds from the request to open a file until its newest entries have come. */
export function firstScreen(folder, file) {
  return withDataProcess(folder, async ({ request, open }) => {
    const started = performance.now();
    const [sessionId] = await open(file);
    const tail = await request('tail', { sessionId, maxChars: 64 * 1024, maxImageChars: 128 * 1024 });
    if (tail.bodies.length < 20) throw new Error(`Only ${tail.bodies.length} entries came first.`);
    return performance.now() - started;
  });
}

/** Milliseconds that the heads take, and the most memory meanwhile above that before, without what previews take. */
function heads(folder, file, entries, options) {
  const work = async ({ request, open, pid, previewBytes }) => {
    const idle = peakBytes(pid);
    const [sessionId] = await open(file);
    const started = performance.now();
    const { entryCount } = await request('heads', { sessionId });
    const ms = performance.now() - started;
    if (entryCount !== entries) throw new Error(`${entryCount} entries were read of ${entries}.`);
    return { ms, bytes: peakBytes(pid) - idle - previewBytes() - entries * MEMORY_BYTES_AN_ENTRY };
  };
  return withDataProcess(folder, work, options);
}

/** The most that was resident of a process; NaN where the system does not tell. */
function peakBytes(pid) {
  if (process.platform !== 'linux') return Number.NaN;
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kilobytes) * 1024;
}
