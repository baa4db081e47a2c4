/** What to look for in UTF-8, in any case of its letters. */
export interface BytePattern {
  /** For each character, its bytes in lower and in upper case. */
  readonly forms: readonly (readonly Uint8Array[])[];
  /** Bytes of the whole in lower and in upper case where all are ASCII, as most are; null for others. */
  readonly ascii: { readonly lower: Uint8Array; readonly upper: Uint8Array } | null;
}

/** The pattern of a term, in any case of its letters. */
export function patternOf(term: string): BytePattern {
  const encoder = new TextEncoder();
  const [lower, upper] = [encoder.encode(term.toLowerCase()), encoder.encode(term.toUpperCase())];
  const isAscii = [...lower, ...upper].every((byte) => byte < 0x80) && lower.length === upper.length;
  const forms = Array.from(term, (character) =>
    [...new Set([character.toLowerCase(), character.toUpperCase()])].map((each) => encoder.encode(each)),
  );
  return { forms, ascii: isAscii ? { lower, upper } : null };
}

/** Whether a pattern stands somewhere in `bytes[from … to)`. */
export function hasPattern(bytes: Uint8Array, from: number, to: number, pattern: BytePattern): boolean {
  return pattern.ascii === null
    ? hasForms(bytes, from, to, pattern.forms)
    : hasAscii(bytes, from, to, pattern.ascii.lower, pattern.ascii.upper);
}

function hasAscii(
  bytes: Uint8Array,
  from: number,
  to: number,
  lower: Uint8Array,
  upper: Uint8Array,
): boolean {
  const length = lower.length;
  const one = lower[0];
  const other = upper[0];
  for (let at = from; at <= to - length; at++) {
    const byte = bytes[at];
    if (byte !== one && byte !== other) continue;
    let same = 1;
    while (same < length && (bytes[at + same] === lower[same] || bytes[at + same] === upper[same])) same += 1;
    if (same >= length) return true;
  }
  return false;
}

function hasForms(bytes: Uint8Array, from: number, to: number, forms: BytePattern['forms']): boolean {
  for (let at = from; at < to; at++) if (standsAt(bytes, at, to, forms)) return true;
  return false;
}

function standsAt(bytes: Uint8Array, from: number, to: number, forms: BytePattern['forms']): boolean {
  let at = from;
  for (const alternatives of forms) {
    const form = alternatives.find((each) => startsWith(bytes, at, to, each));
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
