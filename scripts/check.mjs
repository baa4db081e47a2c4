// npm run check: every check that needs no window.
import { CHECKERS } from './checks/checkers.mjs';
import { runCheckers } from './checks/run-checkers.mjs';
import { planSystem } from './setup/system.mjs';
import { runMain } from './support/console.mjs';

await runMain(async () => {
  const finishSystem = await planSystem(['redis']);
  await finishSystem();
  return (await runCheckers(CHECKERS)).length === 0 ? 0 : 1;
});
