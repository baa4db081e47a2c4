import { isNativeObject, type NativeObject, parseNative } from '../../../shared/json/native';
import type { TextFormat } from '../format';
import { openText } from '../line-session/text-format';
import { DocumentFile } from '../one-document/document-file';
import { documentStart, itemSpans, type Member, memberSpans } from '../one-document/json-spans';
import { gemini } from './format';
import { GeminiReader } from './line-reader';
import { isMetadata } from './record';

const OPEN_LIST = 0x5b;
/** A longer member of a document is none of what is told of the session. */
const MAX_METADATA_BYTES = 64 * 1024;

/** Chats until April 2026: one document, with its metadata and a list of its messages. */
export const geminiDocumentFormat: TextFormat = {
  id: 'gemini',
  detect(head) {
    const members = memberSpans(head, documentStart(head));
    const messages = members.find(({ key }) => key === 'messages');
    return (
      messages !== undefined && head[messages.from] === OPEN_LIST && isMetadata(metadataOf(head, members))
    );
  },
  open: (path, options) =>
    openText(path, options, async (file) => {
      let metadata: NativeObject = {};
      const document = DocumentFile.open(file, (bytes) => {
        const members = memberSpans(bytes, documentStart(bytes));
        metadata = metadataOf(bytes, members);
        return members.flatMap(({ key, from }) => (key === 'messages' ? itemSpans(bytes, from) : []));
      });
      return { file: document, format: { ...gemini, reader: () => new GeminiReader(metadata) } };
    }),
};

/** What a document says of its session: all but its messages. */
function metadataOf(bytes: Buffer, members: readonly Member[]): NativeObject {
  const known = members.flatMap(({ key, from, to, isWhole }) => {
    if (key === 'messages' || !isWhole || to - from > MAX_METADATA_BYTES) return [];
    const value = parseNative(bytes.toString('utf8', from, to));
    return value === undefined || isNativeObject(value) ? [] : [[key, value] as const];
  });
  return Object.fromEntries(known);
}
