import type { Block, Body } from '../../model/body';

/** A body for tests: of a row, with nothing in it. */
export function emptyBody(row: number): Body {
  return bodyOf(row, []);
}

/** A body for tests: of a row, with these blocks. */
export function bodyOf(row: number, blocks: Block[]): Body {
  return {
    row,
    id: `e${row}`,
    parentId: null,
    type: 'message',
    role: null,
    timestamp: null,
    model: null,
    stopReason: null,
    errorMessage: null,
    usage: null,
    blocks,
    place: '',
    sizeBytes: 0,
    facts: [],
    problems: [],
  };
}
