import fs from 'node:fs';
import path from 'node:path';
import { isNativeObject, type NativeObject, parseNative } from '../../../shared/json/native';
import type { Finding } from '../../../shared/model/report';
import type { TextFormat } from '../format';
import type { LineFormat } from '../line-session/line-format';
import { openGuarded } from '../line-session/text-format';
import { DocumentFile } from '../one-document/document-file';
import { documentStart, itemSpans, type Member, memberSpans } from '../one-document/json-spans';
import { withSubAgents } from '../sub-agents/session-files';
import { gemini } from './format';
import { GeminiReader } from './line-reader';
import { isMetadata } from './record';
import { geminiSubAgents } from './sub-agents';

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
  open: (givenPath, options) =>
    openGuarded(givenPath, options, async (file) => {
      let metadata: NativeObject = {};
      const split = (bytes: Buffer) => {
        const members = memberSpans(bytes, documentStart(bytes));
        metadata = metadataOf(bytes, members);
        return members.flatMap(({ key, from }) => (key === 'messages' ? itemSpans(bytes, from) : []));
      };
      const document = DocumentFile.open(file, split, hasLines(file) ? [ALSO_IN_LINES] : []);
      // The chats of its sub-agents are lines, each with its metadata among them.
      const agents: LineFormat = { ...gemini, reader: () => new GeminiReader(null, folderName(file)) };
      const format = { ...gemini, reader: () => new GeminiReader(metadata, folderName(file)) };
      return withSubAgents({ file: document, format }, geminiSubAgents, options, agents);
    }),
};

/** A chat that was gone on with is kept as lines from then on; the document stays beside them. */
function hasLines(file: string): boolean {
  const lines = `${file.slice(0, -path.extname(file).length)}.jsonl`;
  return lines !== file && (fs.lstatSync(lines, { throwIfNoEntry: false })?.isFile() ?? false);
}

const ALSO_IN_LINES: Finding = {
  code: 'also-in-lines',
  severity: 'note',
  message:
    'A file of lines with the same name lies beside this document: the chat may have gone on in there.',
};

function folderName(file: string): string {
  return path.basename(path.dirname(file));
}

/** What a document says of its session: all but its messages. */
function metadataOf(bytes: Buffer, members: readonly Member[]): NativeObject {
  const known = members.flatMap(({ key, from, to, isWhole }) => {
    if (key === 'messages' || !isWhole || to - from > MAX_METADATA_BYTES) return [];
    const value = parseNative(bytes.toString('utf8', from, to));
    return value === undefined || isNativeObject(value) ? [] : [[key, value] as const];
  });
  return Object.fromEntries(known);
}
