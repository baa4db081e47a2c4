import { describe, expect, it } from 'vitest';
import { itemKind } from './item';
import { readItemStrict } from './strict-reader';

const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
const artifact = {
  path: '.vv-agent/artifacts/a.txt',
  media_type: 'text/plain',
  encoding: 'utf-8',
  size_bytes: 3,
  sha256: 'a'.repeat(64),
};

function message(text: string): string {
  const result = readItemStrict(text);
  return result.ok ? 'ok' : result.message;
}

function messageOf(fields: object): string {
  return message(JSON.stringify({ role: 'assistant', content: '', ...fields }));
}

function itemOf(text: string) {
  const result = readItemStrict(text);
  if (!result.ok) throw new Error(result.message);
  return result.item;
}

describe('readItemStrict reads', () => {
  it('every field', () => {
    const item = itemOf(
      JSON.stringify({
        role: 'tool',
        content: 'c',
        name: 'n',
        tool_call_id: 't',
        tool_calls: [{ ...call, extra_content: { a: 1 } }],
        reasoning_content: 'r',
        image_url: 'i',
        metadata: { m: 1.5 },
        artifact_ref: artifact,
      }),
    );
    expect(item).toMatchObject({
      role: 'tool',
      content: 'c',
      name: 'n',
      toolCallId: 't',
      toolCalls: [{ id: 'c', name: 'f', arguments: '{}', extraContent: { members: [{ key: 'a' }] } }],
      reasoningContent: 'r',
      imageUrl: 'i',
      metadata: { members: [{ key: 'm', value: { literal: '1.5' } }] },
      artifactRef: { path: artifact.path, mediaType: 'text/plain', sizeBytes: 3n, sha256: artifact.sha256 },
    });
    expect(Object.keys(item.toolCalls[0] ?? {})).not.toContain('type');
  });

  it('absent fields as absent and empty ones as empty', () => {
    expect(Object.keys(itemOf('{"role":"user","content":""}')).sort()).toEqual([
      'content',
      'metadata',
      'role',
      'toolCalls',
    ]);
    expect(itemOf('{"role":"user","content":"","name":"","tool_calls":[],"metadata":{}}')).toMatchObject({
      name: '',
      toolCalls: [],
    });
  });

  it('JSON white space around it, and the last of doubled keys at every depth', () => {
    expect(itemOf(' \t\r\n{"role":1,"content":"a","role":"user","content":"b"}\n').content).toBe('b');
    expect(message('{"role":"user","content":"","name":"x","name":null}')).toBe(
      'field "name" must not be null',
    );
    const args = (text: string) =>
      messageOf({ tool_calls: [{ ...call, function: { name: 'f', arguments: text } }] });
    expect(args('{"a":1,"a":2}')).toBe('ok');
  });

  it('127 nested levels, in the payload and again in arguments', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const metadata = (levels: number) =>
      `{"role":"user","content":"","metadata":{"m":${nested(levels - 2)}}}`;
    expect(message(metadata(127))).toBe('ok');
    expect(message(metadata(128))).toMatch(/^invalid item JSON: nested too deeply/);
    const args = (levels: number) =>
      messageOf({
        tool_calls: [{ ...call, function: { name: 'f', arguments: `{"a":${nested(levels - 1)}}` } }],
      });
    expect(args(127)).toBe('ok');
    expect(args(128)).toMatch(/^invalid session tool arguments JSON: nested too deeply/);
  });

  it('artifact sizes of 64 bits', () => {
    const text = JSON.stringify({ role: 'tool', content: '', tool_call_id: 'c', artifact_ref: artifact });
    const sized = (size: string) => text.replace('"size_bytes":3', `"size_bytes":${size}`);
    expect(itemOf(sized('18446744073709551615')).artifactRef?.sizeBytes).toBe(2n ** 64n - 1n);
    for (const size of ['18446744073709551616', '-1', '-0', '3.0', '3e0', '"3"', 'true'])
      expect(message(sized(size)), size).toBe(
        'field "artifact_ref.size_bytes" must be an integer from 0 to 18446744073709551615',
      );
    expect(message(sized('null'))).toBe('field "artifact_ref.size_bytes" must not be null');
  });
});

describe('readItemStrict refuses what is no JSON', () => {
  it.each([
    ['', 'invalid item JSON: the text ends before the value does at character 0'],
    ['{"role":"user","content":""', 'invalid item JSON: the text ends before the value does at character 27'],
    ['\ufeff{"role":"user","content":""}', 'invalid item JSON: unexpected character at character 0'],
    ['{"role":"user","content":""} x', 'invalid item JSON: unexpected text after the value at character 29'],
    [
      '{"role":"user","content":"\\ud800"}',
      'invalid item JSON: half of a surrogate pair in a string at character 25',
    ],
    [
      '{"role":"user","content":"","metadata":{"n":1e400}}',
      'invalid item JSON: number out of range at character 44',
    ],
    [
      '{"role":"user","content":"","metadata":{"n":NaN}}',
      'invalid item JSON: unexpected character at character 44',
    ],
  ])('%s', (text, expected) => {
    expect(message(text)).toBe(expected);
  });
});

describe('readItemStrict refuses a wrong shape', () => {
  it.each([
    ['[]', 'item must be an object'],
    ['null', 'item must be an object'],
    ['{"content":""}', 'missing field "role"'],
    ['{"role":"user"}', 'missing field "content"'],
    ['{"role":null,"content":""}', 'field "role" must not be null'],
    ['{"role":1,"content":""}', 'field "role" must be a string'],
    ['{"role":"user","content":["x"]}', 'field "content" must be a string'],
    ['{"role":"user","content":"","type":"user"}', 'unknown field "type"'],
    ['{"role":"user","content":"","toolCalls":[]}', 'unknown field "toolCalls"'],
  ])('%s', (text, expected) => {
    expect(message(text)).toBe(expected);
  });

  it.each([
    [{ name: 1 }, 'field "name" must be a string'],
    [{ name: null }, 'field "name" must not be null'],
    [{ tool_call_id: null }, 'field "tool_call_id" must not be null'],
    [{ reasoning_content: null }, 'field "reasoning_content" must not be null'],
    [{ image_url: {} }, 'field "image_url" must be a string'],
    [{ metadata: null }, 'field "metadata" must not be null'],
    [{ metadata: [] }, 'field "metadata" must be an object'],
    [{ tool_calls: null }, 'field "tool_calls" must not be null'],
    [{ tool_calls: {} }, 'field "tool_calls" must be an array'],
    [{ artifact_ref: null }, 'field "artifact_ref" must not be null'],
    [{ artifact_ref: 'x' }, 'field "artifact_ref" must be an object'],
    [{ artifact_ref: { ...artifact, more: 1 } }, 'unknown field "artifact_ref.more"'],
    [{ artifact_ref: { ...artifact, sha256: undefined } }, 'missing field "artifact_ref.sha256"'],
    [{ artifact_ref: { ...artifact, path: 1 } }, 'field "artifact_ref.path" must be a string'],
    [{ artifact_ref: { ...artifact, media_type: null } }, 'field "artifact_ref.media_type" must not be null'],
    [{ artifact_ref: { ...artifact, encoding: undefined } }, 'missing field "artifact_ref.encoding"'],
    [{ artifact_ref: { ...artifact, size_bytes: undefined } }, 'missing field "artifact_ref.size_bytes"'],
    [{ tool_calls: ['x'] }, 'field "tool_calls[0]" must be an object'],
    [{ tool_calls: [call, null] }, 'field "tool_calls[1]" must not be null'],
    [{ tool_calls: [{ ...call, index: 0 }] }, 'unknown field "tool_calls[0].index"'],
    [{ tool_calls: [{ ...call, id: undefined }] }, 'missing field "tool_calls[0].id"'],
    [{ tool_calls: [{ ...call, id: 7 }] }, 'field "tool_calls[0].id" must be a string'],
    [{ tool_calls: [{ ...call, type: undefined }] }, 'missing field "tool_calls[0].type"'],
    [{ tool_calls: [{ ...call, function: undefined }] }, 'missing field "tool_calls[0].function"'],
    [{ tool_calls: [{ ...call, function: 'f' }] }, 'field "tool_calls[0].function" must be an object'],
    [
      { tool_calls: [{ ...call, function: { name: 'f' } }] },
      'missing field "tool_calls[0].function.arguments"',
    ],
    [
      { tool_calls: [{ ...call, function: { name: 'f', arguments: {} } }] },
      'field "tool_calls[0].function.arguments" must be a string',
    ],
    [
      { tool_calls: [{ ...call, function: { name: 'f', arguments: '{}', x: 1 } }] },
      'unknown field "tool_calls[0].function.x"',
    ],
    [
      { tool_calls: [{ ...call, extra_content: null }] },
      'field "tool_calls[0].extra_content" must not be null',
    ],
    [
      { tool_calls: [{ ...call, extra_content: [] }] },
      'field "tool_calls[0].extra_content" must be an object',
    ],
  ])('%j', (fields, expected) => {
    expect(messageOf(fields)).toBe(expected);
  });
});

describe('readItemStrict refuses broken rules, the first one first', () => {
  const call2 = (fields: object) => ({ tool_calls: [call, { ...call, ...fields }] });
  const args = (text: string) => call2({ function: { name: 'f', arguments: text } });

  it.each([
    [{ role: 'Assistant' }, 'unknown message role: Assistant'],
    [{ role: '' }, 'unknown message role: '],
    [call2({ id: ' \u0085' }), 'session tool call id must be non-empty'],
    [call2({ id: '\ufeff' }), 'ok'],
    [call2({ type: 'custom' }), 'unknown session tool call type: custom'],
    [
      call2({ function: { name: '\u3000', arguments: '{}' } }),
      'session tool function name must be non-empty',
    ],
    [args(''), 'invalid session tool arguments JSON: the text ends before the value does at character 0'],
    [
      args('{"a":'),
      'invalid session tool arguments JSON: the text ends before the value does at character 5',
    ],
    [args('{"a":1e400}'), 'invalid session tool arguments JSON: number out of range at character 5'],
    [args('\u00a0{}'), 'invalid session tool arguments JSON: unexpected character at character 0'],
    [args('[]'), 'session tool arguments must decode to an object'],
    [args('"{}"'), 'session tool arguments must decode to an object'],
    [args('null'), 'session tool arguments must decode to an object'],
    [args(' {} \n'), 'ok'],
    [
      { artifact_ref: { ...artifact, media_type: 'text/html' } },
      'tool_result_invalid: artifact media type or encoding is invalid',
    ],
    [
      { artifact_ref: { ...artifact, encoding: 'UTF-8' } },
      'tool_result_invalid: artifact media type or encoding is invalid',
    ],
    [
      { artifact_ref: { ...artifact, sha256: 'A'.repeat(64) } },
      'tool_result_invalid: artifact sha256 is invalid',
    ],
    [
      { artifact_ref: { ...artifact, sha256: 'a'.repeat(63) } },
      'tool_result_invalid: artifact sha256 is invalid',
    ],
  ])('%j', (fields, expected) => {
    expect(messageOf(fields)).toBe(expected);
  });

  it('judges shape before role before calls, call by call, before the artifact', () => {
    const badCall = { id: '', type: 'x', function: { name: '', arguments: '' } };
    const badArtifact = { path: 'x', media_type: 'x', encoding: 'x', size_bytes: 1, sha256: 'x' };
    const all = { role: 'x', tool_calls: [badCall], artifact_ref: badArtifact };
    expect(messageOf({ ...all, artifact_ref: { ...badArtifact, more: 1 } })).toBe(
      'unknown field "artifact_ref.more"',
    );
    expect(messageOf(all)).toBe('unknown message role: x');
    const known = { ...all, role: 'tool' };
    expect(messageOf(known)).toBe('session tool call id must be non-empty');
    const first = (fields: object) =>
      messageOf({ ...known, tool_calls: [{ ...badCall, ...fields }, badCall] });
    expect(first({ id: 'c' })).toBe('unknown session tool call type: x');
    expect(first({ id: 'c', type: 'function' })).toBe('session tool function name must be non-empty');
    const named = { id: 'c', type: 'function', function: { name: 'f', arguments: '1' } };
    expect(first(named)).toBe('session tool arguments must decode to an object');
    expect(first(call)).toBe('session tool call id must be non-empty');
    const noCalls = { ...known, tool_calls: [] };
    expect(messageOf(noCalls)).toBe('artifact_path_invalid');
    expect(messageOf({ ...noCalls, artifact_ref: { ...badArtifact, path: artifact.path } })).toBe(
      'tool_result_invalid: artifact media type or encoding is invalid',
    );
  });
});

describe('artifact paths', () => {
  const root = '.vv-agent/artifacts/';
  const judge = (path: string) => messageOf({ artifact_ref: { ...artifact, path } });
  const longest = `${root}${'a'.repeat(127)}/${'b'.repeat(127)}/${'c'.repeat(127)}/${'d'.repeat(108)}`;

  it.each(['a', '0', 'a/b', 'a.b_c-d', `${'a'.repeat(128)}`, 'a..b'])('accepts %s', (rest) => {
    expect(judge(root + rest)).toBe('ok');
  });

  it('is at most 512 bytes', () => {
    expect(longest).toHaveLength(512);
    expect(judge(longest)).toBe('ok');
    expect(judge(`${longest}d`)).toBe('artifact_path_invalid');
  });

  it.each([
    '',
    root,
    '.vv-agent/artifacts',
    `/${root}a`,
    `${root}/a`,
    `${root}a/`,
    `${root}a//b`,
    `${root}.`,
    `${root}..`,
    `${root}../a`,
    `${root}a/.b`,
    `${root}-a`,
    `${root}_a`,
    `${root}a\\b`,
    `${root}a\u0000`,
    `${root}a b`,
    `${root}a\n`,
    `${root}é`,
    `${root}${'a'.repeat(129)}`,
    'artifacts/a',
  ])('refuses %j', (path) => {
    expect(judge(path)).toBe('artifact_path_invalid');
  });
});

describe('itemKind', () => {
  it.each([
    [{ role: 'user' }, 'user'],
    [{ role: 'assistant' }, 'assistant'],
    [{ role: 'system' }, 'system'],
    [{ role: 'tool', tool_call_id: 'c' }, 'tool'],
    [{ role: 'tool', tool_call_id: '' }, 'tool'],
    [{ role: 'tool' }, 'message'],
    [{ role: 'user', tool_call_id: 'c' }, 'message'],
    [{ role: 'user', name: '' }, 'message'],
    [{ role: 'user', reasoning_content: '' }, 'message'],
    [{ role: 'user', image_url: '' }, 'message'],
    [{ role: 'user', metadata: { a: null } }, 'message'],
    [{ role: 'user', metadata: {}, tool_calls: [] }, 'user'],
    [{ role: 'assistant', tool_calls: [call] }, 'message'],
    [{ role: 'tool', tool_call_id: 'c', artifact_ref: artifact }, 'message'],
  ])('%j is %s', (fields, kind) => {
    expect(itemKind(itemOf(JSON.stringify({ content: 'x', ...fields })))).toBe(kind);
  });
});
