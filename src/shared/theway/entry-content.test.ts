import { describe, expect, it } from 'vitest';
import { blockOf, partText } from '../content/part';
import { isJsonObject } from '../json/node';
import { parseJson } from '../json/parse';
import { entryContent } from './entry-content';

function contentOf(text: string) {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.node)) throw new Error(`not an object: ${text}`);
  const type = parsed.node.members.find(({ key }) => key === 'type')?.value;
  return entryContent(typeof type === 'string' ? type : '', parsed.node);
}

function messageOf(message: string) {
  return contentOf(`{"type":"message","id":"m","parentId":null,"timestamp":"t","message":${message}}`);
}

function blocks(content: ReturnType<typeof contentOf>, maxChars = 1000, maxImageChars = 1000) {
  return content.parts.map((part) => blockOf(part, maxChars, maxImageChars));
}

const cut = (text: string) => ({ text, totalChars: text.length });

describe('a user message', () => {
  it('is one text when its content is a string', () => {
    const content = messageOf('{"role":"user","content":"hi\\nthere","timestamp":1700000000000}');
    expect(content).toMatchObject({ kind: 'user', role: 'user', preview: 'hi\nthere', faults: [] });
    expect(blocks(content)).toEqual([{ type: 'text', ...cut('hi\nthere') }]);
    expect(content.facts).toEqual([{ name: 'Message time', value: '2023-11-14T22:13:20.000Z' }]);
  });

  it('keeps blocks in order, and unknown ones raw with their digits', () => {
    const content = messageOf(
      '{"role":"user","content":[{"type":"text","text":""},{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"audio","n":1.0,"__proto__":{}},{"type":"text","text":"two"}]}',
    );
    expect(blocks(content)).toEqual([
      { type: 'text', ...cut('') },
      { type: 'image', mediaType: 'image/png', data: 'AAAA', totalChars: 4, reference: null },
      { type: 'raw', label: 'unknown block "audio"', ...cut('{"type":"audio","n":1.0,"__proto__":{}}') },
      { type: 'text', ...cut('two') },
    ]);
    expect(content.preview).toBe('two');
    expect(content.faults).toEqual([]);
  });

  it.each([
    ['{"role":"user"}', 'The content is missing.'],
    ['{"role":"user","content":7}', 'The content is neither a text nor a list of blocks.'],
    ['{"role":"user","content":["x"]}', 'Block 1 of the content is not an object.'],
    ['{"role":"user","content":[{}]}', 'Block 1 of the content has no type.'],
    ['{"role":"user","content":[{"type":"text"}]}', 'Block 1 of the content is not a sound text block.'],
    [
      '{"role":"user","content":[{"type":"toolCall","id":"c"}]}',
      'Block 1 of the content is not a sound toolCall block.',
    ],
    ['{"content":"x"}', 'The message has no role.'],
    ['{"role":"toolResult","content":[]}', 'The tool result does not say which call it answers.'],
  ])('%s says what is odd', (message, fault) => {
    expect(messageOf(message).faults).toEqual([fault]);
  });

  it('shows fields of no known meaning', () => {
    expect(blocks(messageOf('{"role":"user","content":"","extra":18446744073709551615}'))).toEqual([
      { type: 'raw', label: 'further fields of the message', ...cut('{"extra":18446744073709551615}') },
    ]);
  });
});

describe('an assistant message', () => {
  const content = messageOf(
    '{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"done"},{"type":"toolCall","id":"c1","name":"read","arguments":{"n":1.0,"big":12345678901234567890}},{"type":"toolCall","id":"c2","name":"bash","arguments":"{raw"}],"provider":"p","model":"m","api":"a","usage":{"input":1,"output":2,"cacheRead":3,"cacheWrite":4,"totalTokens":10,"cost":{"total":0.5}},"stopReason":"error","errorMessage":"boom"}',
  );

  it('gives model, usage, stop reason and error', () => {
    expect(content).toMatchObject({
      kind: 'assistant',
      model: 'm',
      stopReason: 'error',
      errorMessage: 'boom',
      isError: true,
      toolNames: ['read', 'bash'],
      preview: 'done',
      usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, total: 10, cost: 0.5 },
    });
  });

  it('keeps the digits of arguments, and arguments that are a string as they are', () => {
    expect(blocks(content).slice(2)).toEqual([
      {
        type: 'tool_call',
        callId: 'c1',
        name: 'read',
        argumentsText: cut('{"n":1.0,"big":12345678901234567890}'),
        asString: false,
      },
      { type: 'tool_call', callId: 'c2', name: 'bash', argumentsText: cut('{raw'), asString: true },
    ]);
  });

  it('shows its reasoning, then its error, where it says nothing', () => {
    expect(messageOf('{"role":"assistant","content":[{"type":"thinking","thinking":"hm"}]}').preview).toBe(
      'hm',
    );
    expect(messageOf('{"role":"assistant","content":[],"errorMessage":"boom"}').preview).toBe('boom');
  });
});

describe('a tool result', () => {
  it('heads its blocks, with details raw', () => {
    const content = messageOf(
      '{"role":"toolResult","toolCallId":"c1","toolName":"read","content":[{"type":"text","text":"no"}],"isError":true,"details":{"code":1.0}}',
    );
    expect(content).toMatchObject({ kind: 'tool_result', isError: true, toolNames: ['read'], preview: 'no' });
    expect(blocks(content)).toEqual([
      { type: 'tool_result', callId: 'c1', name: 'read', isError: true },
      { type: 'text', ...cut('no') },
      { type: 'raw', label: 'details', ...cut('{"code":1.0}') },
    ]);
  });
});

describe('messages of applications', () => {
  it('are part of the conversation, whatever they carry', () => {
    const content = messageOf('{"role":"bashExecution","command":"ls","exitCode":0}');
    expect(content).toMatchObject({ kind: 'custom_message', role: 'bashExecution', faults: [] });
    expect(blocks(content)).toEqual([
      { type: 'raw', label: 'further fields of the message', ...cut('{"command":"ls","exitCode":0}') },
    ]);
    expect(messageOf('{"role":"system","content":"rules"}')).toMatchObject({
      kind: 'system',
      preview: 'rules',
    });
  });

  it('keep a content that is no list of blocks', () => {
    expect(blocks(messageOf('{"role":"x","content":{"a":1}}'))).toEqual([
      { type: 'raw', label: 'further fields of the message', ...cut('{"content":{"a":1}}') },
    ]);
  });
});

describe('other entries', () => {
  const head = '"id":"e","parentId":null,"timestamp":"t"';
  it.each<[string, string, string, string[]]>([
    [
      'compaction',
      '"summary":"so far","firstKeptEntryId":"k","tokensBefore":18446744073709551615,"fromHook":true,"details":{"n":1.0}',
      'compaction | so far | so far | {"n":1.0}',
      ['First kept entry: k', 'Tokens before: 18446744073709551615', 'From hook: true'],
    ],
    ['branch_summary', '"fromId":"f","summary":"tried"', 'branch_summary | tried | tried', ['From entry: f']],
    ['model_change', '"provider":"p","modelId":"m"', 'model_change | p/m', ['Provider: p', 'Model: m']],
    ['thinking_level_change', '"thinkingLevel":"high"', 'thinking_change | high', ['Thinking level: high']],
    ['custom', '"customType":"note","data":{"n":1e2}', 'custom | note | {"n":1e2}', ['Custom type: note']],
    [
      'custom_message',
      '"customType":"hint","content":"look","display":false,"details":[1]',
      'custom_message | look | look | [1]',
      ['Custom type: hint', 'Display: false'],
    ],
    [
      'custom_message',
      '"customType":"hint","content":{"a":1.50},"display":true',
      'custom_message | hint | {"a":1.50}',
      ['Custom type: hint', 'Display: true'],
    ],
    [
      'extension',
      '"extension":{"extensionId":"x","stateSchemaVersion":1,"originSequence":2,"entry":{"kind":"custom_event","eventId":"e"}}',
      'extension | x: custom_event | {"extensionId":"x","stateSchemaVersion":1,"originSequence":2,"entry":{"kind":"custom_event","eventId":"e"}}',
      ['Extension: x', 'State schema: 1', 'Origin sequence: 2', 'Kind: custom_event', 'Event: e'],
    ],
    [
      'collapse',
      '"sourceSessionId":"s","childSessionId":"c","compactText":"short","rawTextRef":"r","collapsedAt":"then"',
      'collapse | short | short',
      ['Source session: s', 'Child session: c', 'Raw text: r', 'Collapsed at: then'],
    ],
    ['label', '"targetId":"x","label":"here"', 'label | here', ['Target: x', 'Label: here']],
    ['session_info', '"name":"a name"', 'session_info | a name', ['Name: a name']],
    ['leaf', '"targetId":"x"', 'leaf_move | x', ['Target: x']],
  ])('%s with %s', (type, fields, content, facts) => {
    const read = contentOf(`{"type":"${type}",${head},${fields}}`);
    expect([read.kind, read.preview, ...read.parts.map(partText)].join(' | ')).toBe(content);
    expect(read.facts.map(({ name, value }) => `${name}: ${value}`)).toEqual(facts);
  });

  it('say that a label clears and that a leaf goes nowhere', () => {
    expect(contentOf(`{"type":"label",${head},"targetId":"x","label":null}`)).toMatchObject({
      preview: 'label cleared',
      facts: [
        { name: 'Target', value: 'x' },
        { name: 'Label', value: 'none (cleared)' },
      ],
    });
    expect(contentOf(`{"type":"leaf",${head}}`).preview).toBe('no leaf');
  });

  it('of no known type are raw and whole', () => {
    const text = '{"type":"later","id":"e","n":1.0}';
    expect(contentOf(text)).toMatchObject({ kind: 'unknown', preview: 'later' });
    expect(blocks(contentOf(text))).toEqual([{ type: 'raw', label: 'entry', ...cut(text) }]);
  });

  it('keep fields beyond those of their type', () => {
    expect(blocks(contentOf(`{"type":"leaf",${head},"extra":[1.50]}`))).toEqual([
      { type: 'raw', label: 'further fields', ...cut('{"extra":[1.50]}') },
    ]);
  });

  it('read broken fields as absent', () => {
    expect(contentOf(`{"type":"compaction",${head},"summary":5}`)).toMatchObject({
      kind: 'compaction',
      preview: '',
      parts: [],
    });
    expect(contentOf(`{"type":"message",${head},"message":"hi"}`)).toMatchObject({ kind: 'unknown' });
  });
});

describe('blockOf', () => {
  it('cuts texts and leaves out large images, telling their whole length', () => {
    const content = messageOf(
      '{"role":"user","content":[{"type":"text","text":"abcdef"},{"type":"image","data":"AAAAAAAA","mimeType":"image/png"}]}',
    );
    expect(blocks(content, 3, 4)).toEqual([
      { type: 'text', text: 'abc', totalChars: 6 },
      { type: 'image', mediaType: 'image/png', data: '', totalChars: 8, reference: null },
    ]);
  });
});
