import type { Block } from '../../../shared/model/body';

/** Longest address of an image that a block carries, in UTF-16 code units. */
const MAX_REFERENCE_CHARS = 4_096;
const DATA_HEAD = /^data:([^;,]{0,200})(?:;[^;,]{0,200}){0,8};base64,/i;

/** The block of an `image_url`: an embedded image where it is a base64 data URL, else the address, which is never loaded. */
export function imageBlock(url: string, maxImageChars: number): Block {
  const head = DATA_HEAD.exec(url.slice(0, 2_500));
  if (!head) {
    return {
      type: 'image',
      mediaType: null,
      data: '',
      totalChars: 0,
      reference: url.slice(0, MAX_REFERENCE_CHARS),
    };
  }
  const totalChars = url.length - head[0].length;
  return {
    type: 'image',
    mediaType: head[1]?.toLowerCase() || null,
    data: totalChars <= maxImageChars ? url.slice(head[0].length) : '',
    totalChars,
    reference: null,
  };
}
