import type { JsonNode } from '../../../shared/json/node';
import { printJson } from '../../../shared/json/print';
import { type Block, type Body, cutText } from '../../../shared/model/body';
import { type ArtifactRef, type Item, itemKind, type ToolCall } from '../../../shared/vv-agent/item';
import { limitedBody } from '../body-limits';
import type { BodyOptions } from '../format';
import { imageBlock } from './image-url';
import { type ItemReading, readStoredItem } from './item-reading';
import type { StoredItem } from './item-table';

/** One item and where it stands, as the body is made from it. */
export interface PlacedItem {
  readonly row: number;
  /** Id of the item before it in the session; null for the first. */
  readonly parentId: string | null;
  readonly stored: StoredItem;
  /** The payload as text, also of one too large to parse; null when not even that can be read. */
  readonly wholeText: string | null;
  /** SQL name of the column that orders the items. */
  readonly indexColumn: string;
}

/** The content of one item as blocks, with what is wrong with it. Never fails: what is no item comes as raw text. */
export function bodyOf(placed: PlacedItem, isStrict: boolean, options: BodyOptions): Body {
  const { stored, row, parentId, indexColumn } = placed;
  const reading = readStoredItem(stored, isStrict);
  const { item } = reading;
  return limitedBody({
    row,
    id: stored.id,
    parentId,
    type: item?.role ?? 'unknown',
    role: item?.role ?? null,
    timestamp: null,
    model: null,
    stopReason: null,
    errorMessage: null,
    usage: null,
    blocks: blocksOf(placed, reading, options),
    place: `session_items · ${indexColumn} ${stored.id}`,
    sizeBytes: stored.sizeBytes,
    facts: item ? factsOf(item) : [],
    problems: reading.problems.map(({ message }) => message),
  });
}

function blocksOf(placed: PlacedItem, { item, losses }: ItemReading, options: BodyOptions): Block[] {
  if (!item) return [raw('payload', placed.wholeText ?? '', options)];
  const blocks: Block[] = [];
  if (item.role === 'tool') {
    const { toolCallId = null, name = null } = item;
    // The wire has no mark for a failed tool: what went wrong is in the text.
    blocks.push({ type: 'tool_result', callId: toolCallId, name, isError: false });
  }
  if (item.reasoningContent)
    blocks.push({ type: 'thinking', ...cutText(item.reasoningContent, options.maxChars) });
  if (item.content) blocks.push({ type: 'text', ...cutText(item.content, options.maxChars) });
  if (item.imageUrl !== undefined) blocks.push(imageBlock(item.imageUrl, options.maxImageChars));
  for (const call of item.toolCalls) blocks.push(...callBlocks(call, options));
  if (item.metadata.members.length > 0) blocks.push(raw('metadata', printJson(item.metadata), options));
  if (item.artifactRef) blocks.push(raw('artifact_ref', printJson(artifactNode(item.artifactRef)), options));
  for (const loss of losses) blocks.push(raw(`not in the item: ${loss.path}`, loss.text, options));
  return blocks;
}

function callBlocks(call: ToolCall, options: BodyOptions): Block[] {
  const block: Block = {
    type: 'tool_call',
    callId: call.id,
    name: call.name,
    argumentsText: cutText(call.arguments, options.maxChars),
    asString: true,
  };
  return call.extraContent
    ? [block, raw(`extra_content of ${call.name}`, printJson(call.extraContent), options)]
    : [block];
}

function raw(label: string, text: string, options: BodyOptions): Block {
  return { type: 'raw', label, ...cutText(text, options.maxChars) };
}

function artifactNode(artifact: ArtifactRef): JsonNode {
  const members = [
    { key: 'path', value: artifact.path },
    { key: 'media_type', value: artifact.mediaType },
    { key: 'encoding', value: artifact.encoding },
    { key: 'size_bytes', value: { kind: 'number', literal: String(artifact.sizeBytes) } as const },
    { key: 'sha256', value: artifact.sha256 },
  ];
  return { kind: 'object', members, duplicateKeys: [] };
}

function factsOf(item: Item): Body['facts'] {
  const facts: Body['facts'] = [{ name: 'Item kind', value: itemKind(item) }];
  if (item.name !== undefined) facts.push({ name: 'Name', value: item.name });
  if (item.toolCallId !== undefined) facts.push({ name: 'Tool call id', value: item.toolCallId });
  if (item.artifactRef) facts.push({ name: 'Artifact', value: item.artifactRef.path });
  return facts;
}
