import { expect, it } from 'vitest';
import { readItemList } from './item-list';

it('reads an array of items, their numbers as written', () => {
  const read = readItemList(
    '[{"role":"user","content":"a","metadata":{"n":1.0}},{"role":"assistant","content":""}]',
  );
  expect(read).toMatchObject({
    ok: true,
    items: [
      { role: 'user', metadata: { members: [{ key: 'n', value: { literal: '1.0' } }] } },
      { role: 'assistant', content: '' },
    ],
  });
  expect(readItemList(' [ ] ')).toEqual({ ok: true, items: [] });
});

it.each([
  ['[', null, 'not JSON: the text ends before the value does at character 1'],
  ['{"role":"user","content":"a"}', null, 'not an array of items'],
  ['["\\ud800"]', null, 'not JSON: half of a surrogate pair in a string at character 1'],
  ['[{"role":"user","content":"a"},{"role":"user"}]', 1, 'missing field "content"'],
  ['[{"role":"user","content":"a"},null,{}]', 1, 'item must be an object'],
])('says what is wrong with %s and where', (text, index, message) => {
  expect(readItemList(text)).toEqual({ ok: false, index, message });
});
