import {
  canonicalNative,
  isCanonical,
  isExact,
  isNativeObject,
  isWithinLimits,
  parseNative,
} from '../../json/native';
import { DEFAULT_MAX_DEPTH } from '../../json/parse';
import { hasLoneSurrogate } from '../../json/unicode';
import { isBlank } from '../../text/white-space';
import { judgeArguments } from '../native-item';

/**
 * A string of the normal form, quotes included: no escape that it would write otherwise. So RFC 8785 quotes it the same.
 * The runs between escapes are matched apart from them: the engine then keeps no way back for each character.
 */
const RUN = '[^"\\\\\\u0000-\\u001f]*';
const STRING = `"${RUN}(?:\\\\(?:["\\\\bfnrt]|u00(?:0[0-7bef]|1[0-9a-f]))${RUN})*"`;
const optional = (field: string) => `(?:,"${field}":(${STRING}))?`;

const START = new RegExp(
  `\\{"role":"(system|user|assistant|tool)","content":(${STRING})${optional('name')}${optional('tool_call_id')}`,
  'y',
);
const CALL = new RegExp(
  `\\{"id":(${STRING}),"type":"function","function":\\{"name":(${STRING}),"arguments":(${STRING})\\}\\}`,
  'y',
);
const REST = new RegExp(`${optional('reasoning_content')}${optional('image_url')}`, 'y');
/** As {@link STRING}, for a string inside arguments: their quotes and backslashes are escaped once more. No `\\u`. */
const INNER_STRING = `\\\\"${RUN}(?:\\\\\\\\(?:\\\\["\\\\]|[/bfnrt])${RUN})*\\\\"`;
/** No exponent, and too few digits to be beyond what is finite. */
const INNER_SCALAR = `${INNER_STRING}|-?(?:0|[1-9]\\d{0,99})(?:\\.\\d{1,99})?|true|false|null`;
const listOf = (part: string, end: string) => `(?:${part}(?:,(?!${end})|(?=${end})))*${end}`;
const arrayOf = (value: string) => `\\[${listOf(`(?:${value})`, '\\]')}`;
const objectOf = (value: string) => `\\{${listOf(`${INNER_STRING}:(?:${value})`, '\\}')}`;
const nested = (value: string) => `${INNER_SCALAR}|${arrayOf(value)}|${objectOf(value)}`;

/** The token of what most arguments are: compact, and objects and arrays in it two levels deep at most. */
const PLAIN_ARGUMENTS = new RegExp(`^"${objectOf(nested(nested(INNER_SCALAR)))}"$`);

/** In UTF-16 units. In one with millions of escapes the engine would run out of places to go back to, and throw. */
const MAX_LENGTH = 1024 * 1024;

const CALLS_START = ',"tool_calls":[';
const METADATA_START = ',"metadata":';

/**
 * The canonical text of an item in normal form without extra content and artifact, cut out of its payload: nearly all
 * items are so, and their long texts need not be parsed for it. Undefined for any other, about which this says nothing.
 */
export function canonicalOfPlain(payload: string): string | undefined {
  const start = payload.length > MAX_LENGTH ? null : matchAt(START, payload, 0);
  if (start === null || hasLoneSurrogate(payload)) return undefined;
  const [{ length: startLength }, role = '', content = '', name, callId] = start;
  const calls = canonicalCalls(payload, startLength);
  if (calls === undefined) return undefined;
  const rest = matchAt(REST, payload, calls.end);
  if (rest === null) return undefined;
  const [{ length: restLength }, reasoning, image] = rest;
  const end = calls.end + restLength;
  const metadata = end === payload.length - 1 ? '' : canonicalMetadata(payload, end);
  if (metadata === undefined || payload.charCodeAt(payload.length - 1) !== CLOSING_BRACE) return undefined;
  // Joined at once: a text put together step by step would be copied once more when it is looked into.
  return [
    '{"content":',
    content,
    member('image_url', image),
    metadata,
    member('name', name),
    member('reasoning_content', reasoning),
    ',"role":"',
    role,
    '"',
    member('tool_call_id', callId),
    calls.json,
    '}',
  ].join('');
}

const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;
const CLOSING_BRACKET = 0x5d;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function member(field: string, token: string | undefined): string {
  return token === undefined ? '' : `,"${field}":${token}`;
}

/** With their key, and the place behind them; nothing where there are none. */
function canonicalCalls(payload: string, start: number): { json: string; end: number } | undefined {
  if (!payload.startsWith(CALLS_START, start)) return { json: '', end: start };
  const calls: string[] = [];
  for (let at = start + CALLS_START.length; ; ) {
    const call = matchAt(CALL, payload, at);
    if (call === null) return undefined;
    const [{ length }, id = '', name = '', args = ''] = call;
    if (isBlankToken(id) || isBlankToken(name) || !isArguments(args)) return undefined;
    calls.push(`{"function":{"arguments":${args},"name":${name}},"id":${id},"type":"function"}`);
    at += length + 1;
    switch (payload.charCodeAt(at - 1)) {
      case COMMA:
        break;
      case CLOSING_BRACKET:
        return { json: `,"tool_calls":[${calls.join(',')}]`, end: at };
      default:
        return undefined;
    }
  }
}

/** Whether a quoted string may be blank: one with an escape is left to who reads it. */
function isBlankToken(token: string): boolean {
  return token.includes('\\') || isBlank(token.slice(1, -1));
}

function isArguments(token: string): boolean {
  if (PLAIN_ARGUMENTS.test(token)) return true;
  const text = parseNative(token);
  return typeof text === 'string' && judgeArguments(text) !== 'broken';
}

/** With its key, from its place to the end of the item; empty where an empty object says the same as none. */
function canonicalMetadata(payload: string, start: number): string | undefined {
  if (!payload.startsWith(METADATA_START, start)) return undefined;
  const text = payload.slice(start + METADATA_START.length, -1);
  const value = parseNative(text);
  // Of the item's own levels one is used up.
  if (!isNativeObject(value) || !isExact(value, text) || !isWithinLimits(value, DEFAULT_MAX_DEPTH - 1))
    return undefined;
  const canonical = isCanonical(value) ? text : canonicalNative(value);
  if (canonical === '{}') return '';
  return canonical && `,"metadata":${canonical}`;
}
