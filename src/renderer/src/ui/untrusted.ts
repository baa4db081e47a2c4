declare const brand: unique symbol;

/**
 * Text that came out of a file: it may hold anything. The type is opaque, so React does not take it
 * as a child; only `UntrustedText` and its kin show it.
 */
export interface Untrusted {
  readonly [brand]: 'untrusted';
}

/** Marks a text of a file as such. */
export function untrusted(text: string): Untrusted {
  // The brand exists at compile time only; at run time the value stays a string.
  return text as unknown as Untrusted;
}

/** The text itself, for code that splits, measures or copies it. */
export function untrustedString(text: Untrusted | string): string {
  return text as string; // the inverse of `untrusted`
}
