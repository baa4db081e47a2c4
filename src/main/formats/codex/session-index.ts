import fs from 'node:fs';
import path from 'node:path';
import { isNativeObject, parseNative } from '../../../shared/json/native';
import { failureOfSystemError } from '../../sqlite/failure';
import { openRegularFile } from '../../sqlite/survey';
import type { TextOptions } from '../format';
import { homeOf } from './codex-home';
import { textOf } from './record';
import { storedThreadName } from './thread-names';

/** What is read of the index, from its end: the last line of a session counts. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * The name that Codex has for the session of a rollout: it stands in no rollout, but in an index, else in a database
 * beside it. Null where there is none. Rejects with the signal's reason.
 */
export async function threadName(
  rollout: string,
  threadId: string,
  options: Pick<TextOptions, 'cacheDir' | 'signal'>,
): Promise<string | null> {
  const home = homeOf(rollout);
  if (home === null || threadId === '') return null;
  return indexedName(home, threadId) ?? (await storedThreadName(home, threadId, options));
}

function indexedName(home: string, threadId: string): string | null {
  const lines = tailOf(path.join(home, 'session_index.jsonl')).split('\n');
  for (const line of lines.reverse()) {
    // Most lines are of others, and need not be parsed to be passed over.
    const record = line.includes(threadId) ? parseNative(line) : undefined;
    if (isNativeObject(record) && record.id === threadId) return textOf(record.thread_name).trim() || null;
  }
  return null;
}

/** The end of a file as text; empty where it cannot be read, or is a link. */
function tailOf(file: string): string {
  try {
    if (!fs.lstatSync(file).isFile()) return '';
    const fd = openRegularFile(file);
    try {
      const { size } = fs.fstatSync(fd);
      const bytes = Buffer.alloc(Math.min(size, MAX_BYTES));
      const read = fs.readSync(fd, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString('utf8', 0, read);
    } finally {
      fs.closeSync(fd);
    }
  } catch (error) {
    if (failureOfSystemError(error) === null) throw error;
    return '';
  }
}
