import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { SessionSummary } from '../../../shared/model/session';
import { call } from './bridge';
import { type Expected, HeadsStream, type SessionHeads } from './heads-stream';
import { openStreamPort } from './stream-port';

export type { SessionHeads } from './heads-stream';

/** Sessions whose heads stay in memory, the one on screen included. */
const MOST_KEPT = 4;

/** What is to be known of the file that a session is in. */
interface HeadsFile {
  readonly fileId: string;
  readonly generation: number;
  readonly summary: { readonly sizeBytes: number };
}

/** Most recently used last. */
const streams = new Map<string, HeadsStream>();

/**
 * The heads of a session, read in the background. `generation` is the file's: what was read under
 * another one is not used again. Re-renders at most once a frame.
 */
export function useSessionIndex(file: HeadsFile, session: SessionSummary): SessionHeads {
  const { fileId, generation } = file;
  const { sizeBytes } = file.summary;
  const { id, entryCount } = session;
  const stream = useMemo(
    () => streamFor(fileId, generation, id, { entryCount, sizeBytes }),
    [fileId, generation, id, entryCount, sizeBytes],
  );
  useEffect(() => stream.hold(), [stream]);
  return useSyncExternalStore(stream.subscribe, stream.snapshot);
}

function streamFor(fileId: string, generation: number, sessionId: string, expected: Expected): HeadsStream {
  const key = JSON.stringify([fileId, generation, sessionId]);
  const stream =
    streams.get(key) ??
    new HeadsStream(
      {
        connect: (signal) =>
          openStreamPort((streamId) => call('session.heads', { fileId, sessionId, streamId }), signal),
        onFrame: (task) => requestAnimationFrame(task),
      },
      expected,
    );
  streams.delete(key);
  streams.set(key, stream);
  for (const [oldKey, old] of streams) {
    if (streams.size <= MOST_KEPT) break;
    if (old !== stream && !old.isHeld) streams.delete(oldKey);
  }
  return stream;
}
