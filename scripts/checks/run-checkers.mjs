import { elapsed } from '../support/console.mjs';
import { capture } from '../support/processes.mjs';

const AT_ONCE = 2;

/** Runs checkers, two at a time, prints each one's output as it ends, and gives the names of those that failed. */
export async function runCheckers(checkers) {
  const waiting = [...checkers];
  const failed = [];
  const work = async () => {
    for (let checker = waiting.shift(); checker; checker = waiting.shift()) {
      if (!(await runChecker(checker))) failed.push(checker.name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`);
  return failed;
}

async function runChecker({ name, command: [command, args], findProblem = () => undefined }) {
  const startMs = performance.now();
  const { FORCE_COLOR, ...env } = { ...process.env, NO_COLOR: '1' };
  const { code, output } = await capture(command, args, { env });
  const problem = findProblem(output);
  const passed = code === 0 && problem === undefined;
  console.log(`\n${passed ? 'passed' : 'FAILED'}: ${name} (${elapsed(startMs)})`);
  if (output.trim()) console.log(output.trimEnd());
  if (problem) console.log(problem);
  return passed;
}
