import {
  isNativeArray,
  isNativeObject,
  type NativeObject,
  type NativeValue,
} from '../../../shared/json/native';
import { FLAG } from '../../../shared/model/heads';
import type { EntryKind } from '../../../shared/model/kind';
import type { RecordHead } from '../line-session/line-format';

/** What the heads take of what an entry says. */
export type HeadContent = Pick<
  RecordHead,
  'kind' | 'flags' | 'tokens' | 'preview' | 'toolNames' | 'calls' | 'answeredIds'
>;

const NOTHING: HeadContent = {
  kind: 'unknown',
  flags: 0,
  tokens: Number.NaN,
  preview: '',
  toolNames: [],
  calls: [],
  answeredIds: [],
};

/** The head of what an entry of pi says, by its type. */
export function headContent(record: NativeObject): HeadContent {
  const type = text(record.type);
  switch (type) {
    case 'message':
      return isNativeObject(record.message) ? messageHead(record.message) : NOTHING;
    case 'compaction':
    case 'branch_summary':
      return { ...NOTHING, kind: type, preview: text(record.summary), tokens: tokensOf(record.usage) };
    case 'model_change':
      return of('model_change', `${text(record.provider) || '?'}/${text(record.modelId) || '?'}`);
    case 'thinking_level_change':
      return of('thinking_change', text(record.thinkingLevel));
    case 'custom':
      return of('custom', text(record.customType));
    case 'custom_message':
      return { ...NOTHING, ...blocksOf(record.content), kind: 'custom_message' };
    case 'label':
      return of('label', text(record.label) || 'label cleared');
    case 'session_info':
      return of('session_info', text(record.name));
    case 'leaf':
      return of('leaf_move', text(record.targetId) || 'no leaf');
    case 'usage':
      return { ...of('meta', `usage: ${text(record.kind) || '?'}`), tokens: tokensOf(record.usage) };
    case 'context_edit':
      return of('meta', `context of ${text(record.targetId) || '?'} edited`);
    case 'active_tools_change':
      return of('meta', 'active tools changed');
    default:
      return of('unknown', type);
  }
}

function of(kind: EntryKind, preview: string): HeadContent {
  return { ...NOTHING, kind, preview };
}

function messageHead(message: NativeObject): HeadContent {
  const role = text(message.role);
  const blocks = blocksOf(message.content);
  switch (role) {
    case 'user':
      return { ...blocks, kind: 'user', toolNames: [], calls: [] };
    case 'assistant': {
      const isError = message.stopReason === 'error';
      return {
        ...blocks,
        kind: 'assistant',
        flags: blocks.flags | (isError ? FLAG.error : 0),
        tokens: tokensOf(message.usage),
        preview: blocks.preview || text(message.errorMessage),
      };
    }
    case 'toolResult':
      return {
        ...blocks,
        kind: 'tool_result',
        flags: blocks.flags | (message.isError === true ? FLAG.error : 0),
        tokens: tokensOf(message.usage),
        toolNames: text(message.toolName) === '' ? [] : [text(message.toolName)],
        calls: [],
        answeredIds: text(message.toolCallId) === '' ? [] : [text(message.toolCallId)],
      };
    case 'bashExecution': {
      const hasFailed = typeof message.exitCode === 'number' && message.exitCode !== 0;
      return {
        ...of('custom_message', `$ ${text(message.command)}`),
        flags: hasFailed ? FLAG.error : 0,
      };
    }
    case 'system':
      return { ...blocks, kind: 'system', preview: blocks.preview || firstSection(message.sections) };
    case 'branchSummary':
      return { ...blocks, kind: 'branch_summary', preview: blocks.preview || text(message.summary) };
    case 'compactionSummary':
      return { ...blocks, kind: 'compaction', preview: blocks.preview || text(message.summary) };
    case '':
      return NOTHING;
    default:
      return {
        ...blocks,
        kind: 'custom_message',
        preview: blocks.preview || text(message.customType) || role,
      };
  }
}

/** What a content says, a text or a list of blocks: the first text with words in it, else the first such thinking. */
function blocksOf(content: NativeValue | undefined): HeadContent {
  if (typeof content === 'string') return { ...NOTHING, preview: content };
  if (!isNativeArray(content)) return NOTHING;
  let flags = 0;
  let preview = '';
  let thinking = '';
  const toolNames: string[] = [];
  const calls: { callId: string; name: string }[] = [];
  for (const block of content) {
    if (!isNativeObject(block)) continue;
    switch (block.type) {
      case 'text':
        preview ||= words(block.text);
        break;
      case 'thinking':
        flags |= FLAG.thinking;
        thinking ||= words(block.thinking);
        break;
      case 'image':
        flags |= FLAG.image;
        break;
      case 'toolCall': {
        const name = text(block.name);
        toolNames.push(name);
        if (text(block.id) !== '') calls.push({ callId: text(block.id), name });
      }
    }
  }
  return { ...NOTHING, flags, preview: preview || thinking, toolNames, calls };
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
