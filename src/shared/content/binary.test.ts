import { describe, expect, it } from 'vitest';
import { binaryOf } from './binary';

/** Base64 of bytes of all kinds. */
const base64 = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 31) % 256)).toString('base64');

describe('binary content of a block', () => {
  it('is told by its type, its name and its size', () => {
    const source = { type: 'base64', media_type: 'application/pdf', data: base64(1_000) };
    expect(binaryOf(...whole({ type: 'document', title: 'plan.pdf', source }))).toEqual({
      mediaType: 'application/pdf',
      name: 'plan.pdf',
      sizeBytes: 1_000,
      isEstimate: false,
    });
    expect(binaryOf(...whole({ file_data: `data:audio/wav;base64,${base64(1_001)}` }))).toMatchObject({
      mediaType: 'audio/wav',
      sizeBytes: 1_001,
    });
  });

  it('is estimated where only its first part is here', () => {
    const [text, totalChars] = whole({ mimeType: 'audio/mpeg', data: base64(9_000) });
    const found = binaryOf(text.slice(0, 2_000), totalChars);
    expect(found).toMatchObject({ mediaType: 'audio/mpeg', isEstimate: true });
    expect(Math.abs((found?.sizeBytes ?? 0) - 9_000)).toBeLessThan(10);
  });

  it('is no text, however long a word of it is', () => {
    expect(binaryOf(...whole({ data: 'no base64 '.repeat(100) }))).toBeNull();
    expect(binaryOf(...whole({ hash: '0123456789abcdef'.repeat(50) }))).toBeNull();
    expect(binaryOf(...whole({ data: base64(100) }))).toBeNull();
  });
});

function whole(block: object): [text: string, totalChars: number] {
  const text = JSON.stringify(block);
  return [text, text.length];
}
