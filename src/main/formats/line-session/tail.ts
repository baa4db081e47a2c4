import type { Block } from '../../../shared/model/body';
import { HeadChunkBuilder } from '../../../shared/model/head-chunk-builder';
import { MAX_TAIL_ENTRIES } from '../../../shared/model/tail';
import type { BodyOptions, PathTail } from '../format';
import { boundedId } from '../stored-id';
import type { EntryBodies } from './bodies';
import { chunkHead } from './chunk-head';
import type { LineFormat, RecordHead } from './line-format';
import type { PlacedRecord, RecordSource } from './record-source';

/** Of smaller files all heads are there as soon. */
const MIN_FILE_BYTES = 4 * 1024 * 1024;
/** Bytes of the end that are read first; four times as many each time that they have too few entries. */
const FIRST_BYTES = 128 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;
/** Entries that fill a screen. */
const ENOUGH_ENTRIES = 24;
/** Records of the start, which say what holds for the session as a whole. */
const START_BYTES = 64 * 1024;

/**
 * Reads the newest entries from the end of a file, backwards, without the rest of it. Null for a small file, and where
 * the end does not tell which entries they are. Throws `DatabaseError` where they cannot be read.
 */
export function readTail(
  file: RecordSource,
  format: LineFormat,
  bodies: EntryBodies,
  options: BodyOptions,
): PathTail | null {
  const start = file.sizeBytes < MIN_FILE_BYTES ? null : file.window('start', START_BYTES);
  if (start === null) return null;
  let path: RecordHead[] = [];
  for (let bytes = FIRST_BYTES; bytes <= MAX_BYTES && path.length < ENOUGH_ENTRIES; bytes *= 4)
    path = newestPath(start, file.window('end', bytes) ?? [], format);
  return path.length === 0 ? null : tailOf(path.slice(-MAX_TAIL_ENTRIES), bodies, options);
}

/** The path to the leaf, as far as the last records have it; the first ones say what holds for all. */
function newestPath(
  start: readonly PlacedRecord[],
  end: readonly PlacedRecord[],
  format: LineFormat,
): RecordHead[] {
  const reader = format.reader();
  for (const { value, place } of start)
    if (value !== undefined) reader.push({ value, place }, () => undefined);
  reader.flush(() => undefined);
  const byId = new Map<string, RecordHead>();
  let leaf: RecordHead | undefined;
  const note = (head: RecordHead) => {
    for (const id of [head.id, ...head.aliases]) byId.set(id, head);
    if (head.isLeafCandidate) leaf = head;
  };
  for (const { value, place } of end) if (value !== undefined) reader.push({ value, place }, note);
  reader.flush(note);
  const { leafId } = reader.facts();
  if (leafId !== undefined) leaf = leafId === null ? undefined : byId.get(leafId);
  const path = new Set<RecordHead>();
  for (let at = leaf; at !== undefined && !path.has(at); at = byId.get(at.parentId ?? '')) path.add(at);
  return [...path].reverse();
}

function tailOf(path: readonly RecordHead[], bodies: EntryBodies, options: BodyOptions): PathTail {
  const builder = new HeadChunkBuilder(0);
  const calls = new Map<string, { readonly row: number; readonly name: string }>();
  for (const [row, head] of path.entries()) {
    const answered = head.answeredIds.map((id) => calls.get(id)).filter((call) => call !== undefined);
    const toolNames = head.toolNames.length > 0 ? head.toolNames : answered.map(({ name }) => name);
    const id = boundedId(head.id);
    const callRow = answered[0]?.row ?? -1;
    builder.push(chunkHead(head, { id, parentRow: row - 1, flags: head.flags, callRow, toolNames }));
    for (const { callId, name } of head.calls) calls.set(callId, { row, name });
  }
  return {
    heads: builder.build(),
    end: {
      type: 'end',
      entryCount: path.length,
      storedLeafRow: path.length - 1,
      labels: [],
      problems: [],
      problemCount: 0,
    },
    bodies: path.map(({ places }, row) => {
      const body = bodies.body({ standInId: null, places, versions: [places] }, row, options);
      return { ...body, blocks: body.blocks.map(withoutLater) };
    }),
  };
}

/** An image that would be asked for by its row has none here. */
function withoutLater(block: Block): Block {
  if (block.type !== 'image' || block.data !== '' || block.reference !== null) return block;
  return { type: 'raw', label: 'image', text: '', totalChars: 0 };
}
