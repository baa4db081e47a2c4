/** An expected failure: its message says what went wrong and what to do about it. */
export class Failure extends Error {}

/** Prints what a step is doing or has found, as one line. */
export function say(step, text) {
  console.log(`[${step}] ${text}`);
}

/** Runs a script's main function: its number is the exit code, a Failure prints as a sentence and exits 1. */
export async function runMain(main) {
  const watch = setInterval(endWithNpm, 500, process.ppid);
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`\nError: ${error.message}`);
    process.exitCode = 1;
  } finally {
    clearInterval(watch);
  }
}

/** npm hands SIGTERM on to the shell it runs us in, and that to nobody: we would stay without a parent. */
function endWithNpm(parentPid) {
  if (process.env.npm_lifecycle_event && process.ppid !== parentPid) process.kill(process.pid, 'SIGTERM');
}

/** Seconds since `startMs` (of performance.now), for a person: "0.4 s", "62 s". */
export function elapsed(startMs) {
  const seconds = (performance.now() - startMs) / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
