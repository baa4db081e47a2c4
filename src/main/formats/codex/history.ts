import path from 'node:path';
import { isNativeObject, type NativeObject } from '../../../shared/json/native';
import type { TextOptions } from '../format';
import { ChainedFile } from '../line-session/chained-file';
import { openRecordFile } from '../line-session/open-record-file';
import type { RecordFile } from '../line-session/record-file';
import type { RecordSource } from '../line-session/record-source';
import { foldersOf } from './codex-home';
import { type EarlierPart, type EarlierParts, type MissingPart, NO_PARTS } from './earlier-parts';
import { isEnvelope, textOf, unwrap } from './record';
import { type SegmentFile, segmentOf, segmentsIn } from './segment-files';
import { threadName } from './session-index';

/** Files that one session is followed through; no real one was taken back as often. */
const MAX_PARTS = 100;

/** A session with the files that its earlier records are in. */
export interface History {
  readonly file: RecordSource;
  readonly parts: EarlierParts;
  /** The name that Codex keeps apart from the records; null for none. */
  readonly threadName: string | null;
}

/** Where a file goes on from. */
interface Base {
  readonly segmentId: string;
  readonly endOffset: number;
}

/**
 * Opens a rollout with the files it goes on from, as far as they lie in its folder, or where Codex keeps them. Throws what opening a file throws.
 */
export async function openHistory(file: string, options: TextOptions): Promise<History> {
  const own = await openRecordFile(file, isEnvelope, options);
  const opened: RecordFile[] = [own];
  try {
    const header = await headerOf(own);
    const ownName = segmentOf(file);
    const beside = ownName === null && baseOf(header) === null ? [] : segmentsIn(path.dirname(file));
    const earlier: { part: EarlierPart; file: RecordFile }[] = [];
    let missing: MissingPart | null = null;
    const seen = new Set([ownName?.segmentId]);
    for (let base = baseOf(header); base !== null && missing === null; ) {
      const found: SegmentFile | undefined = seen.has(base.segmentId)
        ? undefined
        : (segmentById(beside, base.segmentId) ?? segmentElsewhere(file, base.segmentId));
      seen.add(base.segmentId);
      if (found === undefined || earlier.length >= MAX_PARTS) {
        missing = missingPart(
          base,
          'No file of that segment lies in the same folder, or where Codex keeps it.',
        );
        break;
      }
      // What another session said after it was forked is no part of this one; what was taken back of this one is.
      const isSameThread = found.threadId === textOf(header?.id);
      const part = await openRecordFile(
        found.path,
        isEnvelope,
        options,
        isSameThread ? undefined : base.endOffset,
      );
      if (part.sizeBytes < base.endOffset) {
        part.close();
        missing = missingPart(base, 'The file of that segment ends before the place it goes on from.');
        break;
      }
      opened.push(part);
      earlier.unshift({ part: base, file: part });
      base = baseOf(await headerOf(part));
    }
    const shown = new Set([file, ...opened.map(({ path: shownPath }) => shownPath)]);
    const others = beside.filter(
      (other) => other.threadId === textOf(header?.id) && !shown.has(other.path) && !hasPlain(beside, other),
    );
    const files = earlier.map((each) => each.file);
    return {
      file: files.length === 0 ? own : new ChainedFile(own, files),
      parts: {
        ...NO_PARTS,
        parts: earlier.map(({ part }) => part),
        missing,
        others: others.map((other) => path.basename(other.path)),
      },
      threadName: await threadName(file, textOf(header?.id), options),
    };
  } catch (error) {
    for (const each of opened) each.close();
    throw error;
  }
}

/** The header a rollout begins with; null where it has lost it. */
async function headerOf(file: RecordFile): Promise<NativeObject | null> {
  for await (const { records } of file.records()) {
    const [first] = records;
    if (first?.value === undefined) return null;
    const { type, payload } = unwrap(first.value);
    return type === 'session_meta' ? payload : null;
  }
  return null;
}

function baseOf(header: NativeObject | null): Base | null {
  const base = header?.history_base;
  if (!isNativeObject(base)) return null;
  const { thread_id: segmentId, end_byte_offset: endOffset } = base;
  if (typeof segmentId !== 'string' || typeof endOffset !== 'number') return null;
  return { segmentId, endOffset };
}

/** The file of a segment, a plain one rather than a compressed one. */
function segmentById(beside: readonly SegmentFile[], segmentId: string): SegmentFile | undefined {
  const found = beside.filter((each) => each.segmentId === segmentId);
  return found.find(({ isCompressed }) => !isCompressed) ?? found[0];
}

/** The file of a segment that was archived, or is of another day. */
function segmentElsewhere(file: string, segmentId: string): SegmentFile | undefined {
  return segmentById(foldersOf(file, segmentId).flatMap(segmentsIn), segmentId);
}

/** Whether it is the compressed twin of a plain file. */
function hasPlain(beside: readonly SegmentFile[], { segmentId, isCompressed }: SegmentFile): boolean {
  return isCompressed && beside.some((each) => each.segmentId === segmentId && !each.isCompressed);
}

function missingPart({ segmentId }: Base, reason: string): MissingPart {
  return { segmentId, reason };
}
