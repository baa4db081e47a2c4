import { type EntryContent, NO_CONTENT } from '../../../shared/content/content';
import { numberField, textField } from '../../../shared/content/fields';
import type { Part } from '../../../shared/content/part';
import { isJsonObject, type JsonNode, type JsonObject, memberValue } from '../../../shared/json/node';
import { LARGEST_MAX_DEPTH, parseJson } from '../../../shared/json/parse';
import { contentParts, furtherPart, objectOf } from '../response-items/content-parts';
import { headerExitCode, outputHeader, wrappedOutput } from './output-text';
import type { Unwrapped } from './record';

/** What a tool answered, with what an event tells of how the call ended. */
export function resultContent([first, ...events]: readonly Unwrapped<JsonObject>[]): EntryContent {
  if (first === undefined) return NO_CONTENT;
  const item = first.payload;
  const callId = textField(item, 'call_id');
  const ends = events.map(({ payload }) => endOf(payload));
  const { parts, exitCode } = outputOf(memberValue(item, 'output') ?? memberValue(item, 'tools'));
  const code = ends.map((end) => numberField(end, 'exit_code')).find((told) => told !== null) ?? exitCode;
  const isError = (code !== null && code !== 0) || ends.some(hasFailed);
  return {
    ...NO_CONTENT,
    kind: 'tool_result',
    role: 'tool',
    parts: [
      { type: 'tool_result', callId, name: null, isError },
      ...parts,
      ...ends.map(details),
      ...furtherPart(item, [
        'call_id',
        'output',
        'tools',
        'status',
        'execution',
        'internal_chat_message_metadata_passthrough',
      ]),
    ],
    isError,
    faults: callId === null ? ['The result does not say which call it answers.'] : [],
  };
}

/** What an event tells of a call: the item it is about, or itself. */
function endOf(event: JsonObject): JsonObject {
  const item = memberValue(event, 'item');
  return isJsonObject(item) ? item : event;
}

function hasFailed(end: JsonObject): boolean {
  const status = textField(end, 'status');
  return memberValue(end, 'success') === false || status === 'failed' || status === 'declined';
}

/** An output as it is shown, and the exit code it tells. */
function outputOf(output: JsonNode | undefined): { parts: Part[]; exitCode: number | null } {
  if (typeof output !== 'string') {
    const parts = contentParts(output);
    const [first] = parts;
    return { parts, exitCode: first?.type === 'text' ? headerExitCode(outputHeader(first.text)) : null };
  }
  const wrapped = unwrapped(output);
  if (wrapped !== null) return wrapped;
  const header = outputHeader(output);
  if (header === null) return { parts: contentParts(output), exitCode: null };
  const exitCode = headerExitCode(header);
  return {
    parts: [...contentParts(header.rest), details(headerNode(header.lines, exitCode))],
    exitCode,
  };
}

/** The oldest form, which `apply_patch` still has: the text of an object with the output in it. */
function unwrapped(output: string): { parts: Part[]; exitCode: number | null } | null {
  const found = wrappedOutput(output);
  if (found === null) return null;
  const parsed = parseJson(output, { maxDepth: LARGEST_MAX_DEPTH });
  const metadata = parsed.ok && isJsonObject(parsed.node) ? memberValue(parsed.node, 'metadata') : undefined;
  return {
    parts: [...contentParts(found.text), ...(isJsonObject(metadata) ? [details(metadata)] : [])],
    exitCode: found.exitCode,
  };
}

function details(node: JsonObject): Part {
  return { type: 'raw', label: 'details', node };
}

function headerNode(lines: readonly string[], exitCode: number | null): JsonObject {
  return objectOf({
    exit_code: exitCode === null ? undefined : { kind: 'number', literal: String(exitCode) },
    header: { kind: 'array', items: lines },
  });
}
