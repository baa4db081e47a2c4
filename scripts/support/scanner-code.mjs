// The WebAssembly of the scanner of long lines, out of its text.
import { readFileSync } from 'node:fs';
import wabt from 'wabt';
import { inCheckout } from './checkout.mjs';

/** Where the text is, and where the module that holds its bytes is. */
const SCANNER_TEXT = inCheckout('src/main/lines/json-scanner.wat');
export const SCANNER_CODE = inCheckout('src/main/lines/json-scanner-code.ts');

const LINE_CHARS = 100;

/** The source of the module that holds the bytes. */
export async function scannerCode() {
  const { parseWat } = await wabt();
  const assembly = parseWat(SCANNER_TEXT, readFileSync(SCANNER_TEXT, 'utf8'), {
    simd: true,
    bulk_memory: true,
  });
  try {
    assembly.validate();
    const base64 = Buffer.from(assembly.toBinary({}).buffer).toString('base64');
    const lines = base64.match(new RegExp(`.{1,${LINE_CHARS}}`, 'g')).map((line) => `  '${line}',`);
    return [
      '/** WebAssembly of `json-scanner.wat` in base64, made by npm run generate. */',
      'export const JSON_SCANNER_CODE = [',
      ...lines,
      "].join('');",
      '',
    ].join('\n');
  } finally {
    assembly.destroy();
  }
}
