import type { Block } from '../../../shared/model/body';
import { JsonText, type Printable } from '../json-document';

/** A block as documents have it. */
export function blockDocument(block: Block): Printable {
  switch (block.type) {
    case 'text':
    case 'thinking':
      return { type: block.type, text: block.text };
    case 'tool_call':
      return { type: block.type, id: block.callId, name: block.name, arguments: argumentsDocument(block) };
    case 'tool_result':
      return { type: block.type, id: block.callId, name: block.name, isError: block.isError };
    case 'image':
      return { type: block.type, mediaType: block.mediaType, data: block.data, reference: block.reference };
    case 'raw':
      return { type: block.type, label: block.label, text: block.text };
  }
}

/** As stored: the string where a string is stored, else the JSON with the digits it has. */
export function argumentsDocument(call: Extract<Block, { type: 'tool_call' }>): Printable {
  const { text } = call.argumentsText;
  return call.asString ? text : new JsonText(text);
}

/** A block in words. */
export function blockText(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'thinking':
      return `(thinking) ${block.text}`;
    case 'tool_call':
      return `→ ${block.name} ${block.argumentsText.text}`;
    case 'tool_result':
      return `← ${block.name ?? 'result'}${block.isError ? ' (error)' : ''}`;
    case 'image':
      return `[image ${block.mediaType ?? ''} ${block.reference ?? `${block.totalChars} base64 characters`}]`;
    case 'raw':
      return `[${block.label}] ${block.text}`;
  }
}
