// npm run types: the compilations alone.
import { TYPE_CHECKERS } from './checks/checkers.mjs';
import { runCheckers } from './checks/run-checkers.mjs';
import { runMain } from './support/console.mjs';

await runMain(async () => ((await runCheckers(TYPE_CHECKERS)).length === 0 ? 0 : 1));
