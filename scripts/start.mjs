// npm start -- PATH|LINK...: sets up what is missing and opens the built app on files, or at a link.
import path from 'node:path';
import { electronExecutable } from './setup/electron.mjs';
import { setUp } from './setup/set-up.mjs';
import { checkout } from './support/checkout.mjs';
import { runMain } from './support/console.mjs';
import { withDisplay } from './support/display.mjs';
import { runInteractively } from './support/processes.mjs';
import { appArguments, electronSwitches } from './support/start-arguments.mjs';

await runMain(async () => {
  await setUp();
  const callerFolder = process.env.INIT_CWD ?? process.cwd(); // npm runs us in the checkout
  const isRoot = process.getuid?.() === 0;
  const args = [
    ...electronSwitches(process.platform, isRoot),
    checkout,
    ...appArguments(process.argv.slice(2), (file) => path.resolve(callerFolder, file)),
  ];
  return withDisplay(({ ELECTRON_RUN_AS_NODE, ...env }) =>
    runInteractively(electronExecutable(), args, { env, cwd: callerFolder }),
  );
});
