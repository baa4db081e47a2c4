import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure, say } from './console.mjs';

const SCREEN = '1440x960x24';

/** Whether windows need a display of our own: on Linux, with neither X nor Wayland at hand. */
export function needsDisplay({ platform, env } = process) {
  return platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;
}

/** Runs `work` with the environment for showing windows; starts an Xvfb for it where there is no display. */
export async function withDisplay(work) {
  if (!needsDisplay()) return work(process.env);
  const display = await startXvfb();
  say('display', `no display here: started Xvfb on ${display.env.DISPLAY} (process ${display.pid})`);
  try {
    return await work({ ...process.env, ...display.env });
  } finally {
    await display.stop();
  }
}

async function startXvfb() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ramify-display-'));
  const authority = path.join(folder, 'authority');
  fs.writeFileSync(authority, authorityEntry(randomBytes(16)), { mode: 0o600 });
  // It takes a free display and writes its number to descriptor 3 when it is ready.
  const args = [
    '-displayfd',
    '3',
    '-screen',
    '0',
    SCREEN,
    '-nolisten',
    'tcp',
    '-noreset',
    '-auth',
    authority,
  ];
  const xvfb = spawn('Xvfb', args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    detached: true, // Ctrl-C is for the app; the display goes after it
  });
  const clear = () => {
    xvfb.kill();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', clear);
  const said = [];
  xvfb.stderr.on('data', (text) => said.push(text));
  const number = await Promise.race([
    once(xvfb.stdio[3], 'data').then(([text]) => Number.parseInt(text, 10)),
    once(xvfb, 'exit').catch((error) => said.push(error.message)),
  ]);
  if (xvfb.exitCode !== null || xvfb.pid === undefined) {
    clear();
    throw new Failure(
      `Xvfb does not start: ${said.join('').trim()}\nRun "npm run setup" again, or set DISPLAY.`,
    );
  }
  // It must not keep us alive, nor wait for us to read.
  xvfb.unref();
  for (const stream of [xvfb.stderr, xvfb.stdio[3]]) stream.unref();
  const stop = async () => {
    xvfb.ref();
    clear();
    if (xvfb.exitCode === null && xvfb.signalCode === null) await once(xvfb, 'exit');
  };
  return { pid: xvfb.pid, env: { DISPLAY: `:${number}`, XAUTHORITY: authority }, stop };
}

/**
 * An X authority file with one cookie for any host and display: without one, every user of the machine could
 * look at the windows. Fields as in Xau(3): family (0xffff, any), then address, number, name and data,
 * each after its length, all numbers big-endian.
 */
export function authorityEntry(cookie) {
  const field = (bytes) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
  const texts = ['', '', 'MIT-MAGIC-COOKIE-1'].map((text) => field(Buffer.from(text)));
  return Buffer.concat([Buffer.from([0xff, 0xff]), ...texts, field(cookie)]);
}
