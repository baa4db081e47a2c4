import { canonicalJson } from '../../json/canonical';
import { canonicalNative } from '../../json/native';
import { quoteJson } from '../../json/print';
import { canonicalItem } from '../digest';
import { type NativeCall, type NativeItem, parseNativeItem, type TextField } from '../native-item';
import { normalizeJson } from '../normal-json';
import { readItemLossless } from '../strict-reader';
import { canonicalOfPlain } from './plain-canonical';

/** Why an item cannot be part of any commit that is to be verified. */
export type ItemFailure = 'undecodable-item' | 'outside-i-json';

/** The canonical text of a stored item, or why it has none. */
export type CanonicalText =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly reason: ItemFailure };

/** The canonical text of the item that a stored payload holds by the strict rules, its arguments as they stand. */
export function canonicalOfPayload(payload: string): CanonicalText {
  const json = canonicalOfPlain(payload) ?? canonicalOfParsed(payload);
  return json === undefined ? canonicalLossless(payload) : { ok: true, json };
}

/** As {@link canonicalOfPayload}, step by step: always right, and many times slower. */
export function canonicalLossless(payload: string): CanonicalText {
  const read = readItemLossless(payload);
  if (!read.ok) return { ok: false, reason: 'undecodable-item' };
  const canonical = canonicalItem(read.item);
  return canonical.ok ? canonical : { ok: false, reason: 'outside-i-json' };
}

function canonicalOfParsed(payload: string): string | undefined {
  const native = parseNativeItem(payload);
  return native && canonicalOfNative(native);
}

/** Put together from the payload's own pieces, since RFC 8785 quotes a string as the normal form does. */
function canonicalOfNative(native: NativeItem): string | undefined {
  const { value } = native;
  const before = (field: TextField) =>
    value[field] === undefined ? '' : `"${field}":${quotedField(native, field)},`;
  const calls = value.tool_calls === undefined ? '' : callsText(value.tool_calls);
  const metadata = metadataText(native);
  if (calls === undefined || metadata === undefined) return undefined;
  const artifact =
    value.artifact_ref === undefined ? '' : `"artifact_ref":${canonicalNative(value.artifact_ref)},`;
  const callId =
    value.tool_call_id === undefined ? '' : `,"tool_call_id":${quotedField(native, 'tool_call_id')}`;
  // Joined at once: a text put together step by step would be copied once more when it is looked into.
  return [
    '{',
    artifact,
    before('content'),
    before('image_url'),
    metadata,
    before('name'),
    before('reasoning_content'),
    '"role":"',
    value.role,
    '"',
    callId,
    calls,
    '}',
  ].join('');
}

/** Escapes other than those of the normal form, and now and then an even number of backslashes that looks like one. */
const ODD_ESCAPE = /\\(?:\/|u(?!00(?:0[0-7bef]|1[0-9a-f])))/;

function quotedField({ value, tokens }: NativeItem, field: TextField): string {
  const text = value[field] ?? '';
  const token = tokens[field] ?? '';
  const hasEscape = token.length > text.length + 2;
  return hasEscape && ODD_ESCAPE.test(token) ? quoteJson(text) : token;
}

function metadataText({ value, losslessMetadata }: NativeItem): string | undefined {
  if (losslessMetadata !== undefined) {
    if (losslessMetadata.members.length === 0) return '';
    const canonical = canonicalJson(normalizeJson(losslessMetadata));
    return canonical.ok ? `"metadata":${canonical.json},` : undefined;
  }
  if (value.metadata === undefined) return '';
  const text = canonicalNative(value.metadata);
  if (text === '{}') return '';
  return text && `"metadata":${text},`;
}

function callsText(calls: readonly NativeCall[]): string | undefined {
  const parts: string[] = [];
  for (const { id, function: called, extra_content: extra } of calls) {
    const extraText = extra === undefined ? '' : canonicalNative(extra);
    if (extraText === undefined) return undefined;
    const named = `"function":{"arguments":${quoteJson(called.arguments)},"name":${quoteJson(called.name)}}`;
    parts.push(
      `{${extraText && `"extra_content":${extraText},`}${named},"id":${quoteJson(id)},"type":"function"}`,
    );
  }
  return parts.length === 0 ? '' : `,"tool_calls":[${parts.join(',')}]`;
}
