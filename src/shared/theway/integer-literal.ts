import { isJsonNumber, type JsonNode } from '../json/node';

/** Largest unsigned 32-bit and 64-bit integers. */
export const MAX_U32 = 4_294_967_295n;
export const MAX_U64 = 18_446_744_073_709_551_615n;

/** As many digits as {@link MAX_U64} has: what is longer is too large, and is not worth a bigint. */
const MAX_DIGITS = 20;

/**
 * The value of an unsigned integer literal up to `max`; null for anything else. The digits decide, not
 * the JavaScript number: `5.0`, `1e3` and `-0` are no integer literals.
 */
export function unsignedLiteral(node: JsonNode | undefined, max: bigint): bigint | null {
  if (!isJsonNumber(node) || node.literal.length > MAX_DIGITS || !/^\d+$/.test(node.literal)) return null;
  const value = BigInt(node.literal);
  return value <= max ? value : null;
}
