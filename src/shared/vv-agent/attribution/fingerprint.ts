/** UTF-16 units looked at: at either end, where ids and beginnings stand, and here and there in between. */
const END_UNITS = 48;
const INNER_UNITS = 16;

/**
 * A number that equal texts share, made of some of their units: what tells most texts apart at little cost. Two texts
 * with the same number may still differ.
 */
export function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  const mix = (start: number, end: number, step: number) => {
    for (let index = start; index < end; index += step)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  };
  const { length } = text;
  if (length <= 2 * END_UNITS) mix(0, length, 1);
  else {
    mix(0, END_UNITS, 1);
    mix(END_UNITS, length - END_UNITS, Math.ceil((length - 2 * END_UNITS) / INNER_UNITS));
    mix(length - END_UNITS, length, 1);
  }
  return (hash >>> 0) * LENGTHS + (length % LENGTHS);
}

/** With 32 bits of hash, what still fits a safe integer. */
const LENGTHS = 2 ** 21;
