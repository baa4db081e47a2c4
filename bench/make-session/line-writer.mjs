import { closeSync, openSync, writeSync } from 'node:fs';

const WRITE_CHARS = 1 << 20;

/** Writes records to a new file, one a line. */
export function openLineWriter(file) {
  const fd = openSync(file, 'w');
  let pending = '';
  let written = 0;
  const flush = () => {
    written += writeSync(fd, pending);
    pending = '';
  };
  return {
    write(record) {
      pending += `${JSON.stringify(record)}\n`;
      if (pending.length >= WRITE_CHARS) flush();
    },
    /** Bytes that are in the file, and characters that are to come. */
    writtenChars: () => written + pending.length,
    close() {
      flush();
      closeSync(fd);
    },
  };
}
