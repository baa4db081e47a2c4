import { isNativeObject, parseNative } from '../../../shared/json/native';

/** Lines that the tools of Codex put before what a command printed; `Output:` ends them. */
const HEADER_LINE =
  /^(?:Exit code: -?\d+|Wall time: .*|Total output lines: \d+|Chunk ID: .*|Process exited with code -?\d+|Process running with session ID .*|Original token count: \d+)$/;
const EXIT_CODE = /^(?:Exit code: |Process exited with code )(-?\d{1,10})$/;
/** A header is a few lines. */
const MAX_HEADER_LINES = 12;

/** The header of an output, a line each; none where it has none. */
export interface OutputHeader {
  readonly lines: readonly string[];
  /** What follows it. */
  readonly rest: string;
}

/** Takes the header off an output; null where it begins with none. */
export function outputHeader(output: string): OutputHeader | null {
  const lines: string[] = [];
  let at = 0;
  while (lines.length < MAX_HEADER_LINES) {
    const end = output.indexOf('\n', at);
    const line = output.slice(at, end < 0 ? output.length : end).replace(/\r$/, '');
    at = end < 0 ? output.length : end + 1;
    if (line === 'Output:') return { lines, rest: output.slice(at) };
    // What other lines a header may have is not known; it begins with one that is.
    if (end < 0 || (lines.length === 0 && !HEADER_LINE.test(line))) return null;
    lines.push(line);
  }
  return null;
}

/** The exit code that the header of an output tells; null where it tells none. */
export function headerExitCode(header: OutputHeader | null): number | null {
  for (const line of header?.lines ?? []) {
    const code = EXIT_CODE.exec(line)?.[1];
    if (code !== undefined) return Number(code);
  }
  return null;
}

/** An output in the oldest form, the text of an object, and the exit code in it; null where it is of another, or was cut. */
export function wrappedOutput(
  output: string,
): { readonly text: string; readonly exitCode: number | null } | null {
  if (!output.startsWith('{')) return null;
  const value = parseNative(output);
  if (!isNativeObject(value) || typeof value.output !== 'string') return null;
  const exitCode = isNativeObject(value.metadata) ? value.metadata.exit_code : null;
  return { text: value.output, exitCode: typeof exitCode === 'number' ? exitCode : null };
}
