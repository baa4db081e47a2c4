/** The keys of one side's entries as numbers, a column for each level, the strictest first. */
export interface SideKeys {
  readonly whole: Int32Array;
  readonly act: Int32Array;
  readonly role: Int32Array;
}

/** What a row of an alignment is. The order is the wire code of the `states` column. */
export const ROW_STATES = ['same', 'changed', 'left', 'right'] as const;
export type RowState = (typeof ROW_STATES)[number];

/** Rows in the order in which they are read: every entry of each side once, in its own order. */
export interface Alignment {
  /** Positions in the left side; -1 where the right stands alone. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Index into {@link ROW_STATES}. */
  readonly states: Uint8Array<ArrayBuffer>;
}

/** Largest table that is filled to find the longest common run of two stretches. */
const MAX_CELLS = 1_000_000;
/** Cells filled for two stretches that have nothing of their own to hold on to. */
const MAX_CELLS_IN_PIECES = 200_000_000;

interface Stretch {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
}

/**
 * Aligns two sides: first what is the same, then, between that, what does the same (role, tools, arguments), then what
 * is of one role and calls tools of one name. Pairs never cross. At each level the longest common subsequence is taken,
 * where the stretch is too long for that by what occurs once on each side (patience), else piece by piece; so the work
 * grows with the number of entries and not with its square.
 */
export function align(left: SideKeys, right: SideKeys): Alignment {
  const rightOf = new Int32Array(left.whole.length).fill(-1);
  for (const level of ['whole', 'act', 'role'] as const) {
    for (const stretch of stretchesBetween(rightOf, right.whole.length))
      alignStretch(left[level], right[level], stretch, rightOf);
  }
  return rowsOf(rightOf, left, right);
}

/** What lies between the pairs there are. */
function stretchesBetween(rightOf: Int32Array, rightCount: number): Stretch[] {
  const stretches: Stretch[] = [];
  let left = 0;
  let right = 0;
  for (let at = 0; at <= rightOf.length; at++) {
    const pair = at === rightOf.length ? rightCount : (rightOf[at] ?? -1);
    if (pair < 0) continue;
    if (at > left && pair > right) stretches.push({ left, leftEnd: at, right, rightEnd: pair });
    left = at + 1;
    right = pair + 1;
  }
  return stretches;
}

function alignStretch(a: Int32Array, b: Int32Array, whole: Stretch, rightOf: Int32Array): void {
  const open = [whole];
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop()) {
    const inner = withoutEqualEnds(a, b, stretch, rightOf);
    const cells = (inner.leftEnd - inner.left) * (inner.rightEnd - inner.right);
    if (cells === 0) continue;
    if (cells <= MAX_CELLS) alignByTable(a, b, inner, rightOf);
    else open.push(...(splitAtUnique(a, b, inner, rightOf) ?? pieces(inner, cells)));
  }
}

function withoutEqualEnds(a: Int32Array, b: Int32Array, stretch: Stretch, rightOf: Int32Array): Stretch {
  let { left, leftEnd, right, rightEnd } = stretch;
  while (left < leftEnd && right < rightEnd && a[left] === b[right]) rightOf[left++] = right++;
  while (left < leftEnd && right < rightEnd && a[leftEnd - 1] === b[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
    rightOf[leftEnd] = rightEnd;
  }
  return { left, leftEnd, right, rightEnd };
}

/** The longest common subsequence, by a table of the lengths that can still be had from each pair of places on. */
function alignByTable(a: Int32Array, b: Int32Array, stretch: Stretch, rightOf: Int32Array): void {
  const { left, right } = stretch;
  const rows = stretch.leftEnd - left;
  const columns = stretch.rightEnd - right;
  const width = columns + 1;
  // The shorter side has at most 1,000 entries, so a length fits.
  const longest = new Uint16Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    const key = a[left + row];
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column;
      longest[at] =
        key === b[right + column]
          ? (longest[at + width + 1] ?? 0) + 1
          : Math.max(longest[at + width] ?? 0, longest[at + 1] ?? 0);
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    const at = row * width + column;
    if (a[left + row] === b[right + column]) rightOf[left + row++] = right + column++;
    else if ((longest[at + width] ?? 0) >= (longest[at + 1] ?? 0)) row += 1;
    else column += 1;
  }
}

/** Pairs what occurs once on each side, as many as keep the order, and gives what lies between; null when nothing does. */
function splitAtUnique(
  a: Int32Array,
  b: Int32Array,
  stretch: Stretch,
  rightOf: Int32Array,
): Stretch[] | null {
  const onLeft = placesOfUnique(a, stretch.left, stretch.leftEnd);
  const onRight = placesOfUnique(b, stretch.right, stretch.rightEnd);
  const lefts: number[] = [];
  const rights: number[] = [];
  // In the order of the left side, since a map keeps the order in which its keys came.
  for (const [key, place] of onLeft) {
    const other = onRight.get(key) ?? -1;
    if (place < 0 || other < 0) continue;
    lefts.push(place);
    rights.push(other);
  }
  if (lefts.length === 0) return null;
  const between: Stretch[] = [];
  let { left, right } = stretch;
  for (const at of longestRising(rights)) {
    const pair = { left: lefts[at] ?? left, right: rights[at] ?? right };
    rightOf[pair.left] = pair.right;
    between.push({ left, leftEnd: pair.left, right, rightEnd: pair.right });
    left = pair.left + 1;
    right = pair.right + 1;
  }
  between.push({ left, leftEnd: stretch.leftEnd, right, rightEnd: stretch.rightEnd });
  return between;
}

/** Where each key stands; -1 for one that occurs more than once. */
function placesOfUnique(keys: Int32Array, start: number, end: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = start; at < end; at++) {
    const key = keys[at] ?? -1;
    places.set(key, places.has(key) ? -1 : at);
  }
  return places;
}

/** Indexes of a longest rising subsequence of different numbers (Fredman, 1975). */
function longestRising(values: readonly number[]): number[] {
  const ends: number[] = [];
  const before = new Int32Array(values.length).fill(-1);
  values.forEach((value, at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  });
  const rising: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) rising.push(at);
  return rising.reverse();
}

/** Cuts both sides into as many pieces, so that each pair of them, and all together, stay within bounds. */
function pieces({ left, leftEnd, right, rightEnd }: Stretch, cells: number): Stretch[] {
  const count = Math.max(2, Math.ceil(Math.sqrt(cells / MAX_CELLS)), Math.ceil(cells / MAX_CELLS_IN_PIECES));
  const cut = (start: number, end: number, at: number) => start + Math.floor(((end - start) * at) / count);
  return Array.from({ length: count }, (_, at) => ({
    left: cut(left, leftEnd, at),
    leftEnd: cut(left, leftEnd, at + 1),
    right: cut(right, rightEnd, at),
    rightEnd: cut(right, rightEnd, at + 1),
  }));
}

function rowsOf(rightOf: Int32Array, { whole: a }: SideKeys, { whole: b }: SideKeys): Alignment {
  const pairCount = rightOf.reduce((count, pair) => count + (pair < 0 ? 0 : 1), 0);
  const count = a.length + b.length - pairCount;
  const rows = { left: new Int32Array(count), right: new Int32Array(count), states: new Uint8Array(count) };
  let at = 0;
  let right = 0;
  const put = (leftPlace: number, rightPlace: number, state: RowState) => {
    rows.left[at] = leftPlace;
    rows.right[at] = rightPlace;
    rows.states[at++] = ROW_STATES.indexOf(state);
  };
  let alone = 0;
  for (let left = 0; left <= a.length; left++) {
    const pair = left === a.length ? b.length : (rightOf[left] ?? -1);
    if (pair < 0) continue;
    // What only the left has comes first, as in any comparison of texts.
    for (; alone < left; alone++) put(alone, -1, 'left');
    for (; right < pair; right++) put(-1, right, 'right');
    if (left < a.length) put(left, right, a[left] === b[right] ? 'same' : 'changed');
    alone = left + 1;
    right = pair + 1;
  }
  return rows;
}
