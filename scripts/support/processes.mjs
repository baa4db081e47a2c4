import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { checkout, inCheckout } from './checkout.mjs';
import { Failure } from './console.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The command line of an installed package's own script, run by this Node: no shell, no PATH. */
export function packageTool(script, ...args) {
  return [process.execPath, [inCheckout('node_modules', script), ...args]];
}

/**
 * Runs a command to its end and keeps what it prints. A command that fails is no error: one that
 * cannot be started has the code 127, one that was ended by a signal 128 and the signal's number.
 */
export async function capture(command, args, { env = process.env, cwd = checkout, timeoutMs } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
  const printed = { stdout: '', stderr: '', output: '' };
  const keep = (name) => (text) => {
    printed[name] += text;
    printed.output += text;
  };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', keep(name));
  const { code, signal } = await ended(child, 'close', keep('stderr'));
  if (signal) throw new Failure(`stopped by ${signal}.`);
  return { ...printed, code };
}

/** Runs a command in the foreground, its output going straight to ours, and resolves to its exit code. */
export async function runVisibly(command, args, { env = process.env, cwd = checkout } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
  const { code, signal } = await ended(child, 'exit', console.error);
  if (signal) throw new Failure(`stopped by ${signal}.`);
  return code;
}

/**
 * Like runVisibly, for a command that ends in its own order when it gets a signal. It has a process group
 * of its own, because a terminal sends Ctrl-C to a whole group and npm hands it on once more, and
 * the second of two takes an app out of its shutdown.
 */
export async function runInteractively(command, args, { env = process.env, cwd = checkout } = {}) {
  const ownGroup = process.platform !== 'win32';
  const child = spawn(command, args, { cwd, env, stdio: 'inherit', detached: ownGroup });
  return (await ended(child, 'exit', console.error)).code;
}

/**
 * Waits for the end of a child and hands on the signals we get meanwhile, so that none is left behind.
 * Gives its exit code, and the signal that we have got.
 */
async function ended(child, event, report) {
  let received;
  let lastMs = Number.NEGATIVE_INFINITY;
  const forward = (signal) => {
    received = signal;
    if (performance.now() - lastMs < 1000) return;
    lastMs = performance.now();
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  try {
    const [code, signal] = await once(child, event);
    return { code: code ?? 128 + os.constants.signals[signal], signal: received };
  } catch (error) {
    report(error.message);
    return { code: 127, signal: received };
  } finally {
    for (const signal of SIGNALS) process.off(signal, forward);
  }
}
