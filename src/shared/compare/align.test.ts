import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Alignment, align, ROW_STATES, type SideKeys } from './align';

/** Keys of entries written as `role.act.whole`; each part names the one before it, as real keys do. */
function keysOf(entries: readonly string[]): SideKeys {
  const column = (parts: number) =>
    Int32Array.from(entries, (entry) => numberOf(entry.split('.').slice(0, parts).join('.')));
  return { role: column(1), act: column(2), whole: column(3) };
}

const numbers = new Map<string, number>();
function numberOf(text: string): number {
  const known = numbers.get(text) ?? numbers.size;
  numbers.set(text, known);
  return known;
}

function rowsOf({ left, right, states }: Alignment): [number, number, string | undefined][] {
  return Array.from(left, (place, at) => [place, right[at] ?? -1, ROW_STATES[states[at] ?? -1]]);
}

const alignTexts = (left: string, right: string) =>
  rowsOf(align(keysOf(left.split(' ').filter(Boolean)), keysOf(right.split(' ').filter(Boolean))));

describe('two sides', () => {
  it('that share tool calls stand next to each other, not one after the other', () => {
    expect(
      alignTexts('user.x.1 read.a.1 read-r.a.1 edit.b.1 user.y.1', 'user.z.1 read.a.2 read-r.a.1 edit.c.1'),
    ).toEqual([
      [0, 0, 'changed'],
      [1, 1, 'changed'],
      [2, 2, 'same'],
      [3, 3, 'changed'],
      [4, -1, 'left'],
    ]);
  });

  it('pair what is the same before what only does the same, and that before what has the same role', () => {
    expect(alignTexts('bash.a.1 bash.b.1', 'bash.b.1')).toEqual([
      [0, -1, 'left'],
      [1, 0, 'same'],
    ]);
    expect(alignTexts('bash.a.1', 'bash.b.1 bash.a.2')).toEqual([
      [-1, 0, 'right'],
      [0, 1, 'changed'],
    ]);
  });

  it('never pair one role with another', () => {
    expect(alignTexts('user.x.1', 'assistant.x.1')).toEqual([
      [0, -1, 'left'],
      [-1, 0, 'right'],
    ]);
  });

  it('may be empty, one of them or both', () => {
    expect(alignTexts('', '')).toEqual([]);
    expect(alignTexts('user.x.1', '')).toEqual([[0, -1, 'left']]);
    expect(alignTexts('', 'user.x.1')).toEqual([[-1, 0, 'right']]);
  });
});

const entries = fc.array(
  fc
    .tuple(fc.constantFrom('user', 'bash', 'read'), fc.nat(3), fc.nat(2))
    .map(([role, act, whole]) => `${role}.${act}.${whole}`),
  { maxLength: 40 },
);

it('each entry of each side comes exactly once, in its own order, and pairs are of one role', () => {
  fc.assert(
    fc.property(entries, entries, (left, right) => {
      const rows = rowsOf(align(keysOf(left), keysOf(right)));
      expect(rows.map(([place]) => place).filter((place) => place >= 0)).toEqual(left.map((_, at) => at));
      expect(rows.map(([, place]) => place).filter((place) => place >= 0)).toEqual(right.map((_, at) => at));
      for (const [a, b, state] of rows) {
        expect(state).toBe(a < 0 ? 'right' : b < 0 ? 'left' : left[a] === right[b] ? 'same' : 'changed');
        if (a >= 0 && b >= 0) expect(left[a]?.split('.')[0]).toBe(right[b]?.split('.')[0]);
      }
    }),
  );
});

it('a side is the same as itself', () => {
  fc.assert(
    fc.property(entries, (side) => {
      expect(rowsOf(align(keysOf(side), keysOf(side)))).toEqual(side.map((_, at) => [at, at, 'same']));
    }),
  );
});

describe('sides of 50,000 entries', () => {
  const long = (step: number) => Array.from({ length: 50_000 }, (_, at) => `user.${at}.${at % step}`);

  it('with places of their own are aligned by those', () => {
    const left = keysOf(long(7));
    const right = keysOf(['user.new.1', ...long(7)]);
    const rows = rowsOf(align(left, right));
    expect(rows[0]).toEqual([-1, 0, 'right']);
    expect(rows.slice(1).every(([a, b, state]) => b === a + 1 && state === 'same')).toBe(true);
  });

  it('that repeat a few things over and over take time in proportion to their length', () => {
    const repeat = (words: readonly string[]) =>
      keysOf(Array.from({ length: 50_000 }, (_, at) => words[(at * 7919) % words.length] ?? ''));
    const started = performance.now();
    const rows = align(
      repeat(['a.1.1', 'b.1.1', 'c.1.1']),
      repeat(['c.1.1', 'a.1.1', 'd.1.1', 'b.1.1', 'a.2.1']),
    );
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(rows.left.filter((place) => place >= 0)).toHaveLength(50_000);
  });
});
