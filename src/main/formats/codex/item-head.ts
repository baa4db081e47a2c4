import {
  isNativeArray,
  isNativeObject,
  type NativeObject,
  type NativeValue,
} from '../../../shared/json/native';
import { FLAG } from '../../../shared/model/heads';
import type { EntryKind } from '../../../shared/model/kind';
import type { RecordHead } from '../line-session/line-format';
import { toolName } from '../response-items/tool-name';
import { headerExitCode, outputHeader, wrappedOutput } from './output-text';
import { textOf } from './record';
import { looksInjected } from './words';

/** What an item says, as far as heads take it. */
export interface ItemHead
  extends Pick<RecordHead, 'kind' | 'flags' | 'preview' | 'toolNames' | 'calls' | 'answeredIds'> {
  /** All texts of it, to know the events by that say the same. */
  readonly said: readonly string[];
  /** Ids that further records of what it did are known by. */
  readonly ownIds: readonly string[];
}

const NOTHING: ItemHead = {
  kind: 'unknown',
  flags: 0,
  preview: '',
  toolNames: [],
  calls: [],
  answeredIds: [],
  said: [],
  ownIds: [],
};

/** A head without content but a preview. */
export function headOf(kind: EntryKind, preview: string): ItemHead {
  return { ...NOTHING, kind, preview };
}

/** The head of an item of the model's history (`response_item`). */
export function itemHead(item: NativeObject): ItemHead {
  const type = textOf(item.type);
  switch (type) {
    case 'message':
      return messageHead(item);
    case 'reasoning': {
      const said = [...textsOf(item.summary), ...textsOf(item.content)];
      return { ...headOf('assistant', firstWords(said)), flags: FLAG.thinking, said };
    }
    case 'function_call':
    case 'custom_tool_call':
      return callHead(toolName(textOf(item.name), textOf(item.namespace)), textOf(item.call_id));
    case 'local_shell_call':
      return callHead('local_shell', textOf(item.call_id) || textOf(item.id));
    case 'tool_search_call':
      return callHead('tool_search', textOf(item.call_id));
    case 'web_search_call':
      return { ...headOf('assistant', ''), toolNames: ['web_search'], ownIds: [textOf(item.id)] };
    case 'image_generation_call':
      return {
        ...headOf('assistant', ''),
        flags: FLAG.image,
        toolNames: ['image_generation'],
        ownIds: [textOf(item.id)],
      };
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_search_output':
      return outputHead(item);
    case 'agent_message':
      return headOf('custom_message', firstWords(textsOf(item.content)));
    case 'compaction':
    case 'compaction_summary':
    case 'context_compaction':
    case 'ghost_snapshot':
    case 'additional_tools':
    case 'configuration_update':
      return headOf('meta', type.replaceAll('_', ' '));
    default:
      return headOf('unknown', type);
  }
}

function messageHead(item: NativeObject): ItemHead {
  const said = textsOf(item.content);
  const flags = hasImage(item.content) ? FLAG.image : 0;
  const head = { ...NOTHING, flags, preview: firstWords(said), said };
  switch (textOf(item.role)) {
    case 'assistant':
      return { ...head, kind: 'assistant' };
    case 'user':
      return { ...head, kind: isHuman(item, said) ? 'user' : 'meta' };
    case 'developer':
    case 'system':
      return { ...head, kind: 'system' };
    default:
      return { ...head, kind: 'unknown' };
  }
}

/** Whether people wrote a message in the role of the user: newer files say what each piece of it is. */
function isHuman(item: NativeObject, said: readonly string[]): boolean {
  const passed = item.internal_chat_message_metadata_passthrough;
  const kinds = isNativeObject(passed) ? passed.content_item_kinds : undefined;
  if (isNativeArray(kinds) && kinds.length > 0)
    return kinds.some((kind) => typeof kind === 'string' && kind.startsWith('user.'));
  return said.length === 0 || !said.every(looksInjected);
}

function callHead(name: string, callId: string): ItemHead {
  const calls = callId === '' ? [] : [{ callId, name }];
  return { ...headOf('assistant', ''), toolNames: [name], calls };
}

function outputHead(item: NativeObject): ItemHead {
  const { output } = item;
  const callId = textOf(item.call_id);
  const text = typeof output === 'string' ? output : firstWords(textsOf(output));
  const wrapped = wrappedOutput(text);
  const exitCode = wrapped === null ? headerExitCode(text) : wrapped.exitCode;
  return {
    ...headOf('tool_result', wrapped?.text ?? outputHeader(text)?.rest ?? text),
    flags: ((exitCode ?? 0) !== 0 ? FLAG.error : 0) | (hasImage(output) ? FLAG.image : 0),
    answeredIds: callId === '' ? [] : [callId],
    ownIds: callId === '' ? [] : [callId],
  };
}

/** The texts of a list of content, or of one that is a text itself. */
export function textsOf(content: NativeValue | undefined): string[] {
  if (typeof content === 'string') return [content];
  if (!isNativeArray(content)) return [];
  return content.flatMap((part) => {
    if (typeof part === 'string') return [part];
    return isNativeObject(part) && typeof part.text === 'string' ? [part.text] : [];
  });
}

function hasImage(content: NativeValue | undefined): boolean {
  return (
    isNativeArray(content) && content.some((part) => isNativeObject(part) && part.type === 'input_image')
  );
}

/** The first text with words in it. */
function firstWords(texts: readonly string[]): string {
  return texts.find((text) => /\S/.test(text)) ?? '';
}
