import type { RedisTarget } from '../../shared/contract/target';
import { detectFormat } from '../formats/registry';
import { judgeSchema } from '../formats/vv-agent/schema-verdict';
import { openForReading } from '../sqlite/open';
import type { ReadDatabase } from '../sqlite/types';
import { openRedisTarget } from '../stores/redis/target';
import { SessionStoreError } from '../stores/store-error';
import { failedIntegrity, fileError } from '../theway/session-error';
import { SchemaGuard } from '../theway/sqlite-schema';
import { EditableFile } from './editable-file';
import { EditableServer } from './editable-server';
import { StoreEditor } from './store-editor';
import { ThewayEditor } from './theway-editor';

interface EditorOptions {
  readonly cacheDir: string;
  /** Whether the first write may make a file that is not there. */
  readonly create: boolean;
  readonly signal: AbortSignal;
  readonly busyTimeoutMs?: number | undefined;
}

/** What changes a file: a store of vv-agent, or a session of theway. */
export type FileEditor = StoreEditor | ThewayEditor;

/**
 * Makes a file editable. It is looked at without a trace first, and refused while a check of its schema fails, so that
 * nothing of a refused file was ever opened for writing. Throws `SessionStoreError` or `ThewaySessionError`.
 */
export async function openFileEditor(path: string, options: EditorOptions): Promise<FileEditor> {
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
    const detected = detectFormat(reader);
    if (detected.ok && detected.format.id === 'theway') {
      checkSession(path, reader);
      return new ThewayEditor(path, reader);
    }
    checkStore(reader, create);
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

/** As theway opens a session, without a trace; contract, section 4. */
function checkSession(path: string, reader: ReadDatabase): void {
  const checked = reader.quickCheck();
  if (!checked.ok) throw fileError(path, checked);
  if (checked.value.state === 'damaged') throw failedIntegrity(path, checked.value.findings);
  const read = reader.read((rows) => new SchemaGuard().check(rows));
  if (!read.ok) throw fileError(path, read);
}

function checkStore(reader: ReadDatabase, create: boolean): void {
  const read = reader.read(judgeSchema);
  if (!read.ok) throw new SessionStoreError(read.code, read.message, read.detail);
  const verdict = read.value;
  if (verdict.state === 'failed') throw new SessionStoreError('invalid-schema', verdict.message);
  if (verdict.state === 'empty' && !create)
    throw new SessionStoreError('invalid-schema', 'The file has no tables: it is no store yet.');
}
