import type { NativeObject, NativeValue } from '../json/native';
import { isExact, isNativeArray, isNativeObject, isWithinLimits, parseNative } from '../json/native';
import type { JsonObject } from '../json/node';
import { isJsonObject } from '../json/node';
import { DEFAULT_MAX_DEPTH } from '../json/parse';
import { hasLoneSurrogate } from '../json/unicode';
import { isBlank } from '../text/white-space';
import { roleNamed } from './item';
import { findBrokenArtifactRule } from './item-rules';
import { parsePayload } from './payload-json';

/** The fields of an item that are strings. */
export type TextField = 'role' | 'content' | 'name' | 'tool_call_id' | 'reasoning_content' | 'image_url';

/** An item of which the engine's own parser has lost nothing and that keeps every strict rule. */
export interface NativeItem {
  readonly value: NativeMessage;
  /** The string fields as they stand in the payload, quotes and escapes included. */
  readonly tokens: { readonly [K in TextField]?: string };
  /** Set where the native metadata has lost something. */
  readonly losslessMetadata: JsonObject | undefined;
  /** Whether a key stands more than once in an object of metadata or of arguments: there, anything may. */
  readonly hasDuplicateKeys: boolean;
}

/** The wire form of an item. */
type NativeMessage = { readonly role: string; readonly content: string } & {
  readonly [K in TextField]?: string;
} & {
  readonly tool_calls?: readonly NativeCall[];
  readonly metadata?: NativeObject;
  readonly artifact_ref?: NativeArtifact;
};

/** The wire form of a tool call; its type is `function`. */
export interface NativeCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
  readonly extra_content?: NativeObject;
}

/** The wire form of an artifact, its size written as an integer. */
export type NativeArtifact = {
  readonly path: string;
  readonly media_type: string;
  readonly encoding: string;
  readonly size_bytes: number;
  readonly sha256: string;
};

/** Each field as it begins in a payload without white space. */
const FIELD_STARTS: ReadonlyMap<string, string> = new Map(
  [
    'role',
    'content',
    'name',
    'tool_call_id',
    'tool_calls',
    'reasoning_content',
    'image_url',
    'metadata',
    'artifact_ref',
  ].map((key) => [key, `"${key}":`]),
);
const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Levels of nesting left for a document that stands in the item, and in a call in its list. */
const FIELD_LEVELS = DEFAULT_MAX_DEPTH - 1;
const CALL_FIELD_LEVELS = DEFAULT_MAX_DEPTH - 3;

/**
 * The item of a payload text, or undefined where only the lossless reader may judge. The fields are found in the text
 * one after the other: then none is doubled, a string stands there whole, and the rest was written as it prints.
 */
export function parseNativeItem(text: string): NativeItem | undefined {
  const value = parseNative(text);
  if (!isNativeObject(value) || !text.startsWith('{')) return undefined;
  const tokens: { [K in TextField]?: string } = {};
  let losslessMetadata: JsonObject | undefined;
  let hasDuplicateKeys = false;
  let at = 1;
  for (const key of Object.keys(value)) {
    const field = value[key];
    const start = fieldStart(text, at, key);
    if (start < 0 || !isField(key, field)) return undefined;
    if (typeof field === 'string') {
      at = stringEnd(text, start);
      // Of the known fields the string ones are these.
      tokens[key as TextField] = text.slice(start, at);
      continue;
    }
    const exact = JSON.stringify(field);
    at = start + exact.length;
    if (text.startsWith(exact, start)) continue;
    if (key !== 'metadata') return undefined;
    at = text.length - 1;
    const parsed = parsePayload(text.slice(start, at), FIELD_LEVELS);
    if (!parsed.ok || !isJsonObject(parsed.node)) return undefined;
    losslessMetadata = parsed.node;
    hasDuplicateKeys = parsed.hasDuplicateKeys;
  }
  if (at !== text.length - 1 || value.role === undefined || value.content === undefined) return undefined;
  // Every field has been found to be what the type says.
  const message = value as unknown as NativeMessage;
  for (const call of message.tool_calls ?? []) {
    const keys = judgeArguments(call.function.arguments);
    if (keys === 'broken') return undefined;
    hasDuplicateKeys ||= keys === 'doubled';
  }
  return { value: message, tokens, losslessMetadata, hasDuplicateKeys };
}

/** Where the value of the field that must stand at this place begins, −1 when it does not stand there. */
function fieldStart(text: string, at: number, key: string): number {
  const start = FIELD_STARTS.get(key);
  if (start === undefined) return -1;
  const from = at === 1 ? at : at + 1;
  if (from > at && text.charCodeAt(at) !== COMMA) return -1;
  return text.startsWith(start, from) ? from + start.length : -1;
}

/** The place behind a string that begins at `start`; behind the text when there is none. */
function stringEnd(text: string, start: number): number {
  if (text.charCodeAt(start) !== QUOTE) return text.length;
  for (let quote = start; ; ) {
    quote = text.indexOf('"', quote + 1);
    if (quote < 0) return text.length;
    let run = quote - 1;
    while (text.charCodeAt(run) === BACKSLASH) run -= 1;
    // An even number of backslashes escape each other, and not the quote.
    if ((quote - run) % 2 === 1) return quote + 1;
  }
}

/** Whether a text is the JSON of an object, as arguments must be, and whether a key stands in it twice. */
export function judgeArguments(text: string): 'unique' | 'doubled' | 'broken' {
  const value = parseNative(text);
  if (value !== undefined && isExact(value, text))
    return isNativeObject(value) && isWithinLimits(value, DEFAULT_MAX_DEPTH) ? 'unique' : 'broken';
  const parsed = parsePayload(text);
  if (!parsed.ok || !isJsonObject(parsed.node)) return 'broken';
  return parsed.hasDuplicateKeys ? 'doubled' : 'unique';
}

function isField(key: string, value: NativeValue | undefined): boolean {
  switch (key) {
    case 'role':
      return typeof value === 'string' && roleNamed(value) !== undefined;
    case 'tool_calls':
      return isNativeArray(value) && value.every(isCall);
    case 'metadata':
      return isNativeObject(value) && isWithinLimits(value, FIELD_LEVELS);
    case 'artifact_ref':
      return isArtifact(value);
    default:
      return isText(value);
  }
}

function isText(value: NativeValue | undefined): boolean {
  return typeof value === 'string' && !hasLoneSurrogate(value);
}

function isCall(value: NativeValue): boolean {
  if (!isNativeObject(value)) return false;
  const { id, type, function: called, extra_content: extra } = value;
  return (
    Object.keys(value).length === (extra === undefined ? 3 : 4) &&
    typeof id === 'string' &&
    isText(id) &&
    !isBlank(id) &&
    type === 'function' &&
    isFunction(called) &&
    (extra === undefined || (isNativeObject(extra) && isWithinLimits(extra, CALL_FIELD_LEVELS)))
  );
}

function isFunction(value: NativeValue | undefined): boolean {
  if (!isNativeObject(value) || Object.keys(value).length !== 2) return false;
  const { name, arguments: args } = value;
  return typeof name === 'string' && isText(name) && !isBlank(name) && isText(args);
}

function isArtifact(value: NativeValue | undefined): boolean {
  if (!isNativeObject(value) || Object.keys(value).length !== 5) return false;
  const { path, media_type: mediaType, encoding, size_bytes: sizeBytes, sha256 } = value;
  if (typeof path !== 'string' || typeof mediaType !== 'string') return false;
  if (typeof encoding !== 'string' || typeof sha256 !== 'string') return false;
  if (typeof sizeBytes !== 'number' || !Number.isSafeInteger(sizeBytes) || sizeBytes < 0) return false;
  const artifact = { path, mediaType, encoding, sizeBytes: BigInt(sizeBytes), sha256 };
  return findBrokenArtifactRule(artifact) === undefined;
}
