import type { Block, Body } from '../model/body';
import { type EntryKind, isConversation } from '../model/kind';

/** Gives equal texts the same word and others another, to the last UTF-16 unit. */
export type TextHash = (text: string) => string;

/** A tool call as a result sees it that answers it. */
export interface AnsweredCall {
  readonly name: string;
  readonly argumentsHash: string;
}

/** By what an entry is aligned with one of the other side, the strictest first. Equal texts mean equal things. */
export interface EntryKeys {
  /** Everything it says. Not what each copy has of its own: ids, times, token counts. */
  readonly whole: string;
  /** Who it is and what it did: its role, with the tools it calls or answers and their arguments. */
  readonly act: string;
  /** Its role and its first tool. Of bookkeeping all it says: that two entries are labels brings no two steps together. */
  readonly role: string;
}

/** The keys of an entry. `answered` is the call that a tool result answers, where it is known. */
export function entryKeys(
  kind: EntryKind,
  body: Body,
  answered: AnsweredCall | null,
  hash: TextHash,
): EntryKeys {
  const whole = hash(JSON.stringify([kind, body.errorMessage, wholeOf(kind, body)]));
  const calls = body.blocks.filter((block) => block.type === 'tool_call');
  if (calls.length > 0) {
    const made = calls.map(({ name, argumentsText }) => [name, hash(argumentsText.text)]);
    return { whole, act: JSON.stringify([kind, made]), role: JSON.stringify([kind, calls[0]?.name]) };
  }
  const result = body.blocks.find((block) => block.type === 'tool_result');
  if (result !== undefined) {
    const name = result.name ?? answered?.name ?? null;
    const act = answered === null ? whole : JSON.stringify([kind, name, answered.argumentsHash]);
    return { whole, act, role: JSON.stringify([kind, name]) };
  }
  return { whole, act: whole, role: isConversation(kind) ? JSON.stringify([kind]) : whole };
}

/** Bookkeeping says what it says in its facts; those of messages are about one copy. */
function wholeOf(kind: EntryKind, { blocks, facts, type }: Body): unknown {
  const words = blocks.map(blockWords);
  return isConversation(kind) ? words : [type, facts, words];
}

function blockWords(block: Block): unknown {
  switch (block.type) {
    case 'text':
    case 'thinking':
      return [block.type, block.text];
    case 'tool_call':
      return [block.type, block.name, block.argumentsText.text];
    case 'tool_result':
      return [block.type, block.name, block.isError];
    case 'image':
      return [block.type, block.mediaType, block.data, block.totalChars, block.reference];
    case 'raw':
      return [block.type, block.label, block.text];
  }
}

/** Turns keys into numbers, the same for the same text on both sides. */
export class KeyNumbers {
  readonly #numbers = new Map<string, number>();

  of(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}
