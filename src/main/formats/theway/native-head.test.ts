import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonPlain } from '../../../shared/json/plain';
import type { SqlValue } from '../../sqlite/types';
import { losslessHead } from './entry-head';
import type { EntryRow, Payload } from './entry-source';
import { entryHead, nativeHead } from './native-head';

const TIME = '2026-01-02T03:04:05Z';

type Columns = EntryRow['columns'];

function rowOf(text: string, columns: Columns, state: 'text' | 'broken-text' = 'text'): EntryRow {
  const payload: Payload = { state, text };
  return {
    key: 1,
    place: { rowId: '1' },
    placeName: 'row 1',
    sizeBytes: text.length,
    columns,
    standInId: 'stand-in',
    payload,
  };
}

function message(fields: unknown): string {
  return JSON.stringify({ type: 'message', id: 'e2', parentId: 'e1', timestamp: TIME, message: fields });
}

const COLUMNS: Columns = { id: 'e2', parentId: 'e1', type: 'message', timestamp: TIME };

function plain(head: object | undefined): unknown {
  return head === undefined ? undefined : { ...head };
}

describe('nativeHead', () => {
  it.each([
    { role: 'user', content: 'words' },
    { role: 'user', content: '' },
    {
      role: 'user',
      content: [
        { type: 'text', text: ' \n' },
        { type: 'text', text: 'second' },
      ],
    },
    { role: 'user', content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }], more: { a: [1] } },
    { role: 'assistant', content: [], stopReason: 'error', errorMessage: 'no more' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'so' },
        { type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'a', n: 1.5 } },
        { type: 'toolCall', name: 'edit' },
      ],
      usage: { input: 1, totalTokens: 12, cost: { total: 0.1 } },
    },
    { role: 'toolResult', toolCallId: 'c1', toolName: 'read', isError: true, content: 'gone' },
    { role: 'toolResult', toolCallId: 'c1', content: [{ type: 'text', text: 'naïve \ud800' }], details: 1 },
  ])('reads %j as the lossless reader does', (fields) => {
    const row = rowOf(message(fields), COLUMNS);
    expect(plain(nativeHead(row))).toEqual(losslessHead(row));
    const line = rowOf(message(fields), null);
    expect(plain(nativeHead(line))).toEqual(losslessHead(line));
  });

  it.each<[string, string, Columns]>([
    [
      'a doubled key',
      message({ role: 'user', content: 'x' }).replace('"id":"e2"', '"id":"e2","id":"e2"'),
      COLUMNS,
    ],
    ['an id that the column does not say', message({ role: 'user', content: 'x' }), { ...COLUMNS, id: 'e3' }],
    [
      'a parent that the column does not say',
      message({ role: 'user', content: 'x' }),
      { ...COLUMNS, parentId: '' },
    ],
    [
      'a type that the column does not say',
      message({ role: 'user', content: 'x' }),
      { ...COLUMNS, type: 'leaf' },
    ],
    [
      'a blob in a column',
      message({ role: 'user', content: 'x' }),
      { ...COLUMNS, timestamp: new Uint8Array(2) },
    ],
    ['a block that is odd', message({ role: 'user', content: [{ type: 'text' }] }), COLUMNS],
    ['a result of no call', message({ role: 'toolResult', content: 'x' }), COLUMNS],
    ['a role of an application', message({ role: 'system', content: 'x' }), COLUMNS],
    [
      'a type of its own',
      JSON.stringify({ type: 'label', id: 'e2', targetId: 'e1', timestamp: TIME }),
      COLUMNS,
    ],
    ['no JSON', '{"type":"message"', COLUMNS],
  ])('leaves %s to the lossless reader', (_what, text, columns) => {
    expect(nativeHead(rowOf(text, columns))).toBeUndefined();
  });

  it('agrees with the lossless reader on every row', () => {
    let natives = 0;
    fc.assert(
      fc.property(hostileRow, (row) => {
        // Else the comparison could be of the lossless reader with itself.
        if (nativeHead(row) !== undefined) natives += 1;
        expect(plain(entryHead(row))).toEqual(losslessHead(row));
      }),
      { numRuns: 3000 },
    );
    expect(natives).toBeGreaterThan(100);
  });
});

const word = fc.constantFrom(
  'e1',
  'e2',
  'x',
  '',
  ' ',
  'ein langer Text mit Wörtern\nund Zeilen',
  '\ud800',
  'i'.repeat(5000),
);
const value: fc.Arbitrary<JsonPlain> = fc.oneof(
  word,
  fc.constantFrom<JsonPlain>(null, true, false, 0, 1.5, -1, 1e21),
  fc.constant<JsonPlain>([]),
  fc.constant<JsonPlain>({ a: { b: [1, 'x'] } }),
);
const type = fc.constantFrom('text', 'thinking', 'image', 'toolCall', 'other', 1);

/** Mostly sound: each field is now and then of another type, or not there. */
function field(sound: fc.Arbitrary<JsonPlain>): fc.Arbitrary<JsonPlain | undefined> {
  return fc.oneof(
    { weight: 24, arbitrary: sound },
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

const block = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('text'), text: field(word) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('thinking'), thinking: field(word) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('image'), data: field(word), mimeType: field(word) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('toolCall'),
      id: field(word),
      name: field(word),
      arguments: value,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type, text: value, thinking: value }) },
  { weight: 1, arbitrary: value },
);
const content = fc.oneof(word, fc.array(block, { maxLength: 4 }), value);
const messages = fc.record({
  role: field(fc.constantFrom('user', 'assistant', 'toolResult', 'system')),
  content: field(content as fc.Arbitrary<JsonPlain>),
  toolCallId: field(fc.constantFrom('c1', 'c2')),
  toolName: field(fc.constantFrom('read', 'edit')),
  isError: field(fc.boolean()),
  stopReason: field(fc.constantFrom('stop', 'error')),
  errorMessage: field(word),
  usage: field(fc.constantFrom({ totalTokens: 7 }, { totalTokens: '7' }, {})),
});
const hostileRow: fc.Arbitrary<EntryRow> = fc
  .record({
    entry: fc.record({
      type: field(fc.constantFrom('message', 'message', 'message', 'label', 'leaf')),
      id: field(fc.constantFrom('e2', 'e2', 'e3')),
      parentId: field(fc.constantFrom('e1', null)),
      timestamp: field(fc.constant(TIME)),
      message: field(messages as fc.Arbitrary<JsonPlain>),
    }),
    columns: fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constant(null) },
      {
        weight: 1,
        arbitrary: fc.record({
          id: column('e2'),
          parentId: column('e1'),
          type: column('message'),
          timestamp: column(TIME),
        }),
      },
    ),
    spoil: fc.constantFrom('', '', '', '', '', 'doubled', 'spaced', 'cut', 'broken', 'number', 'deep'),
  })
  .map(({ entry, columns, spoil }) => {
    const { id, parentId, type: entryType, timestamp } = entry;
    const sound = {
      id: id ?? '',
      parentId: parentId ?? '',
      type: entryType ?? '',
      timestamp: timestamp ?? '',
    };
    // Values that no column can hold stand there as text.
    const stored = Object.fromEntries(Object.entries(sound).map(([name, said]) => [name, String(said)]));
    return rowOf(
      spoilt(JSON.stringify(entry), spoil),
      columns === undefined ? (stored as Columns) : columns,
      spoil === 'broken' ? 'broken-text' : 'text',
    );
  });

function column(said: string): fc.Arbitrary<SqlValue> {
  return fc.constantFrom<SqlValue>(said, said, said, null, '', 5, new Uint8Array([1]), `${said} `);
}

function spoilt(text: string, how: string): string {
  switch (how) {
    case 'doubled':
      return text.replace(/"(content|id|role|text)":/, '"$1":1,"$1":');
    case 'spaced':
      return text.replaceAll(',"', ', "');
    case 'cut':
      return text.slice(0, -1);
    case 'number':
      return text.replace('"totalTokens":7', '"totalTokens":7.0e400');
    case 'deep':
      return text.replace('"role"', `"deep":${'['.repeat(150)}${']'.repeat(150)},"role"`);
    default:
      return text;
  }
}
