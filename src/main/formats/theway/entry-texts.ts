import { bodyTexts, type EntryText, readableJson } from '../../../shared/find/entry-texts';
import {
  isNativeArray,
  isNativeObject,
  type NativeObject,
  type NativeValue,
} from '../../../shared/json/native';
import { hasSingleKeys } from '../../../shared/json/native-keys';
import { MAX_BLOCKS, MAX_WORD_CHARS } from '../body-limits';
import type { TextsSink } from '../format';
import { WHOLE_TEXTS } from '../read-texts';
import { bodyOf } from './bodies';
import type { EntryRow, EntrySource } from './entry-source';
import { MAX_DEPTH, soundMessage } from './native-head';

const NONE: readonly EntryText[] = [];

/** The texts of a row as its body has them; none where nothing of it may be wanted. */
export function textsOf(
  table: EntrySource,
  row: EntryRow,
  position: number,
  { mayHold }: Pick<TextsSink, 'mayHold'>,
): readonly EntryText[] {
  const { payload } = row;
  if (payload.state === 'text' && !mayHold(payload.text)) return NONE;
  return nativeTexts(row) ?? bodyTexts(bodyOf(table, row, position, WHOLE_TEXTS));
}

/**
 * The texts of a sound message entry, by the engine's own parser: nearly every row of a session is one. Undefined
 * where only the lossless reader can tell what is shown.
 */
function nativeTexts(row: EntryRow): EntryText[] | undefined {
  const sound = soundMessage(row);
  if (sound === undefined || !hasOnly(sound.entry, ENTRY_FIELDS)) return undefined;
  const { entry, message, text } = sound;
  const texts = new MessageTexts(text);
  return texts.read(message) && hasSingleKeys(entry, text, MAX_DEPTH) ? texts.found : undefined;
}

const ENTRY_FIELDS = new Set(['type', 'id', 'parentId', 'timestamp', 'message']);
const COMMON = ['role', 'content', 'timestamp'];
const USER_FIELDS = new Set(COMMON);
const ANSWER_FIELDS = new Set([...COMMON, 'provider', 'model', 'api', 'usage', 'stopReason', 'errorMessage']);
const RESULT_FIELDS = new Set([...COMMON, 'toolCallId', 'toolName', 'isError', 'details']);

/** Further fields are shown, too. */
function hasOnly(object: NativeObject, fields: ReadonlySet<string>): boolean {
  for (const key in object) if (!fields.has(key)) return false;
  return true;
}

class MessageTexts {
  readonly found: EntryText[] = [];
  readonly #record: string;

  constructor(record: string) {
    this.#record = record;
  }

  /** Takes what the message says; false where it is odd. */
  read(message: NativeObject): boolean {
    switch (message.role) {
      case 'user':
        return hasOnly(message, USER_FIELDS) && this.#readContent(message.content, 0);
      case 'assistant': {
        const { errorMessage } = message;
        if (!hasOnly(message, ANSWER_FIELDS) || !this.#readContent(message.content, 0)) return false;
        if (typeof errorMessage !== 'string' || errorMessage === '') return errorMessage === undefined;
        if (errorMessage.length > MAX_WORD_CHARS) return false;
        this.found.push({ block: null, isName: false, text: errorMessage });
        return true;
      }
      case 'toolResult':
        // The first block heads the result.
        return (
          hasOnly(message, RESULT_FIELDS) &&
          typeof message.toolCallId === 'string' &&
          this.#readContent(message.content, 1) &&
          this.#readDetails(message)
        );
      default:
        return false;
    }
  }

  #readContent(content: NativeValue | undefined, first: number): boolean {
    if (typeof content === 'string') {
      this.#add(first, content);
      return true;
    }
    if (!isNativeArray(content) || content.length + first + 2 > MAX_BLOCKS) return false;
    return content.every((block, at) => isNativeObject(block) && this.#readBlock(block, first + at));
  }

  #readBlock(block: NativeObject, at: number): boolean {
    switch (block.type) {
      case 'text':
        return typeof block.text === 'string' && this.#add(at, block.text);
      case 'thinking':
        return typeof block.thinking === 'string' && this.#add(at, block.thinking);
      case 'image':
        return typeof block.data === 'string';
      case 'toolCall': {
        const { name, arguments: args } = block;
        if (typeof name !== 'string' || name.length > MAX_WORD_CHARS) return false;
        this.found.push({ block: at, isName: true, text: name });
        if (args === undefined) return true;
        return typeof args === 'string' ? this.#add(at, readableJson(args)) : this.#addPrinted(at, args);
      }
      default:
        return false;
    }
  }

  #readDetails({ content, details }: NativeObject): boolean {
    if (details === undefined) return true;
    const blocks = isNativeArray(content) ? content.length : content === '' ? 0 : 1;
    return details !== null && this.#addPrinted(blocks + 1, details);
  }

  /** JSON is shown with its numbers as they are written: the same as printed anew if it stands so in the record. */
  #addPrinted(block: number, value: NativeValue): boolean {
    const text = JSON.stringify(value);
    return this.#record.includes(text) && this.#add(block, readableJson(text));
  }

  #add(block: number, text: string): true {
    if (text !== '') this.found.push({ block, isName: false, text });
    return true;
  }
}
