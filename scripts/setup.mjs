// npm run setup: all that a fresh clone needs, up to a built app.
import { setUp } from './setup/set-up.mjs';
import { runMain } from './support/console.mjs';

await runMain(() => setUp());
