import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Utf8Check } from './utf8-check';

function check(pieces: readonly Uint8Array[]): boolean {
  const check = new Utf8Check();
  for (const piece of pieces) check.push(Buffer.from(piece));
  return check.finish();
}

/** Bytes in pieces of these sizes, over and over. */
function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0, next = 0; at < bytes.length; next += 1) {
    const size = sizes[next % sizes.length] ?? 1;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });

describe('bytes that come piece by piece', () => {
  it('are UTF-8 wherever a text is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), sizes, (text, sizes) => {
        expect(check(cut(new TextEncoder().encode(text), sizes))).toBe(true);
      }),
    );
  });

  it('are UTF-8 only where all together are', () => {
    const byte = fc.oneof(
      fc.integer({ min: 0, max: 255 }),
      fc.constantFrom(0xc3, 0xa9, 0xe2, 0x82, 0xf0, 0x9f),
    );
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 8 }),
        fc.array(byte, { maxLength: 6 }),
        sizes,
        (left, right, sizes) => {
          const bytes = Uint8Array.from([...left, ...right]);
          expect(check(cut(bytes, sizes))).toBe(isUtf8(bytes));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('can be followed by others', () => {
    const check = new Utf8Check();
    check.push(Buffer.from([0xe2, 0x82]));
    expect(check.finish()).toBe(false);
    check.push(Buffer.from('x'));
    expect(check.finish()).toBe(true);
  });
});
