// npm run test:pi: installs pi itself, and reads back with it what Ramify writes.
import { piEnvironment, providePi } from './setup/pi.mjs';
import { setUp } from './setup/set-up.mjs';
import { runMain } from './support/console.mjs';
import { packageTool, runVisibly } from './support/processes.mjs';

await runMain(async () => {
  await setUp();
  const pi = await providePi();
  const [command, args] = packageTool('vitest/vitest.mjs', 'run', 'src/main/writing/pi/pi-loader.test.ts');
  return runVisibly(command, args, { env: { ...process.env, ...piEnvironment(pi) } });
});
