import { textField } from '../../../shared/content/fields';
import type { Part } from '../../../shared/content/part';
import { type JsonObject, memberValue } from '../../../shared/json/node';
import { contentParts, furtherPart, imagePart, objectOf } from './content-parts';
import { toolName } from './tool-name';

/** What an item is made of, and the fields of it that the parts show. */
interface Reading {
  readonly parts: readonly Part[];
  readonly shown: readonly string[];
}

/** Types of items of the Responses API that a model writes beside messages: reasoning, and calls of all kinds. */
export const ANSWER_TYPES: ReadonlySet<string> = new Set([
  'reasoning',
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
  'computer_call',
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'tool_search_call',
  'image_generation_call',
  'mcp_call',
  'mcp_approval_request',
]);

/**
 * The parts of an item that a model wrote, as the Responses API has them; one of another type comes as it is stored.
 * `known` are fields beyond the API's own that are shown elsewhere.
 */
export function itemParts(item: JsonObject, known: readonly string[] = []): Part[] {
  const reading = readingOf(item);
  if (reading === null) return [{ type: 'raw', label: textField(item, 'type') || 'item', node: item }];
  return [...reading.parts, ...furtherPart(item, [...reading.shown, ...known])];
}

function readingOf(item: JsonObject): Reading | null {
  switch (textField(item, 'type')) {
    case 'message':
      return {
        parts: contentParts(memberValue(item, 'content')),
        shown: ['role', 'content', 'status', 'phase'],
      };
    case 'reasoning':
      return { parts: thoughts(item), shown: ['summary', 'content'] };
    case 'function_call': {
      const name = toolName(textField(item, 'name') ?? '', textField(item, 'namespace'));
      return call(item, name, memberValue(item, 'arguments'), ['name', 'namespace', 'arguments']);
    }
    case 'custom_tool_call':
      return call(item, textField(item, 'name') ?? '', pick(item, ['input']), ['name', 'input']);
    case 'local_shell_call':
      return call(item, 'local_shell', memberValue(item, 'action'), ['action']);
    case 'shell_call':
      return call(item, 'shell', memberValue(item, 'action'), ['action']);
    case 'computer_call':
      return call(item, 'computer', memberValue(item, 'action'), ['action']);
    case 'apply_patch_call':
      return call(item, 'apply_patch', memberValue(item, 'operation'), ['operation']);
    case 'tool_search_call':
      return call(item, 'tool_search', memberValue(item, 'arguments'), ['arguments']);
    case 'mcp_approval_request':
      return call(item, approvalName(item), memberValue(item, 'arguments'), [
        'name',
        'server_label',
        'arguments',
      ]);
    case 'web_search_call':
      return answered(item, 'web_search', memberValue(item, 'action'), [], ['action']);
    case 'file_search_call':
      return answered(item, 'file_search', pick(item, ['queries']), stored(item, 'results'), [
        'queries',
        'results',
      ]);
    case 'code_interpreter_call':
      return answered(
        item,
        'code_interpreter',
        pick(item, ['code', 'container_id']),
        stored(item, 'outputs'),
        ['code', 'container_id', 'outputs'],
      );
    case 'mcp_call':
      return mcpCall(item);
    case 'image_generation_call':
      return image(item);
    default:
      return null;
  }
}

function thoughts(item: JsonObject): Part[] {
  const texts = [memberValue(item, 'summary'), memberValue(item, 'content')].flatMap(contentParts);
  return texts.map((part): Part => (part.type === 'text' ? { type: 'thinking', text: part.text } : part));
}

/** A call whose result is an item of its own. */
function call(item: JsonObject, name: string, args: Args, shown: readonly string[]): Reading {
  return {
    parts: [{ type: 'tool_call', callId: callIdOf(item), name, args }],
    shown: ['call_id', 'status', ...shown],
  };
}

type Args = Extract<Part, { type: 'tool_call' }>['args'];

/** A call that stands in one item with its result. */
function answered(
  item: JsonObject,
  name: string,
  args: Args,
  result: readonly Part[],
  shown: readonly string[],
): Reading {
  const callId = callIdOf(item);
  const hasError = (memberValue(item, 'error') ?? null) !== null;
  const isError = hasError || textField(item, 'status') === 'failed';
  return {
    parts: [
      { type: 'tool_call', callId, name, args },
      { type: 'tool_result', callId, name: null, isError, partCount: result.length },
      ...result,
    ],
    shown: ['status', ...shown],
  };
}

function mcpCall(item: JsonObject): Reading {
  const name = toolName(textField(item, 'name') ?? '', `mcp__${textField(item, 'server_label') ?? ''}`);
  const error = memberValue(item, 'error') ?? null;
  const result = [
    ...contentParts(memberValue(item, 'output')),
    ...(error === null ? [] : textOrStored('error', error)),
  ];
  return answered(item, name, memberValue(item, 'arguments'), result, [
    'name',
    'server_label',
    'arguments',
    'output',
    'error',
  ]);
}

/** The image is the result of the call, and stands in the same item. */
function image(item: JsonObject): Reading {
  const result = textField(item, 'result') ?? '';
  const args = objectOf({ prompt: memberValue(item, 'revised_prompt') });
  const found = imagePart(result) ?? ({ type: 'image', data: result, mediaType: 'image/png' } as const);
  return answered(item, 'image_generation', args, result === '' ? [] : [found], ['result', 'revised_prompt']);
}

function approvalName(item: JsonObject): string {
  return toolName(textField(item, 'name') ?? '', `mcp__${textField(item, 'server_label') ?? ''}`);
}

function pick(item: JsonObject, keys: readonly string[]): JsonObject {
  return objectOf(Object.fromEntries(keys.map((key) => [key, memberValue(item, key)])));
}

function stored(item: JsonObject, key: string): Part[] {
  const node = memberValue(item, key) ?? null;
  return node === null ? [] : [{ type: 'raw', label: key, node }];
}

function textOrStored(label: string, node: NonNullable<ReturnType<typeof memberValue>>): Part[] {
  return typeof node === 'string' ? [{ type: 'text', text: node }] : [{ type: 'raw', label, node }];
}

/** Some calls have only an id of the item. */
function callIdOf(item: JsonObject): string | null {
  return textField(item, 'call_id') || textField(item, 'id');
}
