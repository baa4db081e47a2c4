import {
  isNativeArray,
  isNativeObject,
  type NativeObject,
  type NativeValue,
} from '../../../shared/json/native';
import { FLAG } from '../../../shared/model/heads';
import type { RecordHead } from '../line-session/line-format';
import { kindOf } from './record-kind';
import { isProgramsText, typedCommand } from './user-words';

/** What the heads take of what one record says. */
export interface RecordWords
  extends Pick<RecordHead, 'kind' | 'flags' | 'tokens' | 'toolNames' | 'calls' | 'answeredIds'> {
  readonly text: string;
  /** Shown where no record of the entry has a text. */
  readonly thinking: string;
}

/** The head of what a record says. */
export function recordWords(record: NativeObject): RecordWords {
  const type = text(record.type);
  const message = isNativeObject(record.message) ? record.message : {};
  const blocks = blocksOf(type === 'user' || type === 'assistant' ? message.content : undefined);
  const kind = kindOf({
    type,
    subtype: text(record.subtype),
    isMeta: record.isMeta === true,
    isCompactSummary: record.isCompactSummary === true,
    hasResult: blocks.answeredIds.length > 0 || blocks.hasResult,
    hasHumanPart: blocks.hasHumanPart,
  });
  const isError = record.isApiErrorMessage === true || text(record.subtype) === 'api_error';
  return {
    kind,
    flags: blocks.flags | (isError ? FLAG.error : 0),
    tokens: type === 'assistant' ? tokensOf(message) : Number.NaN,
    toolNames: blocks.calls.map(({ name }) => name),
    calls: blocks.calls.filter(({ callId }) => callId !== ''),
    answeredIds: blocks.answeredIds,
    text: type === 'user' || type === 'assistant' ? blocks.text : bookkeepingWords(type, record),
    thinking: blocks.thinking,
  };
}

/** What a message cost: all that was read and written; NaN for one that no model wrote. */
function tokensOf({ usage, model }: NativeObject): number {
  if (!isNativeObject(usage) || model === '<synthetic>') return Number.NaN;
  const counts = [usage.input_tokens, usage.output_tokens, usage.cache_read_input_tokens];
  if (counts.every((count) => typeof count !== 'number')) return Number.NaN;
  return counts.reduce<number>((sum, count) => sum + number(count), cacheCreation(usage));
}

/** Some releases wrote no total beside its parts. */
function cacheCreation(usage: NativeObject): number {
  const parts = isNativeObject(usage.cache_creation) ? Object.values(usage.cache_creation) : [];
  const sum = parts.reduce<number>((total, part) => total + number(part), 0);
  return Math.max(number(usage.cache_creation_input_tokens), sum);
}

interface BlockWords {
  readonly flags: number;
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly { readonly callId: string; readonly name: string }[];
  readonly answeredIds: readonly string[];
  readonly hasResult: boolean;
  readonly hasHumanPart: boolean;
}

/** What a content says, a text or a list of blocks: the human's words before those of the program. */
function blocksOf(content: NativeValue | undefined): BlockWords {
  let flags = 0;
  let own = '';
  let programs = '';
  let thinking = '';
  let hasResult = false;
  let hasHumanPart = false;
  const calls: { callId: string; name: string }[] = [];
  const answeredIds: string[] = [];
  const addText = (value: NativeValue | undefined) => {
    const said = words(value);
    if (said === '') return;
    if (isProgramsText(said)) programs ||= typedCommand(said) ?? said;
    else {
      own ||= said;
      hasHumanPart = true;
    }
  };
  if (typeof content === 'string') addText(content);
  for (const block of isNativeArray(content) ? content : []) {
    if (!isNativeObject(block)) continue;
    switch (block.type) {
      case 'text':
        addText(block.text);
        break;
      case 'thinking':
        flags |= FLAG.thinking;
        thinking ||= words(block.thinking);
        break;
      case 'redacted_thinking':
        flags |= FLAG.thinking;
        break;
      case 'image':
        flags |= FLAG.image;
        hasHumanPart = true;
        break;
      case 'document':
        hasHumanPart = true;
        break;
      case 'tool_use':
        calls.push({ callId: text(block.id), name: text(block.name) });
        break;
      case 'tool_result': {
        hasResult = true;
        if (text(block.tool_use_id) !== '') answeredIds.push(text(block.tool_use_id));
        if (block.is_error === true) flags |= FLAG.error;
        const said = resultWords(block.content);
        flags |= said.flags;
        own ||= said.text;
      }
    }
  }
  return { flags, text: own || programs, thinking, calls, answeredIds, hasResult, hasHumanPart };
}

function resultWords(content: NativeValue | undefined): { text: string; flags: number } {
  if (typeof content === 'string') return { text: words(content), flags: 0 };
  let said = '';
  let flags = 0;
  for (const block of isNativeArray(content) ? content : []) {
    if (!isNativeObject(block)) continue;
    if (block.type === 'text') said ||= words(block.text);
    if (block.type === 'image') flags |= FLAG.image;
  }
  return { text: said, flags };
}

/** First words of what is no message. */
function bookkeepingWords(type: string, record: NativeObject): string {
  switch (type) {
    case 'system':
      return (
        words(record.content) || [text(record.subtype), durationWords(record.durationMs)].join(' ').trim()
      );
    case 'attachment': {
      const attachment = isNativeObject(record.attachment) ? record.attachment : {};
      const name = text(attachment.displayPath) || text(record.displayPath) || text(attachment.filename);
      return `attachment: ${text(attachment.type)} ${name}`.trim();
    }
    case 'progress': {
      const data = isNativeObject(record.data) ? record.data : {};
      return `progress: ${text(data.type)}`;
    }
    case 'queue-operation':
      return `queue: ${text(record.operation)} ${words(record.content)}`.trim();
    default: {
      const said = OWN_WORDS[type];
      const value = said === undefined ? '' : text(record[said]);
      return value === '' ? type : `${type}: ${value}`;
    }
  }
}

/** The field that has what a record is about. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  'custom-title': 'customTitle',
  'ai-title': 'aiTitle',
  tag: 'tag',
  'agent-name': 'agentName',
  'agent-setting': 'agentSetting',
  'last-prompt': 'lastPrompt',
  mode: 'mode',
  'permission-mode': 'permissionMode',
  'pr-link': 'prUrl',
};

function durationWords(ms: NativeValue | undefined): string {
  return typeof ms === 'number' ? `${Math.round(ms / 100) / 10} s` : '';
}

function text(value: NativeValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function number(value: NativeValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

/** A text that has words in it; empty for any other. */
function words(value: NativeValue | undefined): string {
  return typeof value === 'string' && /\S/.test(value) ? value : '';
}
