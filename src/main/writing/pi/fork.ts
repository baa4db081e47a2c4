import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { ForkPoint } from '../../../shared/contract/session-editing';
import { isNativeObject } from '../../../shared/json/native';
import type { FileEntry } from '../../formats/pi/found-entries';
import { labelOf, PiSessionFile, type Watch } from '../../formats/pi/session-file';
import { failureOfSystemError } from '../../sqlite/failure';
import { stageFile } from '../../sqlite/staged-file';
import { SessionStoreError } from '../../stores/store-error';

/** Entries written before others get their turn. */
const TURN_ENTRIES = 500;
const LINE_FEED = Buffer.from('\n');

/**
 * Makes a session of the path to an entry, or of all entries: a new file in `toDir`, named as pi names it, whose header
 * has the source as its parent. Ids and the bytes of entries are kept; entries recovered from damaged lines get lines of
 * their own. Labels that were given from off the path are given anew at its end, as pi does. Gives its path. Throws a
 * `SessionStoreError` or a `DatabaseError`, and then nothing is left behind.
 */
export async function forkPi(
  path: string,
  point: ForkPoint | null,
  toDir: string,
  watch?: Watch,
): Promise<string> {
  const source = await PiSessionFile.read(path, watch);
  if (source.refusal !== null) throw new SessionStoreError('not-editable', source.refusal);
  const entries = point === null ? source.entries : forkPath(source, point);
  const labels = point === null ? [] : furtherLabels(source, entries);
  const { name, header } = newHeader(source);
  const staged = withSystemErrors(() => stageFile(toDir, name));
  try {
    const fd = withSystemErrors(() => fs.openSync(staged.stagedPath, 'wx', 0o600));
    try {
      const write = (...parts: Buffer[]) => withSystemErrors(() => fs.writevSync(fd, parts));
      write(Buffer.from(header), LINE_FEED);
      let doneBytes = 0;
      let count = 0;
      for (const bytes of source.bytesOf(entries)) {
        write(bytes, LINE_FEED);
        doneBytes += bytes.length;
        count += 1;
        if (count % TURN_ENTRIES !== 0) continue;
        watch?.onProgress(doneBytes, source.state.sizeBytes);
        await turn();
        watch?.signal.throwIfAborted();
      }
      for (const label of labels) write(Buffer.from(label), LINE_FEED);
    } finally {
      fs.closeSync(fd);
    }
    if (!source.isUnchanged()) throw changedMeanwhile(source.path);
    await expectWhole(staged.stagedPath, entries.length + labels.length, watch);
    withSystemErrors(() => staged.commit());
    return staged.path;
  } catch (error) {
    staged.discard();
    throw error;
  }
}

/** The entries of a fork, root first. */
function forkPath(source: PiSessionFile, point: ForkPoint): readonly FileEntry[] {
  const id = 'at' in point ? point.at : point.before;
  const entry = source.entry(id);
  if (entry === null) throw unknownEntry('There is no entry of this id in the file.');
  if ('before' in point && !isUserMessage(source, entry))
    throw unknownEntry('This entry is no message of the user.');
  const path = source.pathTo(id);
  if (path === null)
    throw new SessionStoreError('damaged', 'The parents of this entry go in a circle, so it has no path.');
  return 'at' in point ? path : path.slice(0, -1);
}

function isUserMessage(source: PiSessionFile, entry: FileEntry): boolean {
  const { type, message } = source.record(entry);
  return type === 'message' && isNativeObject(message) && message.role === 'user';
}

/** Lines that give the entries of a path the labels they have in the source, where the path does not say so itself. */
function furtherLabels(source: PiSessionFile, path: readonly FileEntry[]): string[] {
  const onPath = new Map<string, string | null>();
  const ids = new Set(path.map(({ id }) => id));
  for (const entry of path)
    if (entry.labelledId !== null) onPath.set(entry.labelledId, labelOf(source.record(entry)));
  let parentId = path.at(-1)?.id ?? null;
  const lines: string[] = [];
  for (const targetId of [...ids]) {
    const entry = source.labelEntry(targetId);
    if (entry === null) continue;
    const { timestamp, ...record } = source.record(entry);
    const label = labelOf(record);
    if (label === (onPath.get(targetId) ?? null)) continue;
    const id = freeId(ids);
    const fields = { targetId, ...(label === null ? {} : { label }) };
    lines.push(JSON.stringify({ type: 'label', id, parentId, timestamp, ...fields }));
    parentId = id;
  }
  return lines;
}

function freeId(taken: Set<string>): string {
  for (;;) {
    const id = randomUUID().slice(0, 8);
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}

function newHeader({ path, header }: PiSessionFile): { name: string; header: string } {
  const id = uuidv7();
  const timestamp = new Date().toISOString();
  const cwd = header.cwd === null ? {} : { cwd: header.cwd };
  return {
    name: `${timestamp.replace(/[:.]/g, '-')}_${id}.jsonl`,
    header: JSON.stringify({ type: 'session', version: 3, id, timestamp, ...cwd, parentSession: path }),
  };
}

/** Reads back what was written, before it has its name. */
async function expectWhole(stagedPath: string, entryCount: number, watch?: Watch): Promise<void> {
  const made = await PiSessionFile.read(stagedPath, watch);
  if (
    made.refusal === null &&
    made.entries.length === entryCount &&
    made.entries.every(({ isSeen }) => isSeen)
  )
    return;
  throw new SessionStoreError('io-error', 'The new session reads back differently, so it was not kept.');
}

function unknownEntry(message: string): SessionStoreError {
  return new SessionStoreError('unknown-entry', message);
}

function changedMeanwhile(path: string): SessionStoreError {
  const message =
    'Another program wrote to this session while it was copied, so no new one was made: try again.';
  return new SessionStoreError('changed-meanwhile', message, path);
}

function withSystemErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const known = failureOfSystemError(error, 'writing');
    if (known === null) throw error;
    throw new SessionStoreError(known.code, known.message, known.detail);
  }
}
