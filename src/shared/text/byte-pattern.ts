/** For each character of a term, its UTF-8 in lower and in upper case. */
export type BytePattern = readonly (readonly Uint8Array[])[];

/** The pattern of a term, in any case of its letters. */
export function patternOf(term: string): BytePattern {
  const encoder = new TextEncoder();
  return Array.from(term, (character) =>
    [...new Set([character.toLowerCase(), character.toUpperCase()])].map((each) => encoder.encode(each)),
  );
}

/** Whether a pattern stands somewhere in `bytes[from … to)`. */
export function hasPattern(bytes: Uint8Array, from: number, to: number, pattern: BytePattern): boolean {
  const first = pattern[0];
  if (first === undefined) return true;
  const one = first[0]?.[0] ?? -1;
  const other = first[1]?.[0] ?? one;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if ((byte === one || byte === other) && standsAt(bytes, at, to, pattern)) return true;
  }
  return false;
}

function standsAt(bytes: Uint8Array, from: number, to: number, pattern: BytePattern): boolean {
  let at = from;
  for (const forms of pattern) {
    const form = forms.find((each) => startsWith(bytes, at, to, each));
    if (form === undefined) return false;
    at += form.length;
  }
  return true;
}

function startsWith(bytes: Uint8Array, at: number, to: number, form: Uint8Array): boolean {
  if (at + form.length > to) return false;
  for (let i = 0; i < form.length; i++) if (bytes[at + i] !== form[i]) return false;
  return true;
}
