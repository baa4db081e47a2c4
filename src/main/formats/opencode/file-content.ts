import { textField } from '../../../shared/content/fields';
import type { Part } from '../../../shared/content/part';
import type { JsonObject } from '../../../shared/json/node';

const DATA_URL = /^data:([^;,]{0,200})(?:;[^,;]{0,200}){0,10};base64,/;

/** A file, or an attachment of a result: an image where its bytes are here. What a URL names is never fetched. */
export function fileParts(file: JsonObject): Part[] {
  const url = textField(file, 'url') ?? '';
  const head = DATA_URL.exec(url);
  const mediaType = textField(file, 'mime') ?? head?.[1] ?? '';
  if (head !== null && mediaType.startsWith('image/'))
    return [{ type: 'image', data: url.slice(head[0].length), mediaType }];
  const name = textField(file, 'filename');
  return [{ type: 'raw', label: name === null ? 'file' : `file ${name}`, node: file }];
}
