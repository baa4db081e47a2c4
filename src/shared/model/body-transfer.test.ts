import { describe, expect, it } from 'vitest';
import type { Block, Body } from './body';
import { MOST_BLOCK_OBJECTS, receivedBody, TransferredBody, transferredBody } from './body-transfer';

const text = (at: number): Block => ({ type: 'text', text: `part ${at}`, totalChars: 6 });

function body(blocks: Block[]): Body {
  return {
    row: 3,
    id: 'e3',
    parentId: null,
    type: 'message',
    role: 'assistant',
    timestamp: null,
    model: null,
    stopReason: null,
    errorMessage: null,
    usage: null,
    blocks,
    place: 'line 4',
    sizeBytes: 12,
    facts: [],
    problems: [],
  };
}

describe('a body on its way to the page', () => {
  it('has many blocks as one text, and few as they are', () => {
    const few = body(Array.from({ length: MOST_BLOCK_OBJECTS }, (_, at) => text(at)));
    const many = body([...few.blocks, text(-1)]);
    expect(transferredBody(few)).toBe(few);
    expect(typeof transferredBody(many).blocks).toBe('string');
    expect(TransferredBody.parse(transferredBody(many))).toEqual(transferredBody(many));
  });

  it.each([0, 1, MOST_BLOCK_OBJECTS + 1])('arrives as it was, with %i blocks', (count) => {
    const sent = body(Array.from({ length: count }, (_, at) => text(at)));
    expect(receivedBody(transferredBody(sent))).toEqual(sent);
  });

  it('keeps lone surrogates, line separators and fields that are left out', () => {
    const odd: Block[] = [
      { type: 'text', text: '\ud800 \u2028 \0 \udfff', totalChars: 8 },
      { type: 'tool_result', callId: null, name: null, isError: false },
      { type: 'tool_result', callId: 'c', name: 'n', isError: true, partCount: 2 },
    ];
    const sent = body([...odd, ...Array.from({ length: MOST_BLOCK_OBJECTS }, (_, at) => text(at))]);
    expect(receivedBody(transferredBody(sent))).toStrictEqual(sent);
  });
});
