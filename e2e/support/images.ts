import { deflateSync } from 'node:zlib';

/** A PNG in base64 whose pixels are noise of one seed: about as many bytes as it has pixels times three. */
export function noisePng(width: number, height: number, seed: number): string {
  const row = width * 3 + 1;
  const pixels = Buffer.alloc(row * height);
  let state = seed + 1;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[at] = at % row === 0 ? 0 : state >>> 24;
  }
  return png(width, height, pixels);
}

/** A PNG in base64 of one colour with a stripe: small, and told from others at a glance. */
export function plainPng(
  width: number,
  height: number,
  [red, green, blue]: readonly [number, number, number],
): string {
  const row = width * 3 + 1;
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isStripe = Math.abs(x * height - y * width) < width * height * 0.02;
      pixels.set(isStripe ? [255, 255, 255] : [red, green, blue], y * row + 1 + x * 3);
    }
  return png(width, height, pixels);
}

function png(width: number, height: number, pixels: Buffer): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
