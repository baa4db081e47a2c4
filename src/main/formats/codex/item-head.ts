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
  said: readonly string[];
  /** Ids that further records of what it did are known by. */
  ownIds: readonly string[];
}

const NONE: readonly never[] = [];

/** A head without content but a preview; the caller fills in the rest. */
export function headOf(kind: EntryKind, preview: string): ItemHead {
  return {
    kind,
    flags: 0,
    preview,
    toolNames: NONE,
    calls: NONE,
    answeredIds: NONE,
    said: NONE,
    ownIds: NONE,
  };
}

/** The head of an item of the model's history (`response_item`). */
export function itemHead(item: NativeObject): ItemHead {
  const type = textOf(item.type);
  switch (type) {
    case 'message':
      return messageHead(item);
    case 'reasoning':
      return reasoningHead(item);
    case 'function_call':
    case 'custom_tool_call':
      return callHead(toolName(textOf(item.name), textOf(item.namespace)), textOf(item.call_id));
    case 'local_shell_call':
      return callHead('local_shell', textOf(item.call_id) || textOf(item.id));
    case 'tool_search_call':
      return callHead('tool_search', textOf(item.call_id));
    case 'web_search_call':
      return serverCallHead('web_search', item, 0);
    case 'image_generation_call':
      return serverCallHead('image_generation', item, FLAG.image);
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
  const head = headOf(messageKind(item, said), firstWords(said));
  head.said = said;
  if (hasImage(item.content)) head.flags = FLAG.image;
  return head;
}

function messageKind(item: NativeObject, said: readonly string[]): EntryKind {
  switch (textOf(item.role)) {
    case 'assistant':
      return 'assistant';
    case 'user':
      return isHuman(item, said) ? 'user' : 'meta';
    case 'developer':
    case 'system':
      return 'system';
    default:
      return 'unknown';
  }
}

function reasoningHead(item: NativeObject): ItemHead {
  const said = [...textsOf(item.summary), ...textsOf(item.content)];
  const head = headOf('assistant', firstWords(said));
  head.flags = FLAG.thinking;
  head.said = said;
  return head;
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
  const head = headOf('assistant', '');
  head.toolNames = [name];
  if (callId !== '') head.calls = [{ callId, name }];
  return head;
}

/** Of a tool that the provider of the model runs itself: it has no result of its own. */
function serverCallHead(name: string, item: NativeObject, flags: number): ItemHead {
  const head = headOf('assistant', '');
  head.flags = flags;
  head.toolNames = [name];
  head.ownIds = [textOf(item.id)];
  return head;
}

function outputHead(item: NativeObject): ItemHead {
  const { output } = item;
  const callId = textOf(item.call_id);
  const text = typeof output === 'string' ? output : firstWords(textsOf(output));
  const wrapped = wrappedOutput(text);
  const header = wrapped === null ? outputHeader(text) : null;
  const exitCode = wrapped === null ? headerExitCode(header) : wrapped.exitCode;
  const head = headOf('tool_result', wrapped?.text ?? header?.rest ?? text);
  if ((exitCode ?? 0) !== 0) head.flags |= FLAG.error;
  if (hasImage(output)) head.flags |= FLAG.image;
  if (callId !== '') head.answeredIds = head.ownIds = [callId];
  return head;
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
