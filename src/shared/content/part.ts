import type { JsonNode } from '../json/node';
import { printJson } from '../json/print';
import { type Block, cutText } from '../model/body';

/**
 * One piece of an entry's content, whole and not yet printed: reading heads costs no printing, and a
 * body is cut only when it is rendered.
 */
export type Part =
  | { readonly type: 'text' | 'thinking'; readonly text: string }
  | {
      readonly type: 'tool_call';
      readonly callId: string | null;
      readonly name: string;
      /** As stored; undefined when the call has none. */
      readonly args: JsonNode | undefined;
    }
  | {
      readonly type: 'tool_result';
      readonly callId: string | null;
      readonly name: string | null;
      readonly isError: boolean;
      /** How many parts behind it are the result; left out where all of the entry are. */
      readonly partCount?: number | undefined;
    }
  | { readonly type: 'image'; readonly data: string; readonly mediaType: string | null }
  | { readonly type: 'raw'; readonly label: string; readonly node: JsonNode }
  /** A record that is no JSON, as it is stored. */
  | { readonly type: 'stored'; readonly label: string; readonly text: string };

/** The whole text of a part, uncut: what `session.text` gives slices of. */
export function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'thinking':
    case 'stored':
      return part.text;
    case 'tool_call':
      // A string of arguments is shown as the string it is, digits and all.
      if (typeof part.args === 'string') return part.args;
      return part.args === undefined ? '' : printJson(part.args);
    case 'tool_result':
      return '';
    case 'image':
      return part.data;
    case 'raw':
      return printJson(part.node);
  }
}

/** The block of a part: texts of at most `maxChars` UTF-16 units, images of at most `maxImageChars` of base64. */
export function blockOf(part: Part, maxChars: number, maxImageChars: number): Block {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return { type: part.type, ...cutText(part.text, maxChars) };
    case 'tool_call':
      return {
        type: 'tool_call',
        callId: part.callId,
        name: part.name,
        argumentsText: cutText(partText(part), maxChars),
        asString: typeof part.args === 'string',
      };
    case 'tool_result':
      return part;
    case 'image':
      return {
        type: 'image',
        mediaType: part.mediaType,
        data: part.data.length > maxImageChars ? '' : part.data,
        totalChars: part.data.length,
        reference: null,
      };
    case 'raw':
    case 'stored':
      return { type: 'raw', label: part.label, ...cutText(partText(part), maxChars) };
  }
}
