import fs from 'node:fs';
import { failureOfSystemError } from '../sqlite/failure';
import { openRegularFile } from '../sqlite/survey';
import type { ReadDatabase, ReadResult } from '../sqlite/types';
import { claudeCodeFormat } from './claude-code/format';
import { bareCodexFormat } from './codex/bare-format';
import { codexDocumentFormat } from './codex/document-format';
import { codexFormat } from './codex/format';
import type { DatabaseFormat, TextFormat } from './format';
import { geminiDocumentFormat } from './gemini/document-format';
import { geminiFormat } from './gemini/format';
import { openaiAgentsFormat } from './openai-agents/format';
import { openCodeDatabaseFormat } from './opencode/database-format';
import { openCodeJsonFormat } from './opencode/json-format';
import { piFormat, piSdkFormat } from './pi/format';
import { qwenFormat } from './qwen/format';
import { thewayFormat } from './theway/format';
import { thewayLines } from './theway/lines-format';
import { vvAgentFormat } from './vv-agent/format';

/** The formats kept in SQLite, in the order in which a database is offered to them. */
const DATABASE_FORMATS: readonly DatabaseFormat[] = [
  vvAgentFormat,
  thewayFormat,
  openCodeDatabaseFormat,
  openaiAgentsFormat,
];

/** The formats kept in text files, in the order in which a file is offered to them. */
const TEXT_FORMATS: readonly TextFormat[] = [
  piFormat,
  piSdkFormat,
  qwenFormat,
  claudeCodeFormat,
  thewayLines,
  codexFormat,
  bareCodexFormat,
  codexDocumentFormat,
  geminiDocumentFormat,
  geminiFormat,
  openCodeJsonFormat,
];
/** What a text format is told of a file. */
const HEAD_BYTES = 256 * 1024;

/** The format of a database, or a sentence that says what it is and what was looked for. */
export type DetectedFormat =
  | { readonly ok: true; readonly format: DatabaseFormat }
  | { readonly ok: false; readonly message: string };

/** Finds the format of an open database by its schema alone. Throws `DatabaseError` when it cannot be read. */
export function detectFormat(db: ReadDatabase): DetectedFormat {
  const lookedFor: string[] = [];
  for (const format of DATABASE_FORMATS) {
    const detection = format.detect(db);
    if (detection.match === 'yes') return { ok: true, format };
    lookedFor.push(detection.lookedFor);
  }
  return {
    ok: false,
    message: `This is a SQLite database, but not one of a session. Looked for: ${lookedFor.join('; ')}.`,
  };
}

/** Finds the format of a file that is no database by its first bytes; null where none knows it. */
export function detectTextFormat(path: string): ReadResult<TextFormat | null> {
  try {
    const head = readHead(path);
    return { ok: true, value: TEXT_FORMATS.find((format) => format.detect(head)) ?? null };
  } catch (error) {
    const known = failureOfSystemError(error);
    if (known === null) throw error;
    return known;
  }
}

/** Of folders beside each other, those that hold parts of sessions alone, of any format. */
export function partFolders(names: readonly string[]): ReadonlySet<string> {
  return new Set(TEXT_FORMATS.flatMap((format) => format.partFolders?.(names) ?? []));
}

function readHead(path: string): Buffer {
  const fd = openRegularFile(path);
  try {
    // No larger than it must be: a folder of thousands of small files is looked at one after the other.
    const buffer = Buffer.alloc(Math.min(HEAD_BYTES, fs.fstatSync(fd).size));
    return buffer.subarray(0, fs.readSync(fd, buffer, 0, buffer.length, 0));
  } finally {
    fs.closeSync(fd);
  }
}
