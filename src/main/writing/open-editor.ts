import type { RedisTarget } from '../../shared/contract/target';
import { judgeSchema } from '../formats/vv-agent/schema-verdict';
import { openForReading } from '../sqlite/open';
import type { ReadDatabase } from '../sqlite/types';
import { openRedisTarget } from '../stores/redis-target';
import { SessionStoreError } from '../stores/store-error';
import { EditableFile } from './editable-file';
import { EditableServer } from './editable-server';
import { StoreEditor } from './store-editor';

interface EditorOptions {
  readonly cacheDir: string;
  /** Whether the first write may make a file that is not there. */
  readonly create: boolean;
  readonly signal: AbortSignal;
  readonly busyTimeoutMs?: number | undefined;
}

/**
 * Makes a file editable. It is looked at without a trace first, and refused while a check of its schema fails, so that
 * nothing of a refused file was ever opened for writing. Throws `SessionStoreError`.
 */
export async function openFileEditor(path: string, options: EditorOptions): Promise<StoreEditor> {
  const { create, cacheDir, signal, busyTimeoutMs } = options;
  const waiting = busyTimeoutMs === undefined ? {} : { busyTimeoutMs };
  const opened = await openForReading(path, { cacheDir, signal, ...waiting });
  if (!opened.ok) {
    const isNew = opened.code === 'missing' || opened.code === 'empty';
    if (!create || !isNew) throw new SessionStoreError(opened.code, opened.message, opened.detail);
    return new StoreEditor(new EditableFile(path, { create, reader: null, ...waiting }));
  }
  const reader = opened.db;
  try {
    checkSchema(reader, create);
    return new StoreEditor(new EditableFile(path, { create, reader, ...waiting }));
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** Makes the sessions of a server editable. Throws `SessionStoreError`. */
export async function openServerEditor(target: RedisTarget, signal: AbortSignal): Promise<StoreEditor> {
  return new StoreEditor(new EditableServer(await openRedisTarget(target, signal)));
}

function checkSchema(reader: ReadDatabase, create: boolean): void {
  const read = reader.read(judgeSchema);
  if (!read.ok) throw new SessionStoreError(read.code, read.message, read.detail);
  const verdict = read.value;
  if (verdict.state === 'failed') throw new SessionStoreError('invalid-schema', verdict.message);
  if (verdict.state === 'empty' && !create)
    throw new SessionStoreError('invalid-schema', 'The file has no tables: it is no store yet.');
}
