/** Whether a UTF-16 unit is half of a surrogate pair. */
export function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Whether a string holds half of a surrogate pair without the other half, and so has no UTF-8 form. */
export function hasLoneSurrogate(value: string): boolean {
  // A method of ES2024: every engine that runs this has it, the library of types has not.
  return !(value as string & { isWellFormed(): boolean }).isWellFormed();
}

/** The UTF-8 bytes before a UTF-16 offset of a text: turns the place of a parse error into a byte offset. */
export function utf8Offset(text: string, offset: number): number {
  let bytes = 0;
  for (let index = 0; index < offset && index < text.length; index += 1) {
    const point = text.codePointAt(index) ?? 0;
    if (point < 0x80) bytes += 1;
    else if (point < 0x800) bytes += 2;
    else if (point < 0x10000) bytes += 3;
    else {
      bytes += 4;
      index += 1;
    }
  }
  return bytes;
}
