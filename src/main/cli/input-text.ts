import { readFileSync } from 'node:fs';

/** The text of a file, or of standard input for `-`; or why there is none, a sentence. */
export function readInput(file: string): { ok: true; value: string } | { ok: false; message: string } {
  try {
    const bytes = readFileSync(file === '-' ? 0 : file);
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    // A system error has its code; what is left is a text that is not UTF-8.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return {
      ok: false,
      message: code === 'ENOENT' ? 'there is no such file.' : `cannot be read as text (${code}).`,
    };
  }
}
