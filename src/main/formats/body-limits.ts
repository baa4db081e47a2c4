import type { Block, Body } from '../../shared/model/body';
import { boundedId } from './stored-id';

/** Longest word of a body that is no block (a role, a model, a fact), in UTF-16 units; the stored record has the whole. */
export const MAX_WORD_CHARS = 4096;
/** Blocks a body carries. No sane entry has more, and a page must not be asked to hold a million. */
export const MAX_BLOCKS = 20_000;

/** A body with its words and blocks within bounds; the texts of blocks are cut already. */
export function limitedBody(body: Body): Body {
  const { type, role, timestamp, model, stopReason, errorMessage, blocks, facts, problems } = body;
  return {
    ...body,
    type: cutWord(type),
    role: role && cutWord(role),
    timestamp: timestamp && cutWord(timestamp),
    model: model && cutWord(model),
    stopReason: stopReason && cutWord(stopReason),
    errorMessage: errorMessage && cutWord(errorMessage),
    blocks: limitedBlocks(blocks),
    facts: facts.map(({ name, value }) => ({ name, value: cutWord(value) })),
    problems: problems.map(cutWord),
  };
}

function limitedBlocks(blocks: readonly Block[]): Block[] {
  const limited = blocks.slice(0, MAX_BLOCKS).map(limitedBlock);
  const left = blocks.length - limited.length;
  if (left <= 0) return limited;
  const label = `${left} more blocks, in the stored record only`;
  return [...limited, { type: 'raw', label, text: '', totalChars: 0 }];
}

function limitedBlock(block: Block): Block {
  switch (block.type) {
    case 'tool_call':
      return { ...block, callId: block.callId && boundedId(block.callId), name: cutWord(block.name) };
    case 'tool_result':
      return {
        ...block,
        callId: block.callId && boundedId(block.callId),
        name: block.name && cutWord(block.name),
      };
    case 'image':
      return { ...block, mediaType: block.mediaType && cutWord(block.mediaType) };
    case 'raw':
      return { ...block, label: cutWord(block.label) };
    default:
      return block;
  }
}

function cutWord(text: string): string {
  return text.length <= MAX_WORD_CHARS ? text : `${text.slice(0, MAX_WORD_CHARS - 1)}…`;
}
