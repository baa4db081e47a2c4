import { expect, it } from 'vitest';
import { JsonText, printDocument } from './json-document';
import { printableLine, printableText } from './plain-text';

it('prints what JSON can hold on one line', () => {
  const value = { a: [1, 'x', null, true, { b: 'two\nlines' }], '"': '' };
  expect(printDocument(value)).toBe(JSON.stringify(value));
});

it('leaves a piece of JSON as it stands, digits included', () => {
  expect(printDocument({ n: new JsonText('{"a": 1.0, "b": 9007199254740993}') })).toBe(
    '{"n":{"a": 1.0, "b": 9007199254740993}}',
  );
});

it('escapes what a terminal would act on, so that it parses to the same text', () => {
  const text = 'a\u001b[31m\u007f\u009b\u202e\u2066\u2028b';
  const printed = printDocument({ text });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
  expect(printed).not.toMatch(/[\u001b\u007f-\u009f\u202e\u2066\u2028]/);
  expect(JSON.parse(printed)).toEqual({ text });
});

it('makes text safe for a terminal', () => {
  expect(printableText('a\u001b]0;x\u0007\n\tb\u202e\ud800\u{e0041}')).toBe(
    'a\\u{1b}]0;x\\u{7}\n\tb\\u{202e}\\u{d800}\\u{e0041}',
  );
  expect(printableLine('two\n lines\r')).toBe('two lines ');
});
