import { exactObject } from '../json/native';
import { EMPTY_OBJECT } from '../json/node';
import type { ArtifactRef, Item, Role, ToolCall } from './item';
import type { NativeArtifact, NativeCall, NativeItem } from './native-item';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The item as the lossless reader would have read it. */
export function itemOfNative({ value, losslessMetadata }: NativeItem): Item {
  const item: Mutable<Item> = {
    // A native item keeps every strict rule, and so its role is one of the four.
    role: value.role as Role,
    content: value.content,
    toolCalls: value.tool_calls === undefined ? [] : value.tool_calls.map(callOf),
    metadata: losslessMetadata ?? (value.metadata === undefined ? EMPTY_OBJECT : exactObject(value.metadata)),
  };
  if (value.name !== undefined) item.name = value.name;
  if (value.tool_call_id !== undefined) item.toolCallId = value.tool_call_id;
  if (value.reasoning_content !== undefined) item.reasoningContent = value.reasoning_content;
  if (value.image_url !== undefined) item.imageUrl = value.image_url;
  if (value.artifact_ref !== undefined) item.artifactRef = artifactOf(value.artifact_ref);
  return item;
}

function callOf({ id, function: { name, arguments: args }, extra_content: extra }: NativeCall): ToolCall {
  const call = { id, name, arguments: args };
  return extra === undefined ? call : { ...call, extraContent: exactObject(extra) };
}

function artifactOf({ path, media_type, encoding, size_bytes, sha256 }: NativeArtifact): ArtifactRef {
  return { path, mediaType: media_type, encoding, sizeBytes: BigInt(size_bytes), sha256 };
}
