import { describe, expect, it } from 'vitest';
import { parseJson } from '../json/parse';
import { checkExtension } from './extension';

const MISSHAPEN = 'extension session entry has invalid extension';

function check(envelope: string) {
  const parsed = parseJson(envelope);
  if (!parsed.ok) throw new Error(`${parsed.error.message} in ${envelope}`);
  return checkExtension(parsed.node);
}

function verdict(entry: string, { id = '"my-ext"', schema = '2', origin = '7' } = {}): string {
  const error = check(
    `{"extensionId":${id},"stateSchemaVersion":${schema},"originSequence":${origin},"entry":${entry}}`,
  );
  return error === null ? 'ok' : error.message;
}

const set = (key: string, value = 'null') =>
  `{"kind":"state_mutation","key":${JSON.stringify(key)},"mutation":{"operation":"set","value":${value}}}`;
const event = (id: string, type: string) =>
  `{"kind":"custom_event","eventId":${JSON.stringify(id)},"customType":${JSON.stringify(type)},"payload":null}`;
const context = (placement: string, content: string, id = 'c') =>
  `{"kind":"model_context","contextId":${JSON.stringify(id)},"placement":"${placement}","content":${content}}`;
const migration = (from: string, to: string) =>
  `{"kind":"state_migration","fromSchemaVersion":${from},"toSchemaVersion":${to}}`;

describe('checkExtension passes', () => {
  it.each([
    ['a set of null', set('k')],
    [
      'a delete with anything beside it',
      '{"kind":"state_mutation","key":"k","mutation":{"operation":"delete","value":1,"x":2}}',
    ],
    ['an event with a null payload', event('e', 'A.b_c-1')],
    ['a section of text', context('system_prompt_section', '""')],
    ['a message', context('message', '{}')],
    ['a migration to the envelope’s version', migration('1', '2')],
    ['256 bytes of key', set('é'.repeat(128))],
  ])('%s', (_what, entry) => {
    expect(verdict(entry)).toBe('ok');
  });

  it('the largest numbers', () => {
    expect(verdict(set('k'), { schema: '4294967295', origin: '18446744073709551615' })).toBe('ok');
  });
});

describe('checkExtension refuses a shape, and says what of it', () => {
  const tail = '"stateSchemaVersion":2,"originSequence":7';
  it.each([
    ['null', 'the envelope is not an object'],
    ['[]', 'the envelope is not an object'],
    [`{"extensionId":"a",${tail},"entry":${set('k')},"extra":1}`, 'unknown field "extra"'],
    [`{"extensionId":5,${tail},"entry":${set('k')}}`, 'extensionId is not a string'],
    [
      `{"extensionId":"a","stateSchemaVersion":2.0,"originSequence":7,"entry":${set('k')}}`,
      'stateSchemaVersion is not an integer',
    ],
    [
      `{"extensionId":"a","stateSchemaVersion":4294967296,"originSequence":7,"entry":${set('k')}}`,
      'stateSchemaVersion is not an integer',
    ],
    [
      `{"extensionId":"a","stateSchemaVersion":2,"originSequence":1e3,"entry":${set('k')}}`,
      'originSequence is not an integer',
    ],
    [
      `{"extensionId":"a","stateSchemaVersion":2,"originSequence":18446744073709551616,"entry":${set('k')}}`,
      'originSequence is not an integer',
    ],
    [`{"extensionId":"a",${tail},"entry":[]}`, 'entry is not an object'],
    [`{"extensionId":"a",${tail},"entry":{}}`, 'entry.kind is not known'],
    [`{"extensionId":"a",${tail},"entry":{"kind":"toString"}}`, 'entry.kind is not known'],
    [
      `{"extensionId":"a",${tail},"entry":{"kind":"state_mutation","key":"k","mutation":{"operation":"set","value":1},"x":1}}`,
      'in entry: unknown field "x"',
    ],
    [
      `{"extensionId":"a",${tail},"entry":{"kind":"state_mutation","key":1,"mutation":{"operation":"delete"}}}`,
      'entry.key is not a string',
    ],
    [
      `{"extensionId":"a",${tail},"entry":{"kind":"state_mutation","key":"k","mutation":null}}`,
      'entry.mutation is not an object',
    ],
    [
      `{"extensionId":"a",${tail},"entry":{"kind":"state_mutation","key":"k","mutation":{"operation":"add"}}}`,
      'entry.mutation.operation is not known',
    ],
    [
      `{"extensionId":"a",${tail},"entry":{"kind":"state_mutation","key":"k","mutation":{"operation":"set"}}}`,
      'entry.mutation.value is missing',
    ],
    [
      `{"extensionId":"a",${tail},"entry":{"kind":"state_mutation","key":"k","mutation":{"operation":"set","value":1,"x":1}}}`,
      'in entry.mutation: unknown field "x"',
    ],
    [
      `{"extensionId":"a",${tail},"entry":{"kind":"custom_event","eventId":null,"customType":"t","payload":1}}`,
      'entry.eventId is not a string',
    ],
    [
      `{"extensionId":"a",${tail},"entry":{"kind":"custom_event","eventId":"e","payload":1}}`,
      'entry.customType is not a string',
    ],
    [
      `{"extensionId":"a",${tail},"entry":{"kind":"custom_event","eventId":"e","customType":"t"}}`,
      'entry.payload is missing',
    ],
    [
      `{"extensionId":"a",${tail},"entry":{"kind":"model_context","placement":"message","content":{}}}`,
      'entry.contextId is not a string',
    ],
    [
      `{"extensionId":"a",${tail},"entry":{"kind":"model_context","contextId":"c","placement":"user","content":{}}}`,
      'entry.placement is not known',
    ],
    [
      `{"extensionId":"a",${tail},"entry":{"kind":"model_context","contextId":"c","placement":"message"}}`,
      'entry.content is missing',
    ],
    [
      `{"extensionId":"a",${tail},"entry":{"kind":"state_migration","fromSchemaVersion":1.0,"toSchemaVersion":2}}`,
      'entry.fromSchemaVersion is not an integer',
    ],
    [
      `{"extensionId":"a",${tail},"entry":{"kind":"state_migration","fromSchemaVersion":1}}`,
      'entry.toSchemaVersion is not an integer',
    ],
  ])('%s', (envelope, detail) => {
    expect(check(envelope)).toEqual({ code: 'corrupted', message: MISSHAPEN, detail });
  });
});

describe('checkExtension refuses values, in theway’s order', () => {
  const id = 'extension durable entry has an invalid extension id';
  it.each(['', '-a', 'a-', 'a--b', 'A', 'a_b', 'ä', 'a'.repeat(65)])('the extension id %j', (name) => {
    expect(verdict(set(''), { id: JSON.stringify(name), schema: '0', origin: '0' })).toBe(id);
  });

  it.each(['a', '0', 'a-b-c', 'a'.repeat(64)])('but not the extension id %j', (name) => {
    expect(verdict(set('k'), { id: JSON.stringify(name) })).toBe('ok');
  });

  it('a state schema of zero, then an origin of zero, then the entry', () => {
    const zero = 'must be greater than zero';
    expect(verdict(set(''), { schema: '0', origin: '0' })).toBe(
      `extension durable entry state schema ${zero}`,
    );
    expect(verdict(set(''), { origin: '0' })).toBe(`extension durable entry origin sequence ${zero}`);
    expect(verdict(set(''))).toBe('extension state key is invalid');
  });

  it.each(['', 'a\u0000', 'a\u001f', '\u007f', '\u009f', 'é'.repeat(129), 'x'.repeat(257)])(
    'the key %j',
    (key) => {
      expect(verdict(set(key))).toBe('extension state key is invalid');
      expect(verdict(event(key, '!'))).toBe('extension custom event id is invalid');
      expect(verdict(context('message', '1', key))).toBe('extension model context id is invalid');
    },
  );

  it.each(['', '.a', 'a.', '-a', 'a_', 'a b', 'é', 'x'.repeat(129)])('the type name %j', (name) => {
    expect(verdict(event('e', name))).toBe('extension custom event type is invalid');
  });

  it('content that does not fit its placement', () => {
    const text = 'extension model context content does not match its placement';
    expect(verdict(context('message', '"text"'))).toBe(text);
    expect(verdict(context('message', 'null'))).toBe(text);
    expect(verdict(context('system_prompt_section', '{}'))).toBe(text);
  });

  it.each([
    ['0', '2'],
    ['2', '2'],
    ['3', '2'],
    ['1', '3'],
  ])('a migration from %s to %s in schema 2', (from, to) => {
    expect(verdict(migration(from, to))).toBe('extension state migration versions are invalid');
  });
});
