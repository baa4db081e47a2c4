import { type Head, HeadChunkBuilder } from '../../../../../shared/model/head-chunk-builder';
import { SessionIndex } from '../../../../../shared/tree/session-index';

/** Builds the index of a small session for tests: heads in stored order, what is left out takes a quiet default. */
export function sessionOf(heads: readonly Partial<Head>[]): SessionIndex {
  const index = new SessionIndex();
  const builder = new HeadChunkBuilder(0);
  heads.forEach((head, row) => {
    builder.push({
      id: `e${row}`,
      parentRow: row - 1,
      kind: 'assistant',
      flags: 0,
      timeMs: Number.NaN,
      sizeBytes: 0,
      tokens: Number.NaN,
      callCount: 0,
      callRow: -1,
      preview: '',
      toolNames: '',
      ...head,
    });
  });
  index.append(builder.build());
  return index;
}
