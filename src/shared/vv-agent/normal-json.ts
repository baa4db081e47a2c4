import type { JsonNode } from '../json/node';
import { effectiveMembers } from '../json/node';
import { compareCodePoints } from '../text/code-point-order';

const SMALLEST_INTEGER = -(2n ** 63n);
const LARGEST_INTEGER = 2n ** 64n - 1n;
/** Digits that fit 64 bits whatever they are, and digits that never do; only between them the value decides. */
const ALWAYS_INTEGER_LENGTH = 18;
const NEVER_INTEGER_LENGTH = 21;

/**
 * The normal form of a value inside metadata, extra content and arguments: keys sorted by code point at every depth,
 * the last of doubled keys kept, numbers as serde_json (1.0.147 on) writes what it reads.
 */
export function normalizeJson<T extends JsonNode>(node: T): T;
export function normalizeJson(node: JsonNode): JsonNode {
  if (node === null || typeof node !== 'object') return node;
  switch (node.kind) {
    case 'number':
      return { kind: 'number', literal: normalizeNumber(node.literal) };
    case 'array':
      return { kind: 'array', items: node.items.map((item) => normalizeJson(item)) };
    case 'object': {
      const members = effectiveMembers(node).map(({ key, value }) => ({ key, value: normalizeJson(value) }));
      members.sort((left, right) => compareCodePoints(left.key, right.key));
      return { kind: 'object', members, duplicateKeys: [] };
    }
  }
}

/**
 * The text of a number in normal form. An integer literal within 64 bits keeps its digits; any other becomes the
 * nearest double, `-0` included. A literal beyond any double comes back unchanged, for the reader to refuse.
 */
export function normalizeNumber(literal: string): string {
  if (isInteger64(literal)) return literal;
  const double = Number(literal);
  return Number.isFinite(double) ? floatText(double) : literal;
}

function isInteger64(literal: string): boolean {
  if (literal === '-0' || !/^-?\d+$/.test(literal)) return false;
  if (literal.length <= ALWAYS_INTEGER_LENGTH) return true;
  if (literal.length >= NEVER_INTEGER_LENGTH) return false;
  const value = BigInt(literal);
  return value >= SMALLEST_INTEGER && value <= LARGEST_INTEGER;
}

/** A finite double as serde_json prints it: shortest digits, always with a fraction or an exponent. */
function floatText(double: number): string {
  const sign = double < 0 || Object.is(double, -0) ? '-' : '';
  const [mantissa = '0', exponentText = '0'] = Math.abs(double).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const exponent = Number(exponentText);
  if (exponent >= -5 && exponent <= 15) return sign + plainDecimal(digits, exponent);
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${sign}${digits.charAt(0)}${fraction}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}

/** `digits` with the point after the first one moved by `exponent` places. */
function plainDecimal(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${whole}.${digits.slice(exponent + 1) || '0'}`;
}
