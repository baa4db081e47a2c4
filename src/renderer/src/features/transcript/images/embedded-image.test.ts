import { describe, expect, it } from 'vitest';
import { decodeImage } from './embedded-image';

const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64');
const png = (width: number, height: number) => {
  const bytes = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
};

describe('embedded images', () => {
  it('knows a PNG, GIF, JPEG and WebP by its first bytes, with its size', () => {
    expect(decodeImage(png(640, 480))).toMatchObject({ mediaType: 'image/png', width: 640, height: 480 });
    const gif = base64(...Buffer.from('GIF89a'), 3, 0, 2, 0, 0, 0, 0);
    expect(decodeImage(gif)).toMatchObject({ mediaType: 'image/gif', width: 3, height: 2 });
    const jpeg = base64(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, 0, 5, 0, 7, 3, 0, 0, 0);
    expect(decodeImage(jpeg)).toMatchObject({ mediaType: 'image/jpeg', width: 7, height: 5 });
    const webp = Buffer.alloc(30);
    webp.write('RIFF', 0);
    webp.write('WEBPVP8X', 8);
    webp.writeUIntLE(99, 24, 3);
    webp.writeUIntLE(49, 27, 3);
    expect(decodeImage(webp.toString('base64'))).toMatchObject({
      mediaType: 'image/webp',
      width: 100,
      height: 50,
    });
  });

  it('shows nothing that is not one of them, whatever the record calls it', () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>').toString('base64');
    expect(decodeImage(svg)).toEqual({ ok: false, reason: 'not-an-image' });
    expect(decodeImage(base64(0x42, 0x4d, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))).toMatchObject({ ok: false });
    expect(decodeImage('')).toEqual({ ok: false, reason: 'not-an-image' });
  });

  it('refuses what is cut off in its header, and what is no base64', () => {
    expect(decodeImage(png(1, 1).slice(0, 20))).toEqual({ ok: false, reason: 'not-an-image' });
    expect(decodeImage('%%%')).toEqual({ ok: false, reason: 'not-base64' });
  });

  it('refuses an image that would unpack to more than fifty million pixels', () => {
    expect(decodeImage(png(30_000, 30_000))).toEqual({ ok: false, reason: 'too-many-pixels' });
    expect(decodeImage(png(7000, 7000))).toMatchObject({ ok: true });
  });
});
