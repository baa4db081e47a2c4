/** The labels of each labelled row. */
export function labelsByRow(
  labels: readonly { row: number; text: string }[],
): ReadonlyMap<number, readonly string[]> {
  const byRow = new Map<number, string[]>();
  for (const { row, text } of labels) byRow.set(row, [...(byRow.get(row) ?? []), text]);
  return byRow;
}

export const NO_LABELS: readonly string[] = [];
