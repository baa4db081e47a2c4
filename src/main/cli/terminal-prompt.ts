import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks a question on the terminal; a hidden answer is not shown while it is typed. */
export async function askOnTerminal(question: string, { isHidden }: { isHidden: boolean }): Promise<string> {
  process.stderr.write(question);
  const output = isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr;
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    if (isHidden) process.stderr.write('\n');
  }
}
