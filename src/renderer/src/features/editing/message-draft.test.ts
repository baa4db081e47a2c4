import { describe, expect, it } from 'vitest';
import { readItemList } from '../../../../shared/vv-agent/item-list';
import { composeItems, EMPTY_DRAFT, fieldOfRule, type MessageDraft } from './message-draft';

const textOf = (change: Partial<MessageDraft>) => {
  const composed = composeItems({ ...EMPTY_DRAFT, ...change });
  return composed.ok ? composed.itemsText : composed;
};

describe('the item of a message', () => {
  it('leaves out what was left empty', () => {
    expect(textOf({ content: 'Hi' })).toBe('[{"role":"user","content":"Hi"}]');
  });

  it('has its fields in the order they are stored in, digits as typed', () => {
    expect(
      textOf({
        role: 'assistant',
        content: 'a "b"\n',
        name: 'planner',
        toolCallId: 'c',
        toolCalls: '[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]',
        reasoning: 'why',
        imageUrl: 'https://example.org/a.png',
        metadata: ' {"n": 1.0, "big": 9007199254740993} ',
      }),
    ).toBe(
      '[{"role":"assistant","content":"a \\"b\\"\\n","name":"planner","tool_call_id":"c",' +
        '"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}],' +
        '"reasoning_content":"why","image_url":"https://example.org/a.png",' +
        '"metadata":{"n":1.0,"big":9007199254740993}}]',
    );
  });

  it('names the field whose JSON cannot be taken', () => {
    expect(textOf({ metadata: '{' })).toMatchObject({ ok: false, field: 'metadata' });
    expect(textOf({ metadata: '{}, "role": "system"' })).toMatchObject({ ok: false, field: 'metadata' });
    expect(textOf({ metadata: '[]' })).toMatchObject({ message: 'This must be a JSON object' });
    expect(textOf({ toolCalls: '{}' })).toMatchObject({ field: 'toolCalls' });
  });
});

describe('the field of a broken rule', () => {
  const fieldFor = (change: Partial<MessageDraft>) => {
    const composed = composeItems({ ...EMPTY_DRAFT, ...change });
    const read = readItemList(composed.ok ? composed.itemsText : '');
    return read.ok ? 'no rule is broken' : fieldOfRule(read.message);
  };

  it('is found by the words of the rules themselves', () => {
    const call = (parts: object) => JSON.stringify([{ id: 'c', type: 'function', ...parts }]);
    expect(fieldFor({ toolCalls: '[1]' })).toBe('toolCalls');
    expect(fieldFor({ toolCalls: call({ function: { name: '', arguments: '{}' } }) })).toBe('toolCalls');
    expect(fieldFor({ toolCalls: call({ function: { name: 'f', arguments: '[' } }) })).toBe('toolCalls');
    expect(fieldFor({ toolCalls: call({}) })).toBe('toolCalls');
    expect(fieldOfRule('field "metadata" must be an object')).toBe('metadata');
    expect(fieldOfRule('field "name" must be a string')).toBe('name');
    expect(fieldOfRule('unknown message role: x')).toBe('role');
    expect(fieldOfRule('not JSON: something')).toBeNull();
  });
});
