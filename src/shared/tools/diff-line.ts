/** One line of the difference of two texts. */
export interface DiffLine {
  /** `gap`: lines that are left out; its text says what follows, or nothing. */
  readonly kind: 'same' | 'added' | 'removed' | 'gap';
  readonly text: string;
  /** From 1; null where the source has no numbers. */
  readonly oldNumber: number | null;
  readonly newNumber: number | null;
}

/** How many lines a difference adds and removes. */
export function countChanges(lines: readonly DiffLine[]): {
  readonly added: number;
  readonly removed: number;
} {
  let added = 0;
  let removed = 0;
  for (const { kind } of lines) {
    if (kind === 'added') added += 1;
    if (kind === 'removed') removed += 1;
  }
  return { added, removed };
}

/** A row of a difference set side by side; null where a side has no line. */
export interface DiffPair {
  readonly left: DiffLine | null;
  readonly right: DiffLine | null;
}

/** Sets a difference side by side: removed lines beside the added ones that follow them. */
export function pairLines(lines: readonly DiffLine[]): readonly DiffPair[] {
  const pairs: DiffPair[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      pairs.push({ left: removed[at] ?? null, right: added[at] ?? null });
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'removed') {
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.kind === 'added') {
      added.push(line);
    } else {
      flush();
      pairs.push({ left: line, right: line });
    }
  }
  flush();
  return pairs;
}
