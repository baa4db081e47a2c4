/** Most pixels an image may unpack to; a few hundred bytes can say more than memory holds. */
const MAX_PIXELS = 50_000_000;

/** An image that may be shown, or why it may not. */
export type EmbeddedImage =
  | {
      readonly ok: true;
      readonly mediaType: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly width: number;
      readonly height: number;
    }
  | { readonly ok: false; readonly reason: 'not-base64' | 'not-an-image' | 'too-many-pixels' };

/**
 * Decodes an embedded image. What it is, its first bytes say, never the record's media type: only
 * PNG, JPEG, GIF and WebP whose size can be read are shown, so nothing that could hold a script (SVG).
 */
export function decodeImage(base64: string): EmbeddedImage {
  return imageOfBytes(decodeBase64(base64));
}

/** As {@link decodeImage}, of bytes; null for what was no base64. */
export function imageOfBytes(bytes: Uint8Array<ArrayBuffer> | null): EmbeddedImage {
  if (!bytes) return { ok: false, reason: 'not-base64' };
  const header = readHeader(bytes);
  if (!header || header.width === 0 || header.height === 0) return { ok: false, reason: 'not-an-image' };
  if (header.width * header.height > MAX_PIXELS) return { ok: false, reason: 'too-many-pixels' };
  return { ok: true, bytes, ...header };
}

interface ImageHeader {
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

function readHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return pngHeader(view) ?? jpegHeader(view) ?? gifHeader(view) ?? webpHeader(view);
  } catch (error) {
    // A DataView throws RangeError past its end: the image is cut off within its header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function pngHeader(view: DataView): ImageHeader | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null;
  return { mediaType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

function gifHeader(view: DataView): ImageHeader | null {
  const version = view.getUint16(4);
  if (view.getUint32(0) !== 0x47494638 || (version !== 0x3961 && version !== 0x3761)) return null;
  return { mediaType: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** Walks the segments to the frame header, which alone has the size. */
function jpegHeader(view: DataView): ImageHeader | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // C0–CF start a frame, but for the tables C4, C8 and CC.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { mediaType: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpHeader(view: DataView): ImageHeader | null {
  if (view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return null;
  const mediaType = 'image/webp';
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65536;
  switch (view.getUint32(12)) {
    case 0x56503858:
      return { mediaType, width: uint24(24) + 1, height: uint24(27) + 1 };
    case 0x56503820:
      return {
        mediaType,
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case 0x5650384c: {
      const bits = view.getUint32(21, true);
      return { mediaType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return null;
  }
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return null;
  }
}
