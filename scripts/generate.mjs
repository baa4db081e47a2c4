// npm run generate: makes the sources anew that are made of others.
import { writeFileSync } from 'node:fs';
import { runMain } from './support/console.mjs';
import { SCANNER_CODE, scannerCode } from './support/scanner-code.mjs';

await runMain(async () => {
  writeFileSync(SCANNER_CODE, await scannerCode());
  return 0;
});
