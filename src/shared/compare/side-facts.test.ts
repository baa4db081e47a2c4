import { expect, it } from 'vitest';
import type { Block, Usage } from '../model/body';
import { bodyOf } from '../tree/test-support/body';
import { entryFacts, sumFacts } from './side-facts';

const NO_USAGE: Usage = {
  input: null,
  output: null,
  cacheRead: null,
  cacheWrite: null,
  total: null,
  cost: null,
};

function call(name: string, args: object): Block {
  const text = JSON.stringify(args);
  return {
    type: 'tool_call',
    callId: null,
    name,
    argumentsText: { text, totalChars: text.length },
    asString: false,
  };
}

const NO_HEAD = { isError: false, answered: null, timeMs: Number.NaN };

it('a side adds up its messages, calls by name, files, errors, tokens, cost and time', () => {
  const calls = [call('read', { path: 'a' }), call('edit', { path: 'a' }), call('read', { path: 'b' })];
  const answer = (blocks: Block[], usage: Usage | null) => ({ ...bodyOf(0, blocks), usage });
  const facts = sumFacts([
    entryFacts('user', bodyOf(0, []), { ...NO_HEAD, timeMs: 1000 }),
    entryFacts('assistant', answer(calls, { ...NO_USAGE, total: 10, cost: 0.5 }), NO_HEAD),
    entryFacts('tool_result', bodyOf(0, []), { isError: true, answered: 'read', timeMs: 5000 }),
    entryFacts('assistant', answer([], { ...NO_USAGE, input: 2, cacheRead: 3 }), {
      ...NO_HEAD,
      isError: true,
      timeMs: 3000,
    }),
  ]);
  expect(facts).toEqual({
    entryCount: 4,
    userMessages: 1,
    assistantMessages: 2,
    callCount: 3,
    tools: [
      { name: 'read', count: 2, errors: 1 },
      { name: 'edit', count: 1, errors: 0 },
    ],
    files: [
      { path: 'a', isChange: true },
      { path: 'b', isChange: false },
    ],
    errorCount: 2,
    tokens: 15,
    cost: 0.5,
    durationMs: 4000,
  });
});

it('what no entry says is not known, which is not nothing', () => {
  expect(sumFacts([])).toMatchObject({ entryCount: 0, tokens: null, cost: null, durationMs: null });
  const one = entryFacts('user', bodyOf(0, []), { ...NO_HEAD, timeMs: 7 });
  expect(sumFacts([one])).toMatchObject({ tokens: null, durationMs: 0 });
});

it('tools called like members of an object are tools', () => {
  const body = bodyOf(0, [call('__proto__', {}), call('constructor', {}), call('__proto__', {})]);
  expect(sumFacts([entryFacts('assistant', body, NO_HEAD)]).tools).toEqual([
    { name: '__proto__', count: 2, errors: 0 },
    { name: 'constructor', count: 1, errors: 0 },
  ]);
});
