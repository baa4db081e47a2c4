import type { SessionTree } from '../entry/session-tree';

/** Rows with a problem or a break, in the order the tree shows them. */
export function rowsWithProblems({ index, layout, count }: SessionTree): readonly number[] {
  const rows: number[] = [];
  for (let line = 0; line < count; line++) {
    const row = layout.rowAt[line] ?? 0;
    if (index.hasFlag(row, 'problem')) rows.push(row);
  }
  return rows;
}
