import type { JsonObject } from '../json/node';
import { DEFAULT_MAX_DEPTH, MAX_VALUES } from '../json/parse';
import { isBlank } from '../text/white-space';
import { DocumentTexts, normalArguments } from './document-texts';
import type { ArtifactRef, Item, ToolCall } from './item';
import { roleNamed } from './item';
import { findBrokenArtifactRule } from './item-rules';

/** The two texts of an item in normal form. */
export interface ItemTexts {
  /** What is stored: section 3 of the vv-agent facts. */
  readonly payload: string;
  /** What is hashed: its RFC 8785 text. */
  readonly canonical: string;
}

/** Levels of nesting left for a document that stands in the item, and in a call in its list. */
const FIELD_LEVELS = DEFAULT_MAX_DEPTH - 1;
const CALL_FIELD_LEVELS = DEFAULT_MAX_DEPTH - 3;
/** A shorter payload cannot have more values than are read. */
const MAX_LENGTH = 2 * MAX_VALUES - 1;

/**
 * Both texts of an item in one go, each string printed once for the two. Undefined for an item that breaks a rule or
 * has no canonical text, and for a few others: of them the writer and the digest tell, step by step.
 */
export function itemTexts(item: Item): ItemTexts | undefined {
  if (roleNamed(item.role) === undefined) return undefined;
  const calls = callTexts(item.toolCalls);
  const metadata = documentMember(',"metadata":', nonEmpty(item.metadata), FIELD_LEVELS);
  const artifact = artifactTexts(item.artifactRef);
  if (calls === undefined || metadata === undefined || artifact === undefined) return undefined;
  const role = `"role":"${item.role}"`;
  const content = `"content":${JSON.stringify(item.content)}`;
  const name = textMember(',"name":', item.name);
  const callId = textMember(',"tool_call_id":', item.toolCallId);
  const reasoning = textMember(',"reasoning_content":', item.reasoningContent);
  const image = textMember(',"image_url":', item.imageUrl);
  const ofPayload = `${role},${content}${name}${callId}${calls.payload}${reasoning}${image}`;
  const payload = `{${ofPayload}${metadata.payload}${artifact.payload}}`;
  // What is printed for half of a surrogate pair.
  if (payload.length > MAX_LENGTH || payload.includes('\\ud')) return undefined;
  const ofCanonical = `${content}${image}${metadata.canonical}${name}${reasoning},${role}${callId}${calls.canonical}`;
  return { payload, canonical: `{${artifact.canonical}${ofCanonical}}` };
}

const NONE: ItemTexts = { payload: '', canonical: '' };

function nonEmpty(document: JsonObject): JsonObject | undefined {
  return document.members.length > 0 ? document : undefined;
}

function textMember(start: string, value: string | undefined): string {
  return value === undefined ? '' : start + JSON.stringify(value);
}

function documentMember(
  start: string,
  document: JsonObject | undefined,
  levels: number,
): ItemTexts | undefined {
  if (document === undefined) return NONE;
  const texts = new DocumentTexts();
  if (!texts.add(document, levels)) return undefined;
  return { payload: start + texts.normal, canonical: start + texts.canonical };
}

function callTexts(calls: readonly ToolCall[]): ItemTexts | undefined {
  if (calls.length === 0) return NONE;
  let payload = '';
  let canonical = '';
  for (const call of calls) {
    const args = normalArguments(call.arguments);
    const extra = documentMember('"extra_content":', call.extraContent, CALL_FIELD_LEVELS);
    if (args === undefined || extra === undefined || isBlank(call.id) || isBlank(call.name)) return undefined;
    const separator = payload === '' ? ',"tool_calls":[' : ',';
    const id = `"id":${JSON.stringify(call.id)},"type":"function"`;
    const name = `"name":${JSON.stringify(call.name)}`;
    const quoted = `"arguments":${JSON.stringify(args)}`;
    const hasExtra = call.extraContent !== undefined;
    payload += `${separator}{${id},"function":{${name},${quoted}}${hasExtra ? ',' : ''}${extra.payload}}`;
    canonical += `${separator}{${extra.canonical}${hasExtra ? ',' : ''}"function":{${quoted},${name}},${id}}`;
  }
  return { payload: `${payload}]`, canonical: `${canonical}]` };
}

function artifactTexts(artifact: ArtifactRef | undefined): ItemTexts | undefined {
  if (artifact === undefined) return NONE;
  const { sizeBytes } = artifact;
  if (sizeBytes < 0n || sizeBytes > Number.MAX_SAFE_INTEGER || findBrokenArtifactRule(artifact) !== undefined)
    return undefined;
  const path = `"path":${JSON.stringify(artifact.path)}`;
  const type = `"media_type":${JSON.stringify(artifact.mediaType)}`;
  const encoding = `"encoding":${JSON.stringify(artifact.encoding)}`;
  const size = `"size_bytes":${sizeBytes}`;
  const sha256 = `"sha256":${JSON.stringify(artifact.sha256)}`;
  return {
    payload: `,"artifact_ref":{${path},${type},${encoding},${size},${sha256}}`,
    canonical: `"artifact_ref":{${encoding},${type},${path},${sha256},${size}},`,
  };
}
