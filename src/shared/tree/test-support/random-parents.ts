import { BROKEN_PARENT, NO_PARENT } from '../../model/heads';

/** Numbers from 0 up to a limit, the same ones for the same seed. */
export function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * limit);
  };
}

/** A parent column with chains, forks, wide fans, islands and breaks, the same one for the same seed. */
export function randomParents(count: number, seed: number): Int32Array {
  const random = randomFrom(seed);
  const parents = new Int32Array(count);
  for (let row = 0; row < count; row++) {
    const dice = random(20);
    if (row === 0 || dice === 0) parents[row] = random(3) === 0 ? BROKEN_PARENT : NO_PARENT;
    else if (dice < 12) parents[row] = row - 1;
    else if (dice < 16) parents[row] = Math.max(0, row - 1 - random(5));
    else if (dice < 18) parents[row] = random(Math.min(row, 3));
    else parents[row] = random(row);
  }
  return parents;
}
