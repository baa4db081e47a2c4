// npm test: sets up what is missing, runs all checks and all tests, and ends with what the runners counted.
import { CHECKERS, UNIT_TESTS } from './checks/checkers.mjs';
import { runEndToEnd } from './checks/end-to-end.mjs';
import {
  closingLine,
  countPlaywright,
  countVitest,
  forgetReport,
  playwrightReport,
  readReport,
  summarize,
  vitestReport,
} from './checks/reports.mjs';
import { runCheckers } from './checks/run-checkers.mjs';
import { piEnvironment, providePi } from './setup/pi.mjs';
import { setUp } from './setup/set-up.mjs';
import { Failure, runMain, say } from './support/console.mjs';

await runMain(async () => {
  await setUp(['redis']);
  Object.assign(process.env, await piForTests());
  forgetReport(vitestReport);
  const failedCheckers = await runCheckers(CHECKERS);
  const endToEndCode = await runEndToEnd([]);

  const counted = (file, count) => {
    const report = readReport(file);
    return report && count(report);
  };
  const runs = [
    {
      name: UNIT_TESTS,
      code: failedCheckers.includes(UNIT_TESTS) ? 1 : 0,
      counts: counted(vitestReport, countVitest),
    },
    { name: 'end-to-end tests', code: endToEndCode, counts: counted(playwrightReport, countPlaywright) },
  ];
  const { total, problems } = summarize(runs, failedCheckers);
  console.log(problems.length === 0 ? '\nEverything passed.' : `\nNot passed: ${problems.join('; ')}.`);
  console.log(closingLine(total));
  return problems.length === 0 ? 0 : 1;
});

/** What the tests need to read back with pi what was written; without it they are left out, and counted as skipped. */
async function piForTests() {
  try {
    return piEnvironment(await providePi());
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say('pi', `left out, with the tests that need it: ${error.message}`);
    return {};
  }
}
