import { type EntryContent, NO_CONTENT } from '../../../shared/content/content';
import { textField } from '../../../shared/content/fields';
import type { Part } from '../../../shared/content/part';
import { isJsonNumber, type JsonObject, memberValue } from '../../../shared/json/node';
import { contentParts, furtherPart, textFacts } from '../response-items/content-parts';
import { ANSWER_TYPES, itemParts } from '../response-items/item-parts';

/** Items that stand for others, or tell what there was to choose from. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['item_reference', 'mcp_list_tools']);
const COMPACTIONS: ReadonlySet<string> = new Set(['compaction', 'compaction_summary', 'context_compaction']);

/** What an item says: the input items of the Responses API, and the wrapper of encrypted sessions. */
export function itemContent(item: JsonObject): EntryContent {
  const type = textField(item, 'type');
  // What a user says often has no type.
  if (type === 'message' || (type === null && textField(item, 'role') !== null)) return messageContent(item);
  if (type === null) return isLocked(item) ? lockedContent(item) : unknownContent(item);
  if (ANSWER_TYPES.has(type)) return answerContent(item);
  if (type.endsWith('_output') || type === 'mcp_approval_response') return resultContent(item, type);
  if (COMPACTIONS.has(type)) return withPreview({ ...rawContent(item, type), kind: 'compaction' });
  if (BOOKKEEPING.has(type)) return { ...rawContent(item, type), kind: 'meta' };
  return rawContent(item, type);
}

function messageContent(item: JsonObject): EntryContent {
  const role = textField(item, 'role');
  const content = withPreview({
    ...NO_CONTENT,
    role,
    parts: [
      ...contentParts(memberValue(item, 'content')),
      ...furtherPart(item, ['role', 'content', 'status', 'phase']),
    ],
    facts: textFacts(item, { id: 'Item', status: 'Status', phase: 'Phase' }),
  });
  switch (role) {
    case 'user':
    case 'assistant':
    case 'system':
      return { ...content, kind: role };
    case 'developer':
      return { ...content, kind: 'system' };
    default:
      return { ...content, faults: ['The message has no role that is known.'] };
  }
}

function answerContent(item: JsonObject): EntryContent {
  const parts = itemParts(item);
  return withPreview({
    ...NO_CONTENT,
    kind: 'assistant',
    role: 'assistant',
    parts,
    facts: textFacts(item, { id: 'Item', status: 'Status', namespace: 'Namespace' }),
    toolNames: parts.flatMap((part) => (part.type === 'tool_call' ? [part.name] : [])),
    isError: parts.some((part) => part.type === 'tool_result' && part.isError),
  });
}

function resultContent(item: JsonObject, type: string): EntryContent {
  const isApproval = type === 'mcp_approval_response';
  const callId = textField(item, isApproval ? 'approval_request_id' : 'call_id');
  const isError = textField(item, 'status') === 'failed' || memberValue(item, 'approve') === false;
  const shown = isApproval ? 'approval_request_id' : 'output';
  return withPreview({
    ...NO_CONTENT,
    kind: 'tool_result',
    role: 'tool',
    parts: [
      { type: 'tool_result', callId, name: null, isError },
      ...outputParts(item),
      ...furtherPart(item, ['call_id', 'status', shown]),
    ],
    facts: textFacts(item, { id: 'Item', status: 'Status' }),
    isError,
    // A search that the server makes needs no id.
    faults:
      callId === null && type !== 'tool_search_output'
        ? ['The result does not say which call it answers.']
        : [],
  });
}

/** A result is a text, a list of texts and images, or one object such as the image of a screen. */
function outputParts(item: JsonObject): Part[] {
  const output = memberValue(item, 'output');
  if (typeof output !== 'object' || output === null || output.kind !== 'object') return contentParts(output);
  return contentParts({ kind: 'array', items: [output] });
}

/** Whether an item is in the wrapper of an encrypted session. */
function isLocked(item: JsonObject): boolean {
  return isJsonNumber(memberValue(item, '__enc__')) && textField(item, 'payload') !== null;
}

/** Its key is none of this file's, and none is tried. */
function lockedContent(item: JsonObject): EntryContent {
  return {
    ...rawContent(item, 'encrypted item'),
    preview: 'encrypted item',
    facts: [{ name: 'Encrypted', value: 'yes' }, ...textFacts(item, { kid: 'Key' })],
  };
}

function unknownContent(item: JsonObject): EntryContent {
  return {
    ...rawContent(item, 'item'),
    faults: ['The item has neither a type nor a role.'],
  };
}

function rawContent(item: JsonObject, label: string): EntryContent {
  return { ...NO_CONTENT, parts: [{ type: 'raw', label, node: item }], preview: label.replaceAll('_', ' ') };
}

/** The first words of an entry; of a compaction only where it tells some. */
function withPreview(content: EntryContent): EntryContent {
  const words = content.parts.find(
    (part) => (part.type === 'text' || part.type === 'thinking') && /\S/.test(part.text),
  );
  return words !== undefined && 'text' in words ? { ...content, preview: words.text } : content;
}
