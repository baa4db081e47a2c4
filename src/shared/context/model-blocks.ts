import type { Block, Body } from '../model/body';
import type { EntryKind } from '../model/kind';

/** What is stored beside a message for programs and people, by the labels of its blocks. */
const BESIDE: ReadonlySet<string> = new Set(['details', 'further fields', 'metadata', 'artifact_ref']);
const LOST_PREFIX = 'not in the item: ';
/** Beside the content of a message of a known role; of any other role they are what it says. */
const FURTHER_OF_MESSAGE = 'further fields of the message';
const KNOWN_ROLES: ReadonlySet<EntryKind> = new Set(['user', 'assistant', 'tool_result']);

/** The blocks of an entry that a model is given: without what is stored beside them. */
export function modelBlocks(kind: EntryKind, { blocks }: Body): Block[] {
  return blocks.filter((block) => {
    if (block.type !== 'raw') return true;
    if (block.label === FURTHER_OF_MESSAGE) return !KNOWN_ROLES.has(kind);
    return !BESIDE.has(block.label) && !block.label.startsWith(LOST_PREFIX);
  });
}
