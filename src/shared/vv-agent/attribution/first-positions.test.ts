import { expect, it } from 'vitest';
import { FirstPositions } from './first-positions';

it('knows the first position of each number, also of those that want the same slot', () => {
  const firsts = new FirstPositions(5);
  const numbers = [0, 16, 32, 2 ** 30 - 1, 7, 16, 0, 2 ** 30 - 1, 32, 7];
  expect(numbers.map((number, position) => firsts.note(number, position))).toEqual([
    0, 1, 2, 3, 4, 1, 0, 3, 2, 4,
  ]);
});

it('holds as many numbers as it was made for', () => {
  for (const count of [0, 1, 2, 3, 1000]) {
    const firsts = new FirstPositions(count);
    for (let number = 0; number < count; number += 1) expect(firsts.note(number * 1024, number)).toBe(number);
    for (let number = 0; number < count; number += 1) expect(firsts.note(number * 1024, -1)).toBe(number);
  }
});
