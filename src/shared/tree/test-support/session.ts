import { type Head, HeadChunkBuilder } from '../../model/head-chunk-builder';
import { SessionIndex } from '../session-index';

/** A head for tests: the next entry of a chain, with quiet defaults. */
export function headOf(row: number, head: Partial<Head> = {}): Head {
  return {
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
  };
}

/** The index of a small session for tests: heads in stored order, what is left out as in `headOf`. */
export function sessionOf(heads: readonly Partial<Head>[]): SessionIndex {
  const index = new SessionIndex();
  const builder = new HeadChunkBuilder(0);
  for (const [row, head] of heads.entries()) builder.push(headOf(row, head));
  index.append(builder.build());
  return index;
}
