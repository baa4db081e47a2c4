// npm run check: every check that needs no window.
import { CHECKERS } from './checks/checkers.mjs';
import { runCheckers } from './checks/run-checkers.mjs';
import { runMain } from './support/console.mjs';

await runMain(async () => ((await runCheckers(CHECKERS)).length === 0 ? 0 : 1));
