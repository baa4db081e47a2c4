import type { JsonArray, JsonMember, JsonNode, JsonObject } from '../json/node';
import { normalizeJson } from './normal-json';

/** The roles a message may have. */
export type Role = 'system' | 'user' | 'assistant' | 'tool';

/** One item of a session: a message. A field that is absent in the payload is absent here. */
export interface Item {
  readonly role: Role;
  readonly content: string;
  readonly name?: string;
  readonly toolCallId?: string;
  /** Empty when absent: an empty list is never written. */
  readonly toolCalls: readonly ToolCall[];
  readonly reasoningContent?: string;
  readonly imageUrl?: string;
  /** Without members when absent: an empty object is never written. */
  readonly metadata: JsonObject;
  readonly artifactRef?: ArtifactRef;
}

/** A tool call of an assistant message. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text of an object, as stored: digests cover it byte for byte. */
  readonly arguments: string;
  readonly extraContent?: JsonObject;
}

/** A tool result kept in a file of its own. */
export interface ArtifactRef {
  readonly path: string;
  readonly mediaType: string;
  readonly encoding: string;
  /** 0 … 2^64−1. Beyond 2^53−1 the item has no digest and is never written. */
  readonly sizeBytes: bigint;
  /** 64 lower-case hex digits. */
  readonly sha256: string;
}

/** What an item is in memory: a plain message of its role, or `message` for one that carries more. */
export type ItemKind = 'user' | 'assistant' | 'system' | 'tool' | 'message';

/** The role of a text, undefined when there is none of that name. */
export function roleNamed(text: string): Role | undefined {
  return ROLES.find((role) => role === text);
}

const ROLES: readonly Role[] = ['system', 'user', 'assistant', 'tool'];

/** The derived kind of an item. Presence decides, not content: a name of `""` makes a `message`. */
export function itemKind(item: Item): ItemKind {
  const carriesMore =
    item.name !== undefined ||
    item.toolCalls.length > 0 ||
    item.reasoningContent !== undefined ||
    item.imageUrl !== undefined ||
    item.metadata.members.length > 0 ||
    item.artifactRef !== undefined;
  const isToolResult = item.role === 'tool';
  const answersCall = item.toolCallId !== undefined;
  return carriesMore || isToolResult !== answersCall ? 'message' : item.role;
}

/**
 * The wire form of an item: the fields in the order they are written, empty lists and objects left out, metadata
 * and extra content in normal form, arguments as they stand.
 */
export function itemNode(item: Item): JsonObject {
  const members: JsonMember[] = [
    { key: 'role', value: item.role },
    { key: 'content', value: item.content },
  ];
  const add = (key: string, value: JsonNode | undefined) => {
    if (value !== undefined) members.push({ key, value });
  };
  add('name', item.name);
  add('tool_call_id', item.toolCallId);
  if (item.toolCalls.length > 0) add('tool_calls', toolCallsNode(item.toolCalls));
  add('reasoning_content', item.reasoningContent);
  add('image_url', item.imageUrl);
  if (item.metadata.members.length > 0) add('metadata', normalizeJson(item.metadata));
  if (item.artifactRef !== undefined) add('artifact_ref', artifactNode(item.artifactRef));
  return object(members);
}

function toolCallsNode(calls: readonly ToolCall[]): JsonArray {
  return { kind: 'array', items: calls.map(toolCallNode) };
}

function toolCallNode(call: ToolCall): JsonObject {
  const members: JsonMember[] = [
    { key: 'id', value: call.id },
    { key: 'type', value: 'function' },
    {
      key: 'function',
      value: object([
        { key: 'name', value: call.name },
        { key: 'arguments', value: call.arguments },
      ]),
    },
  ];
  if (call.extraContent !== undefined)
    members.push({ key: 'extra_content', value: normalizeJson(call.extraContent) });
  return object(members);
}

function artifactNode(artifact: ArtifactRef): JsonObject {
  return object([
    { key: 'path', value: artifact.path },
    { key: 'media_type', value: artifact.mediaType },
    { key: 'encoding', value: artifact.encoding },
    { key: 'size_bytes', value: { kind: 'number', literal: String(artifact.sizeBytes) } },
    { key: 'sha256', value: artifact.sha256 },
  ]);
}

function object(members: readonly JsonMember[]): JsonObject {
  return { kind: 'object', members, duplicateKeys: [] };
}
