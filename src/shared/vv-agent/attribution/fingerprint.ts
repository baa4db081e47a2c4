/** UTF-16 units looked at: at either end, where ids and beginnings stand, and here and there in between. */
const END_UNITS = 20;
const INNER_UNITS = 8;

/**
 * A number that equal texts share, made of some of their units: what tells most texts apart at little cost. Two texts
 * with the same number may still differ. It is another number in the next run.
 */
export function fingerprint(text: string): number {
  const { length } = text;
  let hash = FNV_START ^ length;
  if (length <= 2 * END_UNITS) hash = mixed(hash, text, 0, length, 1);
  else {
    hash = mixed(hash, text, 0, END_UNITS, 1);
    const step = Math.ceil((length - 2 * END_UNITS) / INNER_UNITS);
    hash = mixed(hash, text, END_UNITS, length - END_UNITS, step);
    hash = mixed(hash, text, length - END_UNITS, length, 1);
  }
  return hash >>> SPARE_BITS;
}

/** FNV-1a over every `step`th unit, http://www.isthe.com/chongo/tech/comp/fnv/ */
function mixed(start: number, text: string, first: number, end: number, step: number): number {
  let hash = start;
  for (let index = first; index < end; index += step)
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  return hash;
}

/** Another in each run, so that no file can be made whose texts all have the same numbers. */
const FNV_START = Math.floor(Math.random() * 2 ** 32);
const FNV_PRIME = 0x01000193;
/** What is left is positive as a signed integer of 32 bits. */
const SPARE_BITS = 2;
