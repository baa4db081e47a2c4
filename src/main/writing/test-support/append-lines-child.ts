import fs from 'node:fs';
import { readLineFileState } from '../../lines/file-state';
import { SessionStoreError } from '../../stores/store-error';
import { appendLines } from '../line-append';

// Appends lines to a file, each once it went through: node append-lines-child.mjs FILE LINE…
// Prints the code and the sentence of each refusal.

const [file = '', ...lines] = process.argv.slice(2);

for (const line of lines) {
  for (let isWritten = false; !isWritten; ) {
    try {
      appendLines(file, stateOf(file), [line]);
      isWritten = true;
    } catch (error) {
      if (!(error instanceof SessionStoreError)) throw error;
      process.stdout.write(`${error.code}: ${error.message}\n`);
      if (error.code !== 'changed-meanwhile') break;
      isWritten = error.message.startsWith('This was written');
    }
  }
}

function stateOf(path: string) {
  const fd = fs.openSync(path, 'r');
  try {
    return readLineFileState(fd);
  } finally {
    fs.closeSync(fd);
  }
}
