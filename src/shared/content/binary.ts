/** What a block holds that is no text: a document, a sound, anything in base64. */
export interface BinaryContent {
  /** As stored; null where the block does not say. */
  readonly mediaType: string | null;
  /** Name of a file; null where the block does not say. */
  readonly name: string | null;
  readonly sizeBytes: number;
  /** The block is not here whole: the size is within a few bytes of the real one. */
  readonly isEstimate: boolean;
}

/** So many characters of base64 in one string are no word. */
const FEWEST_CHARS = 400;
const DATA = new RegExp(`"(?:data:([^;,"]{1,100})[^,"]{0,200};base64,)?([A-Za-z0-9+/]{${FEWEST_CHARS}})`);
const MEDIA_TYPE = /"(?:media_type|mediaType|mime_type|mimeType|content_type)"\s*:\s*"([^"\\]{1,100})"/;
const NAME = /"(?:filename|file_name|fileName|title|name)"\s*:\s*"([^"\\]{1,200})"/;
const BASE64_CHAR = /[A-Za-z0-9+/=]/;

/** What a block's JSON holds in base64, in a text of which only the first part may be here; null where there is none. */
export function binaryOf(text: string, totalChars: number): BinaryContent | null {
  const found = DATA.exec(text);
  if (found === null) return null;
  const [matched, urlType, data = ''] = found;
  const start = found.index + matched.length - data.length;
  let end = start + data.length;
  while (end < text.length && BASE64_CHAR.test(text.charAt(end))) end += 1;
  const isEstimate = end === text.length && text.length < totalChars;
  const chars = (isEstimate ? totalChars : end) - start;
  // Long words of hexadecimal digits (a hash list, a key) are text.
  if (/^[0-9a-f]+$/i.test(data)) return null;
  const padding = isEstimate ? 0 : (text.slice(start, end).match(/=/g)?.length ?? 0);
  // What describes the data may stand before it or behind it.
  const around = text.slice(0, start) + text.slice(end);
  return {
    mediaType: urlType ?? MEDIA_TYPE.exec(around)?.[1] ?? null,
    name: NAME.exec(around)?.[1] ?? null,
    sizeBytes: Math.max(0, Math.floor((chars * 3) / 4) - padding),
    isEstimate,
  };
}
