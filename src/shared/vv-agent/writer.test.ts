import { describe, expect, it } from 'vitest';
import { EMPTY_OBJECT } from '../json/node';
import { parseJson } from '../json/parse';
import type { Item } from './item';
import { readItemStrict } from './strict-reader';
import { normalizeItem, writeItem } from './writer';

function rewritten(text: string): string {
  const read = readItemStrict(text);
  if (!read.ok) throw new Error(read.message);
  const written = writeItem(read.item);
  return written.ok ? written.text : written.message;
}

function objectOf(text: string) {
  const result = parseJson(text);
  if (!result.ok || typeof result.node !== 'object' || result.node?.kind !== 'object') throw new Error(text);
  return result.node;
}

const plain: Item = { role: 'user', content: 'x', toolCalls: [], metadata: EMPTY_OBJECT };
const sha256 = '0'.repeat(64);

describe('writeItem', () => {
  it('writes the fields in their order, compact, arguments in normal form', () => {
    const text = JSON.stringify({
      artifact_ref: {
        sha256,
        size_bytes: 9007199254740991,
        encoding: 'utf-8',
        media_type: 'text/plain',
        path: '.vv-agent/artifacts/a',
      },
      metadata: { b: 1, a: 2 },
      image_url: 'i',
      reasoning_content: 'r',
      tool_calls: [
        {
          extra_content: { y: 1, x: [] },
          function: { arguments: ' { "z": 1, "a": {"y": 2, "x": 1} } ', name: 'f' },
          type: 'function',
          id: ' c ',
        },
      ],
      tool_call_id: 't',
      name: 'n',
      content: 'é😀\u007f\u2028/',
      role: 'tool',
    });
    expect(rewritten(text)).toBe(
      `{"role":"tool","content":"é😀\u007f\u2028/","name":"n","tool_call_id":"t","tool_calls":[{"id":" c ","type":"function","function":{"name":"f","arguments":"{\\"a\\":{\\"x\\":1,\\"y\\":2},\\"z\\":1}"},"extra_content":{"x":[],"y":1}}],"reasoning_content":"r","image_url":"i","metadata":{"a":2,"b":1},"artifact_ref":{"path":".vv-agent/artifacts/a","media_type":"text/plain","encoding":"utf-8","size_bytes":9007199254740991,"sha256":"${sha256}"}}`,
    );
  });

  it('leaves out empty lists and metadata, and keeps empty strings and empty extra content', () => {
    expect(rewritten('{"role":"user","content":"","tool_calls":[],"metadata":{}}')).toBe(
      '{"role":"user","content":""}',
    );
    const text =
      '{"role":"tool","content":"","name":"","tool_call_id":"","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{}}],"reasoning_content":"","image_url":""}';
    expect(rewritten(text)).toBe(text);
  });

  it("gives the specification's number and key order example", () => {
    expect(
      rewritten('{"role":"user","content":"x","metadata":{"\\ufb33":1,"😀":2,"z":1e16,"y":1.0,"n":-0.0}}'),
    ).toBe('{"role":"user","content":"x","metadata":{"n":-0.0,"y":1.0,"z":1e+16,"\ufb33":1,"😀":2}}');
  });

  it('gives the same text when what it wrote is read again', () => {
    const text = rewritten(
      '{"content":"a\\u0001\\n","role":"user","metadata":{"b":[1e5,{"d":1,"c":-0}],"a":null}}',
    );
    expect(text).toBe(
      '{"role":"user","content":"a\\u0001\\n","metadata":{"a":null,"b":[100000.0,{"c":-0.0,"d":1}]}}',
    );
    expect(rewritten(text)).toBe(text);
  });

  it.each<[string, Partial<Item>, string]>([
    [
      'a blank call id',
      { toolCalls: [{ id: ' ', name: 'f', arguments: '{}' }] },
      'session tool call id must be non-empty',
    ],
    [
      'arguments that are no JSON',
      { toolCalls: [{ id: 'c', name: 'f', arguments: 'x' }] },
      'invalid session tool arguments JSON: unexpected character at character 0',
    ],
    [
      'arguments that are no object',
      { toolCalls: [{ id: 'c', name: 'f', arguments: '[]' }] },
      'session tool arguments must decode to an object',
    ],
    [
      'half of a surrogate pair',
      { content: 'a\ud800' },
      'invalid item JSON: half of a surrogate pair in a string at character 25',
    ],
    [
      'an infinite number',
      { metadata: objectOf('{"a":1e400}') },
      'invalid item JSON: number out of range at character 45',
    ],
    [
      'an artifact too large for a safe integer',
      {
        artifactRef: {
          path: '.vv-agent/artifacts/a',
          mediaType: 'text/plain',
          encoding: 'utf-8',
          sizeBytes: 2n ** 53n,
          sha256,
        },
      },
      'artifact_ref.size_bytes is outside the JSON-safe integer range',
    ],
  ])('refuses %s', (_what, fields, message) => {
    expect(writeItem({ ...plain, ...fields })).toEqual({ ok: false, message });
  });
});

it('normalizeItem keeps the last of doubled argument keys and changes nothing else', () => {
  const item: Item = { ...plain, toolCalls: [{ id: 'c', name: 'f', arguments: '{"a":1,"a":1e2}' }] };
  expect(normalizeItem(item)).toEqual({
    ...item,
    toolCalls: [{ id: 'c', name: 'f', arguments: '{"a":100.0}' }],
  });
});
