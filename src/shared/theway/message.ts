import { type EntryContent, NO_CONTENT } from '../content/content';
import { furtherFields, numberField, presentField, textField } from '../content/fields';
import type { Part } from '../content/part';
import { isJsonArray, isJsonObject, type JsonNode, type JsonObject, memberValue } from '../json/node';
import type { Usage } from '../model/body';
import type { EntryKind } from '../model/kind';

const COMMON = ['role', 'content', 'timestamp'];
const KNOWN_FIELDS = {
  user: new Set(COMMON),
  assistant: new Set([...COMMON, 'provider', 'model', 'api', 'usage', 'stopReason', 'errorMessage']),
  toolResult: new Set([...COMMON, 'toolCallId', 'toolName', 'isError', 'details']),
};

/** Reads the `message` object of a message entry (contract, section 3). */
export function messageContent(message: JsonObject): EntryContent {
  const role = textField(message, 'role');
  switch (role) {
    case 'user':
      return userContent(message);
    case 'assistant':
      return assistantContent(message);
    case 'toolResult':
      return toolResultContent(message);
    case null:
      return {
        ...NO_CONTENT,
        parts: [{ type: 'raw', label: 'message', node: message }],
        faults: ['The message has no role.'],
      };
    default:
      return applicationContent(role, message);
  }
}

/** Reads content that is a string or a list of blocks; anything else becomes a raw part and a fault. */
export function contentParts(content: JsonNode | undefined, faults: string[]): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (isJsonArray(content)) return content.items.map((block, index) => blockPart(block, index, faults));
  if (content === undefined) {
    faults.push('The content is missing.');
    return [];
  }
  faults.push('The content is neither a text nor a list of blocks.');
  return [{ type: 'raw', label: 'content', node: content }];
}

/** Odd blocks of one entry that are named one by one. */
const MAX_NAMED_BLOCKS = 20;

/** Notes what is odd about a block; a hostile entry may have millions. */
function noteBlock(faults: string[], fault: string): void {
  if (faults.length < MAX_NAMED_BLOCKS) faults.push(fault);
  else if (faults.length === MAX_NAMED_BLOCKS) faults.push('More blocks of the content are odd.');
}

/** The text of the first part that has words in it; empty when none has. */
export function firstText(parts: readonly Part[], type: 'text' | 'thinking' = 'text'): string {
  for (const part of parts) if (part.type === type && /\S/.test(part.text)) return part.text;
  return '';
}

function blockPart(block: JsonNode, index: number, faults: string[]): Part {
  if (!isJsonObject(block)) {
    noteBlock(faults, `Block ${index + 1} of the content is not an object.`);
    return { type: 'raw', label: `block ${index + 1}`, node: block };
  }
  const type = textField(block, 'type');
  const part = type === null ? null : knownBlock(type, block);
  if (part !== null) return part;
  const isKnown = type !== null && KNOWN_BLOCKS.has(type);
  if (type === null) noteBlock(faults, `Block ${index + 1} of the content has no type.`);
  else if (isKnown) noteBlock(faults, `Block ${index + 1} of the content is not a sound ${type} block.`);
  const label = type === null || isKnown ? `block ${index + 1}` : `unknown block "${type.slice(0, 80)}"`;
  return { type: 'raw', label, node: block };
}

const KNOWN_BLOCKS = new Set(['text', 'thinking', 'image', 'toolCall']);

function knownBlock(type: string, block: JsonObject): Part | null {
  switch (type) {
    case 'text':
    case 'thinking': {
      const text = textField(block, type);
      return text === null ? null : { type, text };
    }
    case 'image': {
      const data = textField(block, 'data');
      return data === null ? null : { type: 'image', data, mediaType: textField(block, 'mimeType') };
    }
    case 'toolCall': {
      const name = textField(block, 'name');
      if (name === null) return null;
      return {
        type: 'tool_call',
        callId: textField(block, 'id'),
        name,
        args: memberValue(block, 'arguments'),
      };
    }
    default:
      return null;
  }
}

function userContent(message: JsonObject): EntryContent {
  const faults: string[] = [];
  const parts = contentParts(memberValue(message, 'content'), faults);
  const preview = firstText(parts);
  return {
    ...NO_CONTENT,
    kind: 'user',
    role: 'user',
    parts: [...parts, ...leftOver(message, KNOWN_FIELDS.user)],
    facts: messageTime(message),
    preview,
    faults,
  };
}

function assistantContent(message: JsonObject): EntryContent {
  const faults: string[] = [];
  const parts = contentParts(memberValue(message, 'content'), faults);
  const stopReason = textField(message, 'stopReason');
  const errorMessage = textField(message, 'errorMessage');
  return {
    ...NO_CONTENT,
    kind: 'assistant',
    role: 'assistant',
    parts: [...parts, ...leftOver(message, KNOWN_FIELDS.assistant)],
    facts: [...textFacts(message, { provider: 'Provider', api: 'API' }), ...messageTime(message)],
    preview: firstText(parts) || firstText(parts, 'thinking') || (errorMessage ?? ''),
    toolNames: parts.flatMap((part) => (part.type === 'tool_call' ? [part.name] : [])),
    isError: stopReason === 'error',
    model: textField(message, 'model'),
    stopReason,
    errorMessage,
    usage: usageOf(memberValue(message, 'usage')),
    faults,
  };
}

function toolResultContent(message: JsonObject): EntryContent {
  const faults: string[] = [];
  const parts = contentParts(memberValue(message, 'content'), faults);
  const callId = textField(message, 'toolCallId');
  const name = textField(message, 'toolName');
  const isError = memberValue(message, 'isError') === true;
  if (callId === null) faults.push('The tool result does not say which call it answers.');
  const details = presentField(message, 'details');
  return {
    ...NO_CONTENT,
    kind: 'tool_result',
    role: 'toolResult',
    parts: [
      { type: 'tool_result', callId, name, isError },
      ...parts,
      ...(details === undefined ? [] : [{ type: 'raw', label: 'details', node: details } as const]),
      ...leftOver(message, KNOWN_FIELDS.toolResult),
    ],
    facts: messageTime(message),
    preview: firstText(parts),
    toolNames: name === null ? [] : [name],
    isError,
    faults,
  };
}

/** Roles of applications may carry any payload: texts and blocks are shown as such, the whole beside them. */
function applicationContent(role: string, message: JsonObject): EntryContent {
  const kind: EntryKind = role === 'system' ? 'system' : 'custom_message';
  const content = memberValue(message, 'content');
  const parts = typeof content === 'string' || isJsonArray(content) ? contentParts(content, []) : [];
  const known = new Set(parts.length > 0 ? COMMON : ['role', 'timestamp']);
  return {
    ...NO_CONTENT,
    kind,
    role,
    parts: [...parts, ...leftOver(message, known)],
    facts: messageTime(message),
    preview: firstText(parts) || role,
  };
}

function leftOver(message: JsonObject, known: ReadonlySet<string>): Part[] {
  const rest = furtherFields(message, known);
  return rest === null ? [] : [{ type: 'raw', label: 'further fields of the message', node: rest }];
}

function messageTime(message: JsonObject): { name: string; value: string }[] {
  const timeMs = numberField(message, 'timestamp');
  if (timeMs === null) return [];
  const time = new Date(timeMs);
  const value = Number.isNaN(time.getTime()) ? String(timeMs) : time.toISOString();
  return [{ name: 'Message time', value }];
}

function textFacts(
  object: JsonObject,
  names: Readonly<Record<string, string>>,
): { name: string; value: string }[] {
  return Object.entries(names).flatMap(([key, name]) => {
    const value = textField(object, key);
    return value === null ? [] : [{ name, value }];
  });
}

function usageOf(node: JsonNode | undefined): Usage | null {
  if (!isJsonObject(node)) return null;
  const cost = memberValue(node, 'cost');
  return {
    input: numberField(node, 'input'),
    output: numberField(node, 'output'),
    cacheRead: numberField(node, 'cacheRead'),
    cacheWrite: numberField(node, 'cacheWrite'),
    total: numberField(node, 'totalTokens'),
    cost: isJsonObject(cost) ? numberField(cost, 'total') : null,
  };
}
