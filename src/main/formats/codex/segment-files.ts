import fs from 'node:fs';
import path from 'node:path';

/** `rollout-<time>-<thread>` or `rollout-<time>-<thread>_<segment>`, plain or compressed. */
const NAME =
  /^rollout-.*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:_([0-9a-f-]{36}))?\.jsonl(\.zst)?$/i;

/** A file of a rollout, by its name. */
export interface SegmentFile {
  readonly path: string;
  readonly threadId: string;
  /** Of the first segment the id of the thread. */
  readonly segmentId: string;
  readonly isCompressed: boolean;
}

/** What the name of a file says; null where it is no name of a rollout. */
export function segmentOf(file: string): SegmentFile | null {
  const [, threadId, segmentId, compressed] = NAME.exec(path.basename(file)) ?? [];
  if (threadId === undefined) return null;
  return { path: file, threadId, segmentId: segmentId ?? threadId, isCompressed: compressed !== undefined };
}

/** The rollouts in a folder that are files of their own, no links; none where it cannot be read. */
export function segmentsIn(folder: string): SegmentFile[] {
  try {
    return fs
      .readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .flatMap((entry) => segmentOf(path.join(folder, entry.name)) ?? []);
  } catch {
    return []; // A folder that may not be listed: the file itself can be read nevertheless.
  }
}
