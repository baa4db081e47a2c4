import {
  isNativeArray,
  isNativeObject,
  type NativeObject,
  type NativeValue,
  parseNative,
} from '../../../shared/json/native';
import { hasSingleKeys } from '../../../shared/json/native-keys';
import { FLAG } from '../../../shared/model/heads';
import type { EntryKind } from '../../../shared/model/kind';
import { MAX_ID_BYTES } from '../read-limits';
import { type EntryHead, losslessHead } from './entry-head';
import type { EntryRow } from './entry-source';

/** Levels of nesting looked through here; the lossless parser reads more. */
export const MAX_DEPTH = 100;
/** Shared by all heads, and never added to. */
const NONE: never[] = [];

/** The head of one row. Never fails: what is wrong becomes faults. */
export function entryHead(row: EntryRow): EntryHead {
  return nativeHead(row) ?? losslessHead(row);
}

/**
 * The head of a sound message entry, by the engine's own parser: nearly every row of a session is one. Undefined
 * for any other row, and wherever a key may be doubled, a column disagree or a part be odd: the lossless reader says
 * what is wrong there. Numbers count as doubles in heads, however they were written.
 */
export function nativeHead(row: EntryRow): EntryHead | undefined {
  const sound = soundMessage(row);
  if (sound === undefined) return undefined;
  const { entry, message, text, id, parentId, timestamp } = sound;
  const head = new NativeHead(id, parentId, timestamp);
  return head.read(message) && hasSingleKeys(entry, text, MAX_DEPTH) ? head : undefined;
}

/** A message entry by the engine's own parser, its frame looked at, its message not yet. */
interface SoundMessage {
  readonly entry: NativeObject;
  readonly message: NativeObject;
  readonly text: string;
  readonly id: string;
  readonly parentId: string | null;
  readonly timestamp: string;
}

/** Undefined for any row that is no message entry, or whose columns disagree with it. */
export function soundMessage(row: EntryRow): SoundMessage | undefined {
  if (row.payload.state !== 'text') return undefined;
  const { text } = row.payload;
  const entry = parseNative(text);
  if (!isNativeObject(entry) || entry.type !== 'message' || !isNativeObject(entry.message)) return undefined;
  const { id, parentId = null, timestamp } = entry;
  if (!isId(id) || (parentId !== null && !isId(parentId))) return undefined;
  if (typeof timestamp !== 'string' || timestamp === '') return undefined;
  const { columns } = row;
  if (columns !== null) {
    if (columns.id !== id || columns.type !== 'message' || columns.timestamp !== timestamp) return undefined;
    // NULL and the empty text are both a root.
    const isSameParent = columns.parentId === (parentId ?? '') || (parentId ?? columns.parentId) === null;
    if (!isSameParent) return undefined;
  }
  return { entry, message: entry.message, text, id, parentId, timestamp };
}

class NativeHead implements EntryHead {
  readonly id: string;
  readonly parentId: string | null;
  readonly leafMove = null;
  readonly timestamp: string;
  kind: EntryKind = 'unknown';
  flags = 0;
  tokens = Number.NaN;
  preview = '';
  toolNames: string[] = NONE;
  answeredId: string | null = null;
  calls: { callId: string; name: string }[] = NONE;
  readonly label = null;
  readonly faults = NONE;

  constructor(id: string, parentId: string | null, timestamp: string) {
    this.id = id;
    this.parentId = parentId;
    this.timestamp = timestamp;
  }

  /** Takes what the message says; false where it is odd. */
  read(message: NativeObject): boolean {
    switch (message.role) {
      case 'user':
        this.kind = 'user';
        return this.#readContent(message.content, null);
      case 'assistant':
        return this.#readAnswer(message);
      case 'toolResult':
        return this.#readResult(message);
      default:
        return false;
    }
  }

  #readAnswer({ content, stopReason, errorMessage, usage }: NativeObject): boolean {
    this.kind = 'assistant';
    if (stopReason === 'error') this.flags |= FLAG.error;
    const total = isNativeObject(usage) ? usage.totalTokens : undefined;
    if (typeof total === 'number') this.tokens = total;
    const names: string[] = [];
    if (!this.#readContent(content, names)) return false;
    this.toolNames = names;
    if (this.preview === '') this.preview = firstThinking(content);
    if (this.preview === '' && typeof errorMessage === 'string') this.preview = errorMessage;
    return true;
  }

  #readResult({ content, toolCallId, toolName, isError }: NativeObject): boolean {
    if (typeof toolCallId !== 'string') return false;
    this.kind = 'tool_result';
    this.answeredId = toolCallId;
    if (isError === true) this.flags |= FLAG.error;
    if (typeof toolName === 'string') this.toolNames = [toolName];
    return this.#readContent(content, null);
  }

  /** Takes the blocks of a content, and the names of the tools they call; false where one is odd. */
  #readContent(content: NativeValue | undefined, names: string[] | null): boolean {
    if (typeof content === 'string') this.#readText(content);
    else if (!isNativeArray(content)) return false;
    else
      for (const block of content) if (!isNativeObject(block) || !this.#readBlock(block, names)) return false;
    return true;
  }

  #readBlock(block: NativeObject, names: string[] | null): boolean {
    switch (block.type) {
      case 'text':
        return this.#readText(block.text);
      case 'thinking':
        this.flags |= FLAG.thinking;
        return typeof block.thinking === 'string';
      case 'image':
        this.flags |= FLAG.image;
        return typeof block.data === 'string';
      case 'toolCall': {
        const { id, name } = block;
        if (typeof name !== 'string') return false;
        names?.push(name);
        if (typeof id !== 'string') return true;
        if (this.calls === NONE) this.calls = [];
        this.calls.push({ callId: id, name });
        return true;
      }
      default:
        return false;
    }
  }

  #readText(text: NativeValue | undefined): boolean {
    if (typeof text !== 'string') return false;
    // The first text that has words in it.
    if (this.preview === '' && /\S/.test(text)) this.preview = text;
    return true;
  }
}

/** The first thinking that has words in it, in a content that is sound; empty when none has. */
function firstThinking(content: NativeValue | undefined): string {
  if (!isNativeArray(content)) return '';
  for (const block of content)
    if (isNativeObject(block) && typeof block.thinking === 'string' && block.type === 'thinking')
      if (/\S/.test(block.thinking)) return block.thinking;
  return '';
}

/** Whether it may be an id here: neither empty nor of absurd length. */
function isId(value: NativeValue | undefined): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_BYTES;
}
