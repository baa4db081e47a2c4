import { textField } from '../../../shared/content/fields';
import type { Part } from '../../../shared/content/part';
import {
  isJsonArray,
  isJsonObject,
  type JsonNode,
  type JsonObject,
  memberValue,
} from '../../../shared/json/node';

/** Odd blocks of one message that are named one by one. */
const MAX_NAMED_BLOCKS = 20;

/** The parts of a content, a text or a list of blocks. What is not known comes raw, in its place. */
export function messageParts(content: JsonNode | undefined, faults: string[]): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (isJsonArray(content)) return content.items.flatMap((block, at) => blockParts(block, at, faults));
  if (content === undefined) {
    faults.push('The content is missing.');
    return [];
  }
  faults.push('The content is neither a text nor a list of blocks.');
  return [{ type: 'raw', label: 'content', node: content }];
}

function blockParts(block: JsonNode, at: number, faults: string[]): Part[] {
  if (!isJsonObject(block)) {
    noteBlock(faults, `Block ${at + 1} of the content is not an object.`);
    return [{ type: 'raw', label: `block ${at + 1}`, node: block }];
  }
  const type = textField(block, 'type') ?? '';
  const parts = knownParts(type, block, faults);
  if (parts !== null) return parts;
  if (type === '') noteBlock(faults, `Block ${at + 1} of the content has no type.`);
  return [
    { type: 'raw', label: type === '' ? `block ${at + 1}` : `${type.slice(0, 80)} block`, node: block },
  ];
}

/** Null for a block that is shown as it is stored. */
function knownParts(type: string, block: JsonObject, faults: string[]): Part[] | null {
  switch (type) {
    case 'text':
    case 'thinking': {
      const text = textField(block, type);
      return text === null ? null : [{ type, text }];
    }
    case 'image': {
      const image = imageOf(block);
      return image === null ? null : [image];
    }
    case 'tool_use': {
      const name = textField(block, 'name');
      const args = memberValue(block, 'input');
      return name === null ? null : [{ type: 'tool_call', callId: textField(block, 'id'), name, args }];
    }
    case 'tool_result':
      return resultParts(block, faults);
    default:
      return null;
  }
}

/** A result of a tool, and what it says behind it. */
function resultParts(block: JsonObject, faults: string[]): Part[] {
  const callId = textField(block, 'tool_use_id');
  if (callId === null) noteBlock(faults, 'A tool result does not say which call it answers.');
  const content = memberValue(block, 'content');
  const isError = memberValue(block, 'is_error') === true;
  return [
    { type: 'tool_result', callId, name: null, isError },
    // A tool may well give nothing back.
    ...(content === undefined || content === null ? [] : messageParts(content, faults)),
  ];
}

/** An image that is in the file; those elsewhere are shown as they are stored, and not fetched. */
function imageOf(block: JsonObject): Part | null {
  const source = memberValue(block, 'source');
  const data = isJsonObject(source) ? textField(source, 'data') : null;
  if (data === null || !isJsonObject(source)) return null;
  return { type: 'image', data, mediaType: textField(source, 'media_type') };
}

/** Notes what is odd about a block; a hostile message may have millions. */
function noteBlock(faults: string[], fault: string): void {
  if (faults.length < MAX_NAMED_BLOCKS) faults.push(fault);
  else if (faults.length === MAX_NAMED_BLOCKS) faults.push('More blocks of the content are odd.');
}
