import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SCANNER_CODE, scannerCode } from './scanner-code.mjs';

it('is what its text gives: else run npm run generate', async () => {
  expect(readFileSync(SCANNER_CODE, 'utf8')).toBe(await scannerCode());
});
