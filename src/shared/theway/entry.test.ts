import { describe, expect, it } from 'vitest';
import { parseJson } from '../json/parse';
import { checkEntry, ENTRY_TYPES, isEntryType } from './entry';

const HEAD = '"id":"e1","parentId":null,"timestamp":"2026-01-02T03:04:05Z"';

function verdict(text: string): string {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(`${parsed.error.message} in ${text}`);
  const error = checkEntry(parsed.node);
  return error === null ? 'ok' : error.message;
}

function verdictOf(type: string, fields: string): string {
  return verdict(`{"type":"${type}",${HEAD}${fields === '' ? '' : `,${fields}`}}`);
}

const SOUND: Readonly<Record<string, string>> = {
  message: '"message":{}',
  thinking_level_change: '"thinkingLevel":""',
  model_change: '"provider":"p","modelId":"m"',
  compaction: '"summary":"s","firstKeptEntryId":"nowhere","tokensBefore":0',
  branch_summary: '"fromId":"nowhere","summary":""',
  custom: '"customType":"note"',
  custom_message: '"customType":"note","content":null,"display":false',
  extension:
    '"extension":{"extensionId":"a","stateSchemaVersion":1,"originSequence":1,"entry":{"kind":"state_mutation","key":"k","mutation":{"operation":"delete"}}}',
  collapse: '"sourceSessionId":"","childSessionId":"","compactText":"","rawTextRef":"","collapsedAt":""',
  label: '"targetId":"nowhere"',
  session_info: '',
  leaf: '',
};

describe('checkEntry passes', () => {
  it.each(ENTRY_TYPES)('a smallest %s', (type) => {
    expect(verdictOf(type, SOUND[type] ?? '?')).toBe('ok');
    expect(isEntryType(type)).toBe(true);
  });

  it.each([
    ['unknown further fields', '{"type":"leaf","id":"e","timestamp":"t","x":{"y":[1]}}'],
    [
      'a parent that is absent, null, empty or a name',
      '{"type":"leaf","id":"e","parentId":"","timestamp":"t"}',
    ],
    ['a time that is no time', '{"type":"leaf","id":"e","timestamp":"yesterday"}'],
    [
      'optional fields of any type',
      `{"type":"compaction",${HEAD},"summary":"","firstKeptEntryId":"","tokensBefore":7,"details":1,"fromHook":"?"}`,
    ],
    ['a label that is no string, which clears', `{"type":"label",${HEAD},"targetId":"x","label":5}`],
    ['the last of doubled keys', '{"type":"x","type":"leaf","id":"e","timestamp":"t"}'],
    ['an id __proto__', '{"type":"leaf","id":"__proto__","parentId":"__proto__","timestamp":"t"}'],
    ['a leaf to nowhere', `{"type":"leaf",${HEAD},"targetId":""}`],
    [
      'a whole graph state',
      `{"type":"custom",${HEAD},"customType":"session_graph_state","data":{"dags":[],"subagents":[]}}`,
    ],
  ])('%s', (_what, text) => {
    expect(verdict(text)).toBe('ok');
  });
});

describe('checkEntry refuses what is common to all, the first failure first', () => {
  it.each([
    ['5', 'session entry must be a JSON object'],
    ['null', 'session entry must be a JSON object'],
    ['[]', 'session entry must be a JSON object'],
    ['{"parentId":5}', 'session entry has invalid parentId'],
    ['{"parentId":{}}', 'session entry has invalid parentId'],
    ['{}', 'session entry has invalid id'],
    ['{"id":""}', 'session entry has invalid id'],
    ['{"id":7,"type":7}', 'session entry has invalid id'],
    ['{"id":"e"}', 'session entry has invalid type'],
    ['{"id":"e","type":""}', 'session entry has invalid type'],
    ['{"id":"e","type":"nope"}', 'session entry has invalid timestamp'],
    ['{"id":"e","type":"leaf","timestamp":""}', 'session entry has invalid timestamp'],
    ['{"id":"e","type":"leaf","timestamp":1700000000}', 'session entry has invalid timestamp'],
    ['{"id":"e","type":"nope","timestamp":"t"}', 'unknown session entry type nope'],
    ['{"id":"e","type":"__proto__","timestamp":"t"}', 'unknown session entry type __proto__'],
    ['{"id":"e","type":"constructor","timestamp":"t"}', 'unknown session entry type constructor'],
  ])('%s: %s', (text, expected) => {
    expect(verdict(text)).toBe(expected);
  });
});

describe('checkEntry refuses a field of a type', () => {
  const invalid = (type: string, field: string) => `${type} session entry has invalid ${field}`;
  it.each([
    ['message', '', invalid('message', 'message')],
    ['message', '"message":"hi"', invalid('message', 'message')],
    ['thinking_level_change', '"thinkingLevel":null', invalid('thinking_level_change', 'thinkingLevel')],
    ['model_change', '"modelId":"m"', invalid('model_change', 'provider')],
    ['model_change', '"provider":"p"', invalid('model_change', 'modelId')],
    ['compaction', '"firstKeptEntryId":5', invalid('compaction', 'summary')],
    ['compaction', '"summary":"","tokensBefore":5', invalid('compaction', 'firstKeptEntryId')],
    ['compaction', '"summary":"","firstKeptEntryId":""', invalid('compaction', 'tokensBefore')],
    ['branch_summary', '"summary":"s"', invalid('branch_summary', 'fromId')],
    ['branch_summary', '"fromId":"s"', invalid('branch_summary', 'summary')],
    ['custom', '"data":{}', invalid('custom', 'customType')],
    ['custom', '"customType":"session_graph_state"', 'session_graph_state custom entry has no data object'],
    [
      'custom',
      '"customType":"session_graph_state","data":null',
      'session_graph_state custom entry has invalid data',
    ],
    [
      'custom',
      '"customType":"session_graph_state","data":[]',
      'session_graph_state custom entry has invalid data',
    ],
    [
      'custom',
      '"customType":"session_graph_state","data":{}',
      'session_graph_state custom entry has invalid dags',
    ],
    [
      'custom',
      '"customType":"session_graph_state","data":{"dags":[]}',
      'session_graph_state custom entry has invalid subagents',
    ],
    ['custom_message', '"content":1', invalid('custom_message', 'customType')],
    ['custom_message', '"customType":"","display":true', invalid('custom_message', 'content or display')],
    [
      'custom_message',
      '"customType":"","content":1,"display":1',
      invalid('custom_message', 'content or display'),
    ],
    ['extension', '', 'extension session entry has no envelope'],
    ['collapse', '', invalid('collapse', 'sourceSessionId')],
    ['collapse', '"sourceSessionId":"","compactText":""', invalid('collapse', 'childSessionId')],
    ['collapse', '"sourceSessionId":"","childSessionId":""', invalid('collapse', 'compactText')],
    [
      'collapse',
      '"sourceSessionId":"","childSessionId":"","compactText":""',
      invalid('collapse', 'rawTextRef'),
    ],
    [
      'collapse',
      '"sourceSessionId":"","childSessionId":"","compactText":"","rawTextRef":""',
      invalid('collapse', 'collapsedAt'),
    ],
    ['label', '"label":"x"', invalid('label', 'targetId')],
    ['label', '"targetId":null', invalid('label', 'targetId')],
    ['session_info', '"name":null', invalid('session_info', 'name')],
    ['session_info', '"name":5', invalid('session_info', 'name')],
    ['leaf', '"targetId":5', invalid('leaf', 'targetId')],
  ])('%s with %s', (type, fields, expected) => {
    expect(verdictOf(type, fields)).toBe(expected);
  });

  it.each(['5.0', '1e3', '-0', '-1', '18446744073709551616', '"5"', 'null', '100000000000000000000000'])(
    'tokensBefore %s',
    (literal) => {
      const fields = `"summary":"","firstKeptEntryId":"","tokensBefore":${literal}`;
      expect(verdictOf('compaction', fields)).toBe('compaction session entry has invalid tokensBefore');
    },
  );

  it.each(['0', '9007199254740993', '18446744073709551615'])('but not tokensBefore %s', (literal) => {
    expect(verdictOf('compaction', `"summary":"","firstKeptEntryId":"","tokensBefore":${literal}`)).toBe(
      'ok',
    );
  });
});
