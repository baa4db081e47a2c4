import { describe, expect, it } from 'vitest';
import { parseJson } from '../json/parse';
import { leafAfter, readEntry, writeEntry } from './session-entry';

function written(text: string) {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(text);
  return writeEntry(parsed.node);
}

const LABEL = '{"type":"label","id":"l","parentId":"a","timestamp":"t","targetId":"x","label":"y"}';

describe('readEntry', () => {
  it('keeps the payload to the byte and tells the four fields', () => {
    const payload = ' {"timestamp":"t","n":1.0,"id":"l","targetId":"x","type":"label"} ';
    expect(readEntry(payload)).toMatchObject({
      ok: true,
      value: { payload, type: 'label', id: 'l', parentId: null, timestamp: 't' },
    });
  });

  it.each([
    ['', 'session entry must be a JSON object'],
    ['[]', 'session entry must be a JSON object'],
    ['{"id":5}', 'session entry has invalid id'],
    ['{"type":"new","id":"a","timestamp":"t"}', 'unknown session entry type new'],
  ])('refuses %s', (payload, message) => {
    expect(readEntry(payload)).toMatchObject({ ok: false, error: { code: 'corrupted', message } });
  });

  it.each([
    ['id', LABEL.replace('"l"', '"\\ud800"')],
    ['parentId', LABEL.replace('"a"', '"\\udfff"')],
    ['timestamp', LABEL.replace('"t"', '"\\ud800x"')],
  ])('refuses half of a surrogate pair where a column must repeat it: %s', (field, payload) => {
    const message = `session entry has invalid ${field}`;
    expect(readEntry(payload)).toMatchObject({ ok: false, error: { code: 'corrupted', message } });
  });
});

describe('writeEntry', () => {
  it.each([
    [
      'puts the four fields first, the others in their order',
      '{"b":1,"timestamp":"t","parentId":"p","a":2,"type":"session_info","id":"i"}',
      '{"type":"session_info","id":"i","parentId":"p","timestamp":"t","b":1,"a":2}',
    ],
    [
      'writes an absent parent as null',
      '{"type":"session_info","id":"i","timestamp":"t"}',
      '{"type":"session_info","id":"i","parentId":null,"timestamp":"t"}',
    ],
    [
      'writes an absent target of a leaf as null',
      '{"type":"leaf","id":"i","parentId":null,"timestamp":"t"}',
      '{"type":"leaf","id":"i","parentId":null,"timestamp":"t","targetId":null}',
    ],
    [
      'keeps digits',
      '{"type":"session_info","id":"i","timestamp":"t","n":[1.0,-0,1e400,12345678901234567890]}',
      '{"type":"session_info","id":"i","parentId":null,"timestamp":"t","n":[1.0,-0,1e400,12345678901234567890]}',
    ],
    [
      'lets the last of a doubled field count',
      '{"type":"leaf","id":"old","type":"session_info","id":"i","timestamp":"t","x":1,"x":2}',
      '{"type":"session_info","id":"i","parentId":null,"timestamp":"t","x":1,"x":2}',
    ],
  ])('%s', (_what, text, payload) => {
    expect(written(text)).toMatchObject({ ok: true, value: { payload } });
  });

  it('gives what it writes back unchanged', () => {
    expect(written(LABEL)).toEqual(readEntry(LABEL));
    expect(written(LABEL)).toMatchObject({ ok: true, value: { payload: LABEL } });
  });

  it('refuses what is no entry', () => {
    expect(written('5')).toMatchObject({
      ok: false,
      error: { message: 'session entry must be a JSON object' },
    });
    expect(written('{"id":"a","type":"leaf"}')).toMatchObject({
      ok: false,
      error: { message: 'session entry has invalid timestamp' },
    });
  });
});

describe('leafAfter', () => {
  it.each([
    [LABEL, 'l'],
    ['{"type":"leaf","id":"i","timestamp":"t","targetId":"x"}', 'x'],
    ['{"type":"leaf","id":"i","timestamp":"t","targetId":null}', null],
    ['{"type":"leaf","id":"i","timestamp":"t"}', null],
    ['{"type":"leaf","id":"i","timestamp":"t","targetId":""}', ''],
  ])('%s', (payload, leaf) => {
    const read = readEntry(payload);
    expect(read.ok && leafAfter(read.value)).toBe(leaf);
  });
});
