import type { RedisTarget } from '../../shared/contract/target';
import { READ_ONLY_KIND } from '../../shared/model/abilities';
import type { FormatId } from '../../shared/model/format';
import { detectFormat, detectTextFormat } from '../formats/registry';
import { judgeSchema } from '../formats/vv-agent/schema-verdict';
import { openForReading } from '../sqlite/open';
import type { ReadDatabase, ReadFailure } from '../sqlite/types';
import { openRedisTarget } from '../stores/redis/target';
import { SessionStoreError, valueOrThrow } from '../stores/store-error';
import { failedIntegrity, fileError } from '../theway/session-error';
import { SchemaGuard } from '../theway/sqlite-schema';
import { EditableFile } from './editable-file';
import { EditableServer } from './editable-server';
import type { EditableSession } from './editable-session';
import { EditableTheway } from './editable-theway';
import { EditablePi } from './pi/editable-pi';
import { SessionEditor } from './session-editor';
import { StoreEditor } from './store-editor';

interface EditorOptions {
  readonly cacheDir: string;
  /** Whether the first write may make a file that is not there. */
  readonly create: boolean;
  readonly signal: AbortSignal;
  /** Told while a text file is read. */
  readonly onProgress: (doneBytes: number, totalBytes: number) => void;
  readonly busyTimeoutMs?: number | undefined;
}

/** What changes a file: a store of items, or a session of entries. */
export type FileEditor = StoreEditor | SessionEditor;

/**
 * Makes a file editable. It is looked at without a trace first, and refused while a check of its schema fails, so that
 * nothing of a refused file was ever opened for writing. Throws `SessionStoreError` or `ThewaySessionError`.
 */
export async function openFileEditor(path: string, options: EditorOptions): Promise<FileEditor> {
  const { create, cacheDir, signal, busyTimeoutMs } = options;
  const waiting = busyTimeoutMs === undefined ? {} : { busyTimeoutMs };
  const opened = await openForReading(path, { cacheDir, signal, ...waiting });
  if (!opened.ok) {
    if (opened.code === 'not-a-database') return openTextEditor(path, options, opened);
    const isNew = opened.code === 'missing' || opened.code === 'empty';
    if (!create || !isNew) throw new SessionStoreError(opened.code, opened.message, opened.detail);
    return new StoreEditor(new EditableFile(path, { create, reader: null, ...waiting }));
  }
  const reader = opened.db;
  try {
    const detected = detectFormat(reader);
    if (detected.ok && detected.format.id === 'theway') {
      checkSession(path, reader);
      return new SessionEditor(new EditableTheway(path, reader));
    }
    checkStore(reader, create);
    return new StoreEditor(new EditableFile(path, { create, reader, ...waiting }));
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** What makes a session of a text file editable, of the formats of which some are. */
const TEXT_SESSIONS: Readonly<
  Partial<
    Record<
      FormatId,
      (path: string, watch: Pick<EditorOptions, 'signal' | 'onProgress'>) => Promise<EditableSession>
    >
  >
> = {
  pi: EditablePi.open,
};

async function openTextEditor(
  path: string,
  options: EditorOptions,
  noDatabase: ReadFailure,
): Promise<FileEditor> {
  const format = valueOrThrow(detectTextFormat(path));
  if (format === null) throw new SessionStoreError(noDatabase.code, noDatabase.message, noDatabase.detail);
  const open = TEXT_SESSIONS[format.id];
  if (open === undefined) throw new SessionStoreError('not-editable', READ_ONLY_KIND);
  return new SessionEditor(await open(path, options));
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
