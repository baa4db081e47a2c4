import { HeadChunkBuilder } from '../../../../shared/model/head-chunk-builder';
import type { HeadChunk, HeadsEnd } from '../../../../shared/model/heads';
import { SessionIndex } from '../../../../shared/tree/session-index';

/** A chunk of user entries with these ids, each below the one before it unless `parents` says otherwise. */
export function chunkOf(ids: readonly string[], firstRow = 0, parents?: readonly number[]): HeadChunk {
  const builder = new HeadChunkBuilder(firstRow);
  for (const [index, id] of ids.entries()) {
    builder.push({
      id,
      parentRow: parents?.[index] ?? firstRow + index - 1,
      kind: 'user',
      flags: 0,
      timeMs: 0,
      sizeBytes: 10,
      tokens: index + 1,
      callCount: 0,
      callRow: -1,
      preview: id,
      toolNames: '',
    });
  }
  return builder.build();
}

export function endOf(entryCount: number, storedLeafRow: number): HeadsEnd {
  return { type: 'end', entryCount, storedLeafRow, labels: [], problems: [], problemCount: 0 };
}

/** An index of one chunk; complete when a stored leaf is given. */
export function indexOf(
  ids: readonly string[],
  options: { parents?: readonly number[]; storedLeafRow?: number } = {},
): SessionIndex {
  const index = new SessionIndex();
  index.append(chunkOf(ids, 0, options.parents));
  if (options.storedLeafRow !== undefined) index.finish(endOf(ids.length, options.storedLeafRow));
  return index;
}
