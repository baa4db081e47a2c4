import type { TextFormat } from '../format';
import { openText } from '../line-session/text-format';
import { DocumentFile } from '../one-document/document-file';
import { documentStart, itemSpans, memberSpans, type Span } from '../one-document/json-spans';
import { bareRollout } from './bare-format';

/** Rollouts of April 2025: one document, with a session and a list of its items. */
export const codexDocumentFormat: TextFormat = {
  id: 'codex',
  detect(head) {
    const members = memberSpans(head, documentStart(head));
    const session = members.find(({ key }) => key === 'session');
    const items = members.find(({ key }) => key === 'items');
    if (session === undefined || items === undefined || head[items.from] !== OPEN_LIST) return false;
    const keys = memberSpans(head, session.from).map(({ key }) => key);
    return keys.includes('id') && keys.includes('timestamp');
  },
  open: (path, options) =>
    openText(path, options, async (file) => ({ file: DocumentFile.open(file, split), format: bareRollout })),
};

const OPEN_LIST = 0x5b;
const OPEN = 0x7b;

/** The session, its items, and whatever else is an object, in the order of the document. */
function split(bytes: Buffer): Span[] {
  return memberSpans(bytes, documentStart(bytes)).flatMap((member) => {
    if (member.key === 'items') return itemSpans(bytes, member.from);
    return bytes[member.from] === OPEN ? [member] : [];
  });
}
