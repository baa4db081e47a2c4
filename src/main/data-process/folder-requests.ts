import { ok } from '../../shared/contract/errors';
import type { FolderEnd, FoundSessions } from '../../shared/contract/folder';
import { DatabaseError } from '../formats/database-error';
import { type FolderFiles, listSessionFiles } from '../library/session-files';
import { failureOfSystemError } from '../sqlite/failure';
import { lookAtFile } from './found-sessions';
import type { DataInput } from './protocol';
import { failureOf } from './read-results';
import type { RequestContext, RequestHandlers } from './requests';

/** What was found is sent about as often as this. */
const SEND_INTERVAL_MS = 100;
/** Looking at a small file is mostly waiting for turns of the event loop, which several files can share. */
const FILES_AT_A_TIME = 8;

/** Looking through a folder for sessions. */
export const folderRequests: RequestHandlers<'folder.scan'> = {
  'folder.scan': async (input, context) => {
    const { port, signal, abort } = context;
    port?.on('close', abort);
    port?.start();
    try {
      const end = await scan(input, context);
      port?.postMessage(end);
      return ok(end);
    } catch (error) {
      if (!signal.aborted) port?.postMessage({ type: 'failed', ...failureOf(error) });
      throw error;
    }
  },
};

/** Looks at the files of a folder, the one written last first. Throws `DatabaseError` where the folder cannot be read. */
async function scan(
  { folder, cacheDir }: DataInput<'folder.scan'>,
  { port, signal, progress }: RequestContext,
): Promise<FolderEnd> {
  let doneFiles = 0;
  let totalFiles: number | null = null;
  let unknownFiles = 0;
  let files: FoundSessions[] = [];
  let sentMs = performance.now();
  const send = () => {
    port?.postMessage({ type: 'found', doneFiles, totalFiles, unknownFiles, files });
    files = [];
    sentMs = performance.now();
  };
  const tell = () => {
    progress({ label: 'Looking at files', done: doneFiles, total: totalFiles, unit: 'files' });
    if (performance.now() - sentMs >= SEND_INTERVAL_MS) send();
  };
  const listed = await list(folder, signal, tell);
  totalFiles = listed.files.length;
  send();
  const rest = listed.files.values();
  const look = async () => {
    for (const file of rest) {
      signal.throwIfAborted();
      const found = await lookAtFile(file, { folder, cacheDir, signal, progress: tell });
      doneFiles += 1;
      if (found === null) unknownFiles += 1;
      else files.push(found);
      tell();
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_A_TIME }, look));
  send();
  return { type: 'end', doneFiles, totalFiles, unknownFiles, isCut: listed.isCut };
}

async function list(folder: string, signal: AbortSignal, onProgress: () => void): Promise<FolderFiles> {
  try {
    return await listSessionFiles(folder, { signal, onProgress });
  } catch (error) {
    const known = failureOfSystemError(error);
    if (known === null) throw error;
    throw new DatabaseError({ ...known, message: sentenceOf(known.code) });
  }
}

function sentenceOf(code: string): string {
  switch (code) {
    case 'missing':
      return 'There is no folder here: it may have been moved or deleted.';
    case 'no-permission':
      return 'You have no permission to look into this folder: ask its owner, or change its permissions.';
    default:
      return 'The system refused to list this folder: check the drive or the network share, then try again.';
  }
}
