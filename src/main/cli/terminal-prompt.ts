import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

interface PromptOptions {
  /** Whether what is typed is not shown. */
  readonly isHidden: boolean;
  readonly input?: NodeJS.ReadableStream;
}

/** Asks a question on the terminal; null when it is left unanswered, by Ctrl-C or Ctrl-D. */
export async function askOnTerminal(
  question: string,
  { isHidden, input = process.stdin }: PromptOptions,
): Promise<string | null> {
  process.stderr.write(question);
  const output = isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr;
  const terminal = createInterface({ input, output, terminal: true });
  try {
    // A question whose terminal is closed is never answered: the program would end as if all were done.
    const closed = once(terminal, 'close').then(() => null);
    return await Promise.race([terminal.question('').catch(nullIfAborted), closed]);
  } finally {
    terminal.close();
    if (isHidden) process.stderr.write('\n');
  }
}

/** Of Ctrl-C some versions of Node make an error. */
function nullIfAborted(error: unknown): null {
  if (error instanceof Error && error.name === 'AbortError') return null;
  throw error;
}
