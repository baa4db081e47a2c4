/// <reference types="vite/types/importMeta.d.ts" />
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The samples of the formats that are kept as JSON lines. */
const LINES = import.meta.glob<string>('../formats/*/samples/*.jsonl', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Writes small sessions of those formats: what a data process reads ahead of time. */
export function writeLineSamples(folder: string): void {
  for (const [file, text] of Object.entries(LINES)) {
    const [format = '', , name = ''] = file.split('/').slice(-3);
    mkdirSync(path.join(folder, format), { recursive: true });
    writeFileSync(path.join(folder, format, name), text);
  }
}
