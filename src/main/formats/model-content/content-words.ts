import {
  isNativeArray,
  isNativeObject,
  type NativeObject,
  type NativeValue,
} from '../../../shared/json/native';
import { FLAG } from '../../../shared/model/heads';
import type { RecordHead } from '../line-session/line-format';

/** What the heads take of a content. */
export interface ContentWords extends Pick<RecordHead, 'calls' | 'answeredIds' | 'toolNames'> {
  /** Bits of `FLAG`. */
  readonly flags: number;
  /** First text with words in it. */
  readonly text: string;
  /** First thinking with words in it. */
  readonly thinking: string;
  /** Whether it answers calls. */
  readonly hasResponse: boolean;
}

const NONE: readonly never[] = [];

/** Reads a content as the Gemini API has it, its strings cut: a text, a part, or a list of them. */
export function contentWords(content: NativeValue | undefined): ContentWords {
  let flags = 0;
  let said = '';
  let thinking = '';
  let hasResponse = false;
  // Most contents call and answer nothing.
  let calls: { callId: string; name: string }[] | null = null;
  let answeredIds: string[] | null = null;
  let responseNames: string[] | null = null;
  for (const part of isNativeArray(content) ? content : [content ?? null]) {
    if (typeof part === 'string') said ||= words(part);
    if (!isNativeObject(part)) continue;
    const { functionCall, functionResponse } = part;
    if (part.thought === true) {
      flags |= FLAG.thinking;
      thinking ||= words(part.text);
    } else said ||= words(part.text);
    if (isImage(part)) flags |= FLAG.image;
    if (isNativeObject(functionCall)) {
      calls ??= [];
      calls.push({ callId: stringOf(functionCall.id), name: stringOf(functionCall.name) });
    }
    if (isNativeObject(functionResponse)) {
      hasResponse = true;
      const [id, name] = [stringOf(functionResponse.id), stringOf(functionResponse.name)];
      answeredIds ??= [];
      responseNames ??= [];
      if (id !== '') answeredIds.push(id);
      if (name !== '') responseNames.push(name);
      const response = responseWords(functionResponse);
      flags |= response.flags;
      said ||= response.text;
    }
  }
  return {
    flags,
    text: said,
    thinking,
    calls: calls?.filter(({ callId }) => callId !== '') ?? NONE,
    answeredIds: answeredIds ?? NONE,
    toolNames: calls?.map(({ name }) => name) ?? responseNames ?? NONE,
    hasResponse,
  };
}

function responseWords({ response, parts }: NativeObject): { readonly text: string; readonly flags: number } {
  let flags = 0;
  for (const part of isNativeArray(parts) ? parts : [])
    if (isNativeObject(part) && isImage(part)) flags |= FLAG.image;
  if (!isNativeObject(response)) return { text: words(response), flags };
  if (response.error !== undefined && response.error !== null) flags |= FLAG.error;
  return { text: words(response.output) || words(response.error), flags };
}

function isImage({ inlineData }: NativeObject): boolean {
  return isNativeObject(inlineData) && stringOf(inlineData.mimeType).startsWith('image/');
}

/** A string; empty for any other value. */
function stringOf(value: NativeValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A text that has words in it; empty for any other. */
function words(value: NativeValue | undefined): string {
  return typeof value === 'string' && /\S/.test(value) ? value : '';
}
