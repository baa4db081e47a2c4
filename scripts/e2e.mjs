// npm run e2e [-- --screenshots] [-- PLAYWRIGHT ARGUMENTS]: the end-to-end tests on the built app.
// With --screenshots the pictures of the documentation are taken anew.
import { runEndToEnd } from './checks/end-to-end.mjs';
import { setUp } from './setup/set-up.mjs';
import { runMain } from './support/console.mjs';

const SCREENSHOTS = '--screenshots';

await runMain(async () => {
  await setUp(['redis']);
  const args = process.argv.slice(2);
  const settings = args.includes(SCREENSHOTS) ? { RAMIFY_SCREENSHOTS: 'docs/screenshots' } : {};
  return runEndToEnd(
    args.filter((argument) => argument !== SCREENSHOTS),
    settings,
  );
});
