import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { checkout, inCheckout } from './checkout.mjs';

/** The command line of an installed package's own script, run by this Node: no shell, no PATH. */
export function packageTool(script, ...args) {
  return [process.execPath, [inCheckout('node_modules', script), ...args]];
}

/**
 * Runs a command to its end and keeps what it prints. Never throws: a command that cannot be started
 * has the code 127, one that was ended by a signal 128 and the signal's number.
 */
export async function capture(command, args, { env = process.env, cwd = checkout, timeoutMs } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
  const printed = { stdout: '', stderr: '', output: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      printed[name] += text;
      printed.output += text;
    });
  }
  try {
    const [code, signal] = await once(child, 'close');
    return { ...printed, code: exitCode(code, signal) };
  } catch (error) {
    return { ...printed, output: printed.output + error.message, stderr: error.message, code: 127 };
  }
}

/** Runs a command in the foreground, its output going straight to ours, and resolves to its exit code. */
export async function runVisibly(command, args, { env = process.env, cwd = checkout } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
  try {
    const [code, signal] = await once(child, 'exit');
    return exitCode(code, signal);
  } catch (error) {
    console.error(error.message);
    return 127;
  }
}

/**
 * Like runVisibly, for a command that is to end in its own order: it gets each signal once, from us.
 * It has a process group of its own, because a terminal sends Ctrl-C to a whole group and npm hands
 * it on once more, and the second of two takes an app out of its shutdown.
 */
export async function runWithSignals(command, args, { env = process.env, cwd = checkout } = {}) {
  const ownGroup = process.platform !== 'win32';
  const child = spawn(command, args, { cwd, env, stdio: 'inherit', detached: ownGroup });
  let lastMs = Number.NEGATIVE_INFINITY;
  const forward = (signal) => {
    if (performance.now() - lastMs < 1000) return;
    lastMs = performance.now();
    child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  try {
    const [code, signal] = await once(child, 'exit');
    return exitCode(code, signal);
  } catch (error) {
    console.error(error.message);
    return 127;
  } finally {
    for (const signal of signals) process.off(signal, forward);
  }
}

function exitCode(code, signal) {
  return code ?? 128 + (os.constants.signals[signal] ?? 0);
}
