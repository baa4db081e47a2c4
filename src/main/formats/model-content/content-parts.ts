import { furtherFields, presentField, textField } from '../../../shared/content/fields';
import type { Part } from '../../../shared/content/part';
import {
  isJsonArray,
  isJsonObject,
  type JsonNode,
  type JsonObject,
  memberValue,
} from '../../../shared/json/node';

/** Odd parts of one content that are named one by one. */
const MAX_NAMED_PARTS = 20;

/**
 * The parts of a content as the Gemini API has it: a text, a part, or a list of them. What is not known comes raw, in its
 * place.
 */
export function contentParts(content: JsonNode | undefined, faults: string[]): Part[] {
  if (content === undefined || content === null) return [];
  if (isJsonArray(content)) return content.items.flatMap((part, at) => partParts(part, at, faults));
  return partParts(content, 0, faults);
}

function partParts(part: JsonNode, at: number, faults: string[]): Part[] {
  if (typeof part === 'string') return part === '' ? [] : [{ type: 'text', text: part }];
  if (!isJsonObject(part)) {
    notePart(faults, `Part ${at + 1} of the content is neither a text nor an object.`);
    return [{ type: 'raw', label: `part ${at + 1}`, node: part }];
  }
  return (
    textParts(part) ??
    callParts(part) ??
    responseParts(part, faults) ??
    dataParts(part) ?? [
      { type: 'raw', label: `${part.members[0]?.key.slice(0, 80) ?? 'empty'} part`, node: part },
    ]
  );
}

function textParts(part: JsonObject): Part[] | null {
  const text = textField(part, 'text');
  if (text === null) return null;
  return [{ type: memberValue(part, 'thought') === true ? 'thinking' : 'text', text }];
}

function callParts(part: JsonObject): Part[] | null {
  const call = memberValue(part, 'functionCall');
  const name = isJsonObject(call) ? textField(call, 'name') : null;
  if (!isJsonObject(call) || name === null) return null;
  return [{ type: 'tool_call', callId: textField(call, 'id'), name, args: memberValue(call, 'args') }];
}

/** A result of a tool, and what it says behind it. */
function responseParts(part: JsonObject, faults: string[]): Part[] | null {
  const answer = memberValue(part, 'functionResponse');
  if (!isJsonObject(answer)) return null;
  const callId = textField(answer, 'id');
  if (callId === null) notePart(faults, 'A tool result does not say which call it answers.');
  const response = presentField(answer, 'response');
  const error = isJsonObject(response) ? presentField(response, 'error') : undefined;
  return [
    { type: 'tool_result', callId, name: textField(answer, 'name'), isError: error !== undefined },
    ...outputParts(response),
    // Images that the tool gave stand beside what it said.
    ...contentParts(memberValue(answer, 'parts'), faults),
  ];
}

function outputParts(response: JsonNode | undefined): Part[] {
  if (response === undefined) return [];
  if (typeof response === 'string') return response === '' ? [] : [{ type: 'text', text: response }];
  if (!isJsonObject(response)) return [{ type: 'raw', label: 'response', node: response }];
  const said = ['output', 'error'].filter((key) => typeof memberValue(response, key) === 'string');
  const texts = said.flatMap((key): Part[] => {
    const text = textField(response, key);
    return text === null || text === '' ? [] : [{ type: 'text', text }];
  });
  const rest = furtherFields(response, new Set(said));
  return rest === null ? texts : [...texts, { type: 'raw', label: 'response', node: rest }];
}

/** Data that is in the file; a file elsewhere is shown as it is named, and not fetched. */
function dataParts(part: JsonObject): Part[] | null {
  const inline = memberValue(part, 'inlineData');
  const data = isJsonObject(inline) ? textField(inline, 'data') : null;
  if (data === null || !isJsonObject(inline)) return null;
  const mediaType = textField(inline, 'mimeType');
  return mediaType?.startsWith('image/') ? [{ type: 'image', data, mediaType }] : null;
}

/** Notes what is odd about a part; a hostile content may have millions. */
function notePart(faults: string[], fault: string): void {
  if (faults.length < MAX_NAMED_PARTS) faults.push(fault);
  else if (faults.length === MAX_NAMED_PARTS) faults.push('More parts of the content are odd.');
}
