import { useSyncExternalStore } from 'react';
import type { OpenFolder } from '../../../../shared/contract/folder';
import { call } from '../../app/bridge';
import { openStreamPort } from '../../app/stream-port';
import { type FolderScan, FolderStream } from './folder-stream';

interface KeptScan {
  readonly generation: number;
  readonly stream: FolderStream;
}

/** By folder. A folder that is left and come back to is not looked through again. */
const scans = new Map<string, KeptScan>();

/** What was found in a folder so far, and the way to stop looking. The first call for each generation starts it. */
export function useFolderScan(folder: OpenFolder): { scan: FolderScan; cancel: () => void } {
  const stream = streamOf(folder);
  const scan = useSyncExternalStore(stream.subscribe, stream.snapshot);
  return { scan, cancel: stream.cancel };
}

/** Ends and forgets what was found in folders that are no longer open. */
export function keepFolderScans(folders: readonly OpenFolder[]): void {
  for (const [folderId, { stream }] of scans) {
    if (folders.some((folder) => folder.folderId === folderId)) continue;
    stream.cancel();
    scans.delete(folderId);
  }
}

function streamOf({ folderId, generation }: OpenFolder): FolderStream {
  const kept = scans.get(folderId);
  if (kept?.generation === generation) return kept.stream;
  kept?.stream.cancel();
  const stream = new FolderStream({
    connect: (signal) => openStreamPort((streamId) => call('folders.scan', { folderId, streamId }), signal),
    onFrame: (task) => requestAnimationFrame(task),
  });
  scans.set(folderId, { generation, stream });
  return stream;
}
