import { describe, expect, it } from 'vitest';
import type { Block } from '../model/body';
import { bodyOf } from './test-support/body';
import { outcomeOf, pairCalls } from './tool-calls';

const call = (callId: string | null): Block => ({
  type: 'tool_call',
  callId,
  name: 'read',
  argumentsText: { text: '{}', totalChars: 2 },
  asString: false,
});
const answer = (callId: string | null, isError = false): Block[] => [
  { type: 'tool_result', callId, name: 'read', isError },
  { type: 'text', text: 'done', totalChars: 4 },
];

describe('pairing calls with results', () => {
  it('pairs by id, whatever the order of the results', () => {
    const paired = pairCalls(bodyOf(1, [call('a'), call('b')]), [
      bodyOf(2, answer('b')),
      bodyOf(3, answer('a')),
    ]);
    expect(paired.calls.map((each) => each.result?.body.row)).toEqual([3, 2]);
    expect(paired.apart).toEqual([]);
  });

  it('lets the first result count and keeps a second one apart', () => {
    const paired = pairCalls(bodyOf(1, [call('a')]), [bodyOf(2, answer('a')), bodyOf(3, answer('a', true))]);
    expect(paired.calls[0]?.result?.body.row).toBe(2);
    expect(paired.apart).toEqual([3]);
  });

  it('keeps a result without an id, or for another call, apart', () => {
    const paired = pairCalls(bodyOf(1, [call('a'), call(null)]), [
      bodyOf(2, answer(null)),
      bodyOf(3, answer('x')),
    ]);
    expect(paired.calls.map((each) => each.result)).toEqual([null, null]);
    expect(paired.apart).toEqual([2, 3]);
  });

  it('remembers where the blocks of a result stand in its entry', () => {
    const paired = pairCalls(bodyOf(1, [call('a')]), [bodyOf(2, answer('a'))]);
    expect(paired.calls[0]?.result?.blocks.map(({ at }) => at)).toEqual([1]);
  });
});

it('finds a result in the entry that made the call, and leaves what follows it to the entry', () => {
  const result: Block = { type: 'tool_result', callId: 'a', name: null, isError: true, partCount: 1 };
  const text: Block = { type: 'text', text: 'after', totalChars: 5 };
  const caller = bodyOf(1, [call('a'), result, text, text]);
  const { calls, inner, apart } = pairCalls(caller, []);
  expect(calls[0]?.result).toMatchObject({ isError: true, blocks: [{ at: 2 }] });
  expect([inner, apart]).toEqual([[1, 2], []]);
});

describe('the outcome of a call', () => {
  const results = (isError: boolean) =>
    pairCalls(bodyOf(1, [call('a')]), [bodyOf(2, answer('a', isError))]).calls[0]?.result ?? null;

  it('is what its result says', () => {
    expect(outcomeOf(results(false), true)).toBe('ok');
    expect(outcomeOf(results(true), false)).toBe('error');
  });

  it('is pending only at the end of the path, and missing before it', () => {
    expect(outcomeOf(null, true)).toBe('pending');
    expect(outcomeOf(null, false)).toBe('missing');
  });
});
