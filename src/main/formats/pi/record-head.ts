import {
  isNativeArray,
  isNativeObject,
  type NativeObject,
  type NativeValue,
} from '../../../shared/json/native';
import { FLAG } from '../../../shared/model/heads';
import type { EntryKind } from '../../../shared/model/kind';
import type { RecordHead } from '../line-session/line-format';

/** Fills in the head of an entry of pi with what it says, by its type. */
export function readHead(head: RecordHead, record: NativeObject): void {
  const type = text(record.type);
  switch (type) {
    case 'message':
      if (isNativeObject(record.message)) readMessage(head, record.message);
      break;
    case 'compaction':
    case 'branch_summary':
      set(head, type, text(record.summary));
      head.tokens = tokensOf(record.usage);
      break;
    case 'model_change':
      set(head, 'model_change', `${text(record.provider) || '?'}/${text(record.modelId) || '?'}`);
      break;
    case 'thinking_level_change':
      set(head, 'thinking_change', text(record.thinkingLevel));
      break;
    case 'custom':
      set(head, 'custom', text(record.customType));
      break;
    case 'custom_message':
      head.kind = 'custom_message';
      readBlocks(head, record.content);
      head.preview ||= text(record.customType);
      break;
    case 'label':
      set(head, 'label', text(record.label) || 'label cleared');
      break;
    case 'session_info':
      set(head, 'session_info', text(record.name));
      break;
    case 'leaf':
      set(head, 'leaf_move', text(record.targetId) || 'no leaf');
      break;
    case 'usage':
      set(head, 'meta', `usage: ${text(record.kind) || '?'}`);
      head.tokens = tokensOf(record.usage);
      break;
    case 'context_edit':
      set(head, 'meta', `context of ${text(record.targetId) || '?'} edited`);
      break;
    case 'active_tools_change':
      set(head, 'meta', 'active tools changed');
      break;
    default:
      head.preview = type;
  }
}

function set(head: RecordHead, kind: EntryKind, preview: string): void {
  head.kind = kind;
  head.preview = preview;
}

function readMessage(head: RecordHead, message: NativeObject): void {
  const role = text(message.role);
  if (role === '') return;
  readBlocks(head, message.content);
  switch (role) {
    case 'user':
      head.kind = 'user';
      break;
    case 'assistant':
      head.kind = 'assistant';
      head.tokens = tokensOf(message.usage);
      head.preview ||= text(message.errorMessage);
      if (message.stopReason === 'error') head.flags |= FLAG.error;
      return;
    case 'toolResult':
      head.kind = 'tool_result';
      head.tokens = tokensOf(message.usage);
      if (message.isError === true) head.flags |= FLAG.error;
      head.toolNames = text(message.toolName) === '' ? [] : [text(message.toolName)];
      head.answeredIds = text(message.toolCallId) === '' ? [] : [text(message.toolCallId)];
      break;
    case 'bashExecution':
      set(head, 'custom_message', `$ ${text(message.command)}`);
      if (typeof message.exitCode === 'number' && message.exitCode !== 0) head.flags |= FLAG.error;
      break;
    case 'system':
      set(head, 'system', head.preview || firstSection(message.sections));
      break;
    case 'branchSummary':
      set(head, 'branch_summary', head.preview || text(message.summary));
      break;
    case 'compactionSummary':
      set(head, 'compaction', head.preview || text(message.summary));
      break;
    default:
      set(head, 'custom_message', head.preview || text(message.customType) || role);
  }
  // Calls are an answer's alone.
  head.calls = [];
  if (role !== 'toolResult') head.toolNames = [];
}

/** Reads a content, a text or a list of blocks. The preview is the first text with words in it, else such a thinking. */
function readBlocks(head: RecordHead, content: NativeValue | undefined): void {
  if (typeof content === 'string') head.preview = content;
  if (!isNativeArray(content)) return;
  let thinking = '';
  const toolNames: string[] = [];
  const calls: { callId: string; name: string }[] = [];
  for (const block of content) {
    if (!isNativeObject(block)) continue;
    switch (block.type) {
      case 'text':
        head.preview ||= words(block.text);
        break;
      case 'thinking':
        head.flags |= FLAG.thinking;
        thinking ||= words(block.thinking);
        break;
      case 'image':
        head.flags |= FLAG.image;
        break;
      case 'toolCall': {
        const name = text(block.name);
        toolNames.push(name);
        if (text(block.id) !== '') calls.push({ callId: text(block.id), name });
      }
    }
  }
  head.preview ||= thinking;
  head.toolNames = toolNames;
  head.calls = calls;
}

function firstSection(sections: NativeValue | undefined): string {
  if (!isNativeObject(sections)) return '';
  return (
    Object.values(sections)
      .map(words)
      .find((section) => section !== '') ?? ''
  );
}

/** As stored, else the sum of what it is made of: the oldest records have no total. */
function tokensOf(usage: NativeValue | undefined): number {
  if (!isNativeObject(usage)) return Number.NaN;
  if (typeof usage.totalTokens === 'number') return usage.totalTokens;
  const parts = [usage.input, usage.output, usage.cacheRead, usage.cacheWrite].filter(
    (part) => typeof part === 'number',
  );
  return parts.length === 0 ? Number.NaN : parts.reduce((sum, part) => sum + part, 0);
}

function text(value: NativeValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A text that has words in it; empty for any other. */
function words(value: NativeValue | undefined): string {
  return typeof value === 'string' && /\S/.test(value) ? value : '';
}
