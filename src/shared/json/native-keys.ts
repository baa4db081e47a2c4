import { isNativeArray, type NativeValue } from './native';

const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const SLASH = 0x2f;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Whether no object of a text has a key twice, so that its value has lost no more than how its numbers were written,
 * and it nests at most `levels` deep. Walks the text beside its value, token by token, and costs little where strings
 * are long. False as well where that does not show: the text has white space or escapes in keys, or it has keys that
 * the engine puts in another order.
 */
export function hasSingleKeys(value: NativeValue, text: string, levels: number): boolean {
  return endOf(value, text, 0, levels) === text.length;
}

/** The place behind a value that begins at `at`; -1 where the text goes another way. */
function endOf(value: NativeValue, text: string, at: number, levels: number): number {
  if (typeof value === 'string') return stringEnd(text, at);
  if (typeof value === 'number') return numberEnd(text, at);
  if (value === null || typeof value !== 'object') {
    const word = String(value);
    return text.startsWith(word, at) ? at + word.length : -1;
  }
  if (levels === 0) return -1;
  if (isNativeArray(value)) return arrayEnd(value, text, at, levels - 1);
  if (text.charCodeAt(at) !== OPEN_BRACE) return -1;
  let place = at + 1;
  let isFirst = true;
  // What the engine's parser makes inherits nothing that can be listed.
  for (const key in value) {
    if (isFirst) isFirst = false;
    else if (text.charCodeAt(place++) !== COMMA) return -1;
    const keyEnd = place + 1 + key.length;
    if (text.charCodeAt(place) !== QUOTE || !text.startsWith(key, place + 1)) return -1;
    // A key written with escapes is longer than it is: behind as many units its closing quote cannot stand.
    if (text.charCodeAt(keyEnd) !== QUOTE || text.charCodeAt(keyEnd + 1) !== COLON) return -1;
    place = endOf(value[key] ?? null, text, keyEnd + 2, levels - 1);
    if (place < 0) return -1;
  }
  return text.charCodeAt(place) === CLOSE_BRACE ? place + 1 : -1;
}

function arrayEnd(items: readonly NativeValue[], text: string, at: number, levels: number): number {
  if (text.charCodeAt(at) !== OPEN_BRACKET) return -1;
  let place = at + 1;
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0 && text.charCodeAt(place++) !== COMMA) return -1;
    place = endOf(items[index] ?? null, text, place, levels);
    if (place < 0) return -1;
  }
  return text.charCodeAt(place) === CLOSE_BRACKET ? place + 1 : -1;
}

function stringEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== QUOTE) return -1;
  for (let quote = at; ; ) {
    quote = text.indexOf('"', quote + 1);
    if (quote < 0) return -1;
    let run = quote - 1;
    while (text.charCodeAt(run) === BACKSLASH) run -= 1;
    // An even number of backslashes escape each other, and not the quote.
    if ((quote - run) % 2 === 1) return quote + 1;
  }
}

/** Behind the signs, digits, points and exponents from here on, of which there must be some. */
function numberEnd(text: string, at: number): number {
  let place = at;
  for (;;) {
    const unit = text.charCodeAt(place);
    const isPart =
      (unit >= PLUS && unit <= NINE && unit !== COMMA && unit !== SLASH) || (unit | 0x20) === 0x65;
    if (!isPart) return place > at ? place : -1;
    place += 1;
  }
}
