import type { JsonNode } from '../json/node';
import { EMPTY_OBJECT } from '../json/node';
import type { ArtifactRef, Item } from './item';
import { roleNamed } from './item';
import type { CallDraft, ItemDraft } from './item-rules';
import { findBrokenArtifactRule, judgeCalls } from './item-rules';
import { parseNativeItem } from './native-item';
import { itemOfNative } from './native-reader';
import { describeJsonError, parsePayload } from './payload-json';
import { withoutAbsent } from './present';
import { ShapeReader } from './shape-reader';

/** An item, or the sentence that says why the payload is none. */
export type ItemResult =
  | {
      readonly ok: true;
      readonly item: Item;
      /** Whether a key stands more than once in an object of the payload or of arguments; the last one counts. */
      readonly hasDuplicateKeys: boolean;
    }
  | { readonly ok: false; readonly message: string };

/** Reads the payload text of an item as version 2 and Redis do: the first failure wins. */
export function readItemStrict(text: string): ItemResult {
  const native = parseNativeItem(text);
  if (native === undefined) return readItemLossless(text);
  return { ok: true, item: itemOfNative(native), hasDuplicateKeys: native.hasDuplicateKeys };
}

/** As {@link readItemStrict}, by the lossless parser alone: many times slower, and always the one that is right. */
export function readItemLossless(text: string): ItemResult {
  const parsed = parsePayload(text);
  if (!parsed.ok) return { ok: false, message: `invalid item JSON: ${describeJsonError(parsed.error)}` };
  const read = readItemNodeStrict(parsed.node);
  return read.ok && parsed.hasDuplicateKeys ? { ...read, hasDuplicateKeys: true } : read;
}

/** As {@link readItemStrict}, for an item inside a document that {@link parsePayload} has read; looks for duplicate keys in arguments only. */
export function readItemNodeStrict(node: JsonNode): ItemResult {
  const shape = new ShapeReader();
  const draft = readDraft(shape, node);
  if (shape.failure !== undefined) return { ok: false, message: shape.failure };
  const role = roleNamed(draft.role);
  if (role === undefined) return { ok: false, message: `unknown message role: ${draft.role}` };
  const calls = judgeCalls(draft.toolCalls);
  const broken = calls.broken ?? findBrokenArtifactRule(draft.artifactRef);
  if (broken !== undefined) return { ok: false, message: broken };
  const toolCalls = draft.toolCalls.map(({ type: _function, ...call }) => call);
  return { ok: true, item: { ...draft, role, toolCalls }, hasDuplicateKeys: calls.hasDuplicateKeys };
}

const ITEM_FIELDS = [
  'role',
  'content',
  'name',
  'tool_call_id',
  'tool_calls',
  'reasoning_content',
  'image_url',
  'metadata',
  'artifact_ref',
];

function readDraft(shape: ShapeReader, node: JsonNode): ItemDraft {
  const fields = shape.object(node, '', ITEM_FIELDS);
  const optional = {
    name: fields.optionalString('name'),
    toolCallId: fields.optionalString('tool_call_id'),
    reasoningContent: fields.optionalString('reasoning_content'),
    imageUrl: fields.optionalString('image_url'),
    artifactRef: fields.has('artifact_ref') ? readArtifact(shape, fields.value('artifact_ref')) : undefined,
  };
  return {
    role: fields.string('role'),
    content: fields.string('content'),
    toolCalls: fields.optionalArray('tool_calls').map((call, index) => readCall(shape, call, index)),
    metadata: fields.optionalObject('metadata') ?? EMPTY_OBJECT,
    ...withoutAbsent(optional),
  };
}

const CALL_FIELDS = ['id', 'type', 'function', 'extra_content'];
const FUNCTION_FIELDS = ['name', 'arguments'];

function readCall(shape: ShapeReader, node: JsonNode, index: number): CallDraft {
  const place = `tool_calls[${index}]`;
  const call = shape.object(node, place, CALL_FIELDS);
  const id = call.string('id');
  const type = call.string('type');
  const named = shape.object(call.required('function'), `${place}.function`, FUNCTION_FIELDS);
  return {
    id,
    type,
    name: named.string('name'),
    arguments: named.string('arguments'),
    ...withoutAbsent({ extraContent: call.optionalObject('extra_content') }),
  };
}

const ARTIFACT_FIELDS = ['path', 'media_type', 'encoding', 'size_bytes', 'sha256'];

function readArtifact(shape: ShapeReader, node: JsonNode | undefined): ArtifactRef {
  const artifact = shape.object(node, 'artifact_ref', ARTIFACT_FIELDS);
  return {
    path: artifact.string('path'),
    mediaType: artifact.string('media_type'),
    encoding: artifact.string('encoding'),
    sizeBytes: artifact.unsigned64('size_bytes'),
    sha256: artifact.string('sha256'),
  };
}
