import type { Head } from '../../../shared/model/head-chunk-builder';
import type { RecordHead } from './line-format';

/** What the place of an entry among others adds to what its records say. */
type Placed = Pick<Head, 'id' | 'parentRow' | 'flags' | 'callRow'> & {
  readonly toolNames: readonly string[];
};

/** The head of an entry as a chunk takes it. */
export function chunkHead(head: RecordHead, { id, parentRow, flags, callRow, toolNames }: Placed): Head {
  return {
    id,
    parentRow,
    kind: head.kind,
    flags,
    timeMs: head.timeMs,
    sizeBytes: head.places.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    tokens: head.tokens,
    callCount: head.kind === 'assistant' ? head.toolNames.length : 0,
    callRow,
    preview: head.preview,
    toolNames: toolNames.join(', '),
  };
}
