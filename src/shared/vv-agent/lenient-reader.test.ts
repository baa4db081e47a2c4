import { describe, expect, it } from 'vitest';
import { readItemLenient } from './lenient-reader';
import { readItemStrict } from './strict-reader';
import { writeItem } from './writer';

function read(value: unknown) {
  return readItemLenient(typeof value === 'string' ? value : JSON.stringify(value));
}

function message(value: unknown): string {
  const result = read(value);
  return result.ok ? 'ok' : result.message;
}

/** The payload the item is normalised to. */
function rewritten(value: unknown): unknown {
  const result = read(value);
  if (!result.ok) throw new Error(result.message);
  const written = writeItem(result.item);
  if (!written.ok) throw new Error(written.message);
  expect(readItemStrict(written.text).ok).toBe(true);
  return JSON.parse(written.text);
}

function losses(value: unknown): string[] {
  const result = read(value);
  if (!result.ok) throw new Error(result.message);
  return result.losses.map(({ what, path, text }) => `${what} ${path} ${text}`);
}

describe('the tagged form', () => {
  it.each([
    [
      { type: 'user', content: 'a' },
      { role: 'user', content: 'a' },
    ],
    [
      { type: 'assistant', content: '' },
      { role: 'assistant', content: '' },
    ],
    [
      { type: 'system', content: 's' },
      { role: 'system', content: 's' },
    ],
    [
      { type: 'tool', content: '', tool_call_id: '' },
      { role: 'tool', content: '', tool_call_id: '' },
    ],
    [
      { type: 'message', message: { role: 'user', content: 'a', name: 'n' } },
      { role: 'user', content: 'a', name: 'n' },
    ],
  ])('%j', (payload, wire) => {
    expect(rewritten(payload)).toEqual(wire);
    expect(losses(payload)).toEqual([]);
  });

  it('wins over role and drops every other field, each as a loss', () => {
    const payload = {
      type: 'user',
      role: 'assistant',
      content: 'a',
      name: 'n',
      tool_call_id: 't',
      metadata: null,
    };
    expect(rewritten(payload)).toEqual({ role: 'user', content: 'a' });
    expect(losses(payload)).toEqual([
      'dropped-field role "assistant"',
      'dropped-field name "n"',
      'dropped-field tool_call_id "t"',
    ]);
    expect(losses({ type: 'user', role: 'user', content: 'a' })).toEqual([]);
    expect(losses({ type: 'message', more: 1, message: { role: 'user', content: '', name: 1 } })).toEqual([
      'dropped-field more 1',
      'dropped-field message.name 1',
    ]);
  });

  it.each([
    [{ type: null, role: 'user', content: 'a' }, 'unknown session item type: null'],
    [{ type: 'other', role: 'user', content: 'a' }, 'unknown session item type: "other"'],
    [{ type: 7 }, 'unknown session item type: 7'],
    [{ type: 'user' }, 'missing required string field "content"'],
    [{ type: 'user', content: null }, 'missing required string field "content"'],
    [{ type: 'tool', tool_call_id: 'x' }, 'missing required string field "content"'],
    [{ type: 'tool', content: '' }, 'missing required string field "tool_call_id"'],
    [{ type: 'tool', content: '', tool_call_id: 3 }, 'missing required string field "tool_call_id"'],
    [{ type: 'message' }, 'Message payload must be an object'],
    [{ type: 'message', message: [] }, 'Message payload must be an object'],
    [{ type: 'message', message: { type: 'user', content: 'a' } }, 'missing required string field "role"'],
  ])('refuses %j', (payload, expected) => {
    expect(message(payload)).toBe(expected);
  });
});

describe('the untagged form', () => {
  it.each([
    ['[]', 'Message payload must be an object'],
    ['"user"', 'Message payload must be an object'],
    ['{"role":', 'invalid item JSON: the text ends before the value does at character 8'],
    ['{}', 'missing required string field "role"'],
    ['{"role":null}', 'missing required string field "role"'],
    ['{"role":"robot"}', 'unknown message role: robot'],
    ['{"role":"user","metadata":[]}', '"metadata" must be an object'],
    ['{"role":"user","metadata":"x"}', '"metadata" must be an object'],
    ['{"role":"user","tool_calls":[1]}', 'ToolCall payload must be an object'],
    ['{"role":"user","tool_calls":[{}]}', 'missing required string field "id"'],
    ['{"role":"user","tool_calls":[{"id":1}]}', 'missing required string field "id"'],
    ['{"role":"user","tool_calls":[{"id":"c"}]}', 'missing required string field "name"'],
    [
      '{"role":"user","tool_calls":[{"id":"c","function":{},"name":"f"}]}',
      'missing required string field "name"',
    ],
    [
      '{"role":"user","tool_calls":[{"id":"c","name":"f","arguments":"{}"}]}',
      '"arguments" must be an object',
    ],
    ['{"role":"user","tool_calls":[{"id":"c","name":"f","arguments":[]}]}', '"arguments" must be an object'],
    ['{"role":"user","tool_calls":[{"id":"c","name":"f","arguments":1}]}', '"arguments" must be an object'],
  ])('refuses %s', (text, expected) => {
    expect(message(text)).toBe(expected);
  });

  it('takes missing or wrong optional fields for absent', () => {
    expect(rewritten({ role: 'user' })).toEqual({ role: 'user', content: '' });
    const nulls = {
      role: 'user',
      content: null,
      name: null,
      tool_call_id: null,
      tool_calls: null,
      reasoning_content: null,
      image_url: null,
      metadata: null,
      artifact_ref: null,
    };
    expect(rewritten(nulls)).toEqual({ role: 'user', content: '' });
    expect(losses(nulls)).toEqual([]);
    const wrong = {
      role: 'user',
      content: [1],
      name: 1,
      tool_calls: {},
      image_url: false,
      artifact_ref: {},
      x: null,
    };
    expect(rewritten(wrong)).toEqual({ role: 'user', content: '' });
    expect(losses(wrong).sort()).toEqual([
      'dropped-field artifact_ref {}',
      'dropped-field content [1]',
      'dropped-field image_url false',
      'dropped-field name 1',
      'dropped-field tool_calls {}',
      'dropped-field x null',
    ]);
  });

  it('normalises metadata and keeps present empty strings', () => {
    const result = read('{"role":"user","content":"a","name":"","metadata":{"b":1e2,"a":1}}');
    const written = result.ok ? writeItem(result.item) : result;
    expect(written).toEqual({
      ok: true,
      text: '{"role":"user","content":"a","name":"","metadata":{"a":1,"b":100.0}}',
    });
  });

  it('names doubled keys as losses, also inside arguments', () => {
    const text =
      '{"role":"user","role":"user","content":"","metadata":{"a":[{"k":1,"k":2}]},"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{\\"x\\":1,\\"x\\":2}"}}]}';
    expect(losses(text).sort()).toEqual([
      'duplicate-key metadata.a[0].k 2',
      'duplicate-key role "user"',
      'duplicate-key tool_calls[0].function.arguments.x 2',
    ]);
  });
});

describe('tool calls', () => {
  const withCall = (call: unknown) => ({ role: 'assistant', content: '', tool_calls: [call] });
  const nested = (args: unknown) =>
    withCall({ id: 'c', type: 'function', function: { name: 'f', arguments: args } });
  const storedArguments = (payload: unknown) => {
    const result = read(payload);
    return result.ok ? result.item.toolCalls[0]?.arguments : result.message;
  };

  it.each([
    [undefined, '{}'],
    [null, '{}'],
    ['', '{}'],
    [' \u0085\n', '{}'],
    [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
    ['{"b":1e2,"a":2}', '{"a":2,"b":100.0}'],
    ['\u00a0 {"a":1} \u3000', '{"a":1}'],
  ])('read nested arguments %j', (args, expected) => {
    expect(storedArguments(nested(args))).toBe(expected);
    expect(losses(nested(args))).toEqual([]);
  });

  it.each([['{"a":'], ['[1]'], ['1'], ['null'], ['\ufeff{}'], ['{"a":1e400}'], [7], [true], [[1]]])(
    'turn unreadable nested arguments %j into an empty object and say what was there',
    (args) => {
      expect(storedArguments(nested(args))).toBe('{}');
      expect(losses(nested(args))).toEqual([
        `unreadable-arguments tool_calls[0].function.arguments ${JSON.stringify(args)}`,
      ]);
    },
  );

  it('read flat calls', () => {
    expect(rewritten(withCall({ id: 'c', name: 'f', arguments: { b: 1, a: 2 } }))).toEqual(
      withCall({ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":2,"b":1}' } }),
    );
    expect(storedArguments(withCall({ id: 'c', name: 'f' }))).toBe('{}');
    expect(storedArguments(withCall({ id: 'c', name: 'f', arguments: null, function: null }))).toBe('{}');
    expect(losses(withCall({ id: 'c', name: 'f', arguments: null, function: null }))).toEqual([]);
    expect(storedArguments(withCall({ id: 'c', name: 'f', function: 'x' }))).toBe('{}');
  });

  it('let a blank id or name pass, which the strict rules then refuse', () => {
    const result = read(withCall({ id: '', name: ' ' }));
    expect(result.ok && writeItem(result.item)).toEqual({
      ok: false,
      message: 'session tool call id must be non-empty',
    });
  });

  it('keep extra content only when it is an object, and name what they drop', () => {
    const call = { id: 'c', function: { name: 'f', arguments: '{}' } };
    expect(rewritten(withCall({ ...call, type: 'function', extra_content: {} }))).toEqual(
      withCall({ ...call, type: 'function', extra_content: {} }),
    );
    expect(
      losses(
        withCall({
          ...call,
          type: 'custom',
          extra_content: [1],
          index: 0,
          name: 'g',
          function: { name: 'f', arguments: '{}', strict: true },
        }),
      ).sort(),
    ).toEqual([
      'dropped-field tool_calls[0].extra_content [1]',
      'dropped-field tool_calls[0].function.strict true',
      'dropped-field tool_calls[0].index 0',
      'dropped-field tool_calls[0].name "g"',
      'dropped-field tool_calls[0].type "custom"',
    ]);
    expect(losses(withCall({ id: 'c', name: 'f', function: 'x' }))).toEqual([
      'dropped-field tool_calls[0].function "x"',
    ]);
    expect(losses(withCall({ ...call, type: null, extra_content: null }))).toEqual([]);
  });

  it('say where they stand inside a tagged message', () => {
    const payload = { type: 'message', message: nested('oops') };
    expect(losses(payload)).toEqual(['unreadable-arguments message.tool_calls[0].function.arguments "oops"']);
  });
});
