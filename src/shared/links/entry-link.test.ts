import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryLinkText, isEntryLink, MAX_ENTRY_LINK_CHARS, parseEntryLink } from './entry-link';

const read = (text: string) => {
  const parsed = parseEntryLink(text);
  return parsed.ok ? parsed.value : parsed.error.message;
};

describe('a link to an entry', () => {
  it('names file, session and entry, percent-encoded', () => {
    const link = { file: '/home/ada/a b&c=d#e.db', sessionId: 'sé ssion', entryId: '01+2%' };
    const text = entryLinkText(link);
    expect(text).toBe(
      'ramify://open?file=%2Fhome%2Fada%2Fa%20b%26c%3Dd%23e.db&session=s%C3%A9%20ssion&entry=01%2B2%25',
    );
    expect(read(text ?? '')).toEqual(link);
  });

  it('may leave out the entry, and the session', () => {
    expect(read('ramify://open?file=/a.db')).toEqual({ file: '/a.db', sessionId: null, entryId: null });
    expect(read('ramify://open?session=s&file=C:%5Ca.db')).toEqual({
      file: 'C:\\a.db',
      sessionId: 's',
      entryId: null,
    });
  });

  it('is read as other programs hand it on: in capitals, with a slash, with white space around it', () => {
    expect(read(' RAMIFY://open/?file=%2Fa.db\n')).toMatchObject({ file: '/a.db' });
  });

  it('reads back every name it was made from', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(name, name, (sessionId, entryId) => {
        const link = { file: '/f.db', sessionId, entryId };
        expect(read(entryLinkText(link) ?? '')).toEqual(link);
      }),
    );
  });

  it('is not made where it could not be read', () => {
    const link = { file: '/a.db', sessionId: 's', entryId: 'e' };
    expect(entryLinkText({ ...link, entryId: 'x'.repeat(MAX_ENTRY_LINK_CHARS) })).toBeNull();
    expect(entryLinkText({ ...link, entryId: '\ud800' })).toBeNull();
    expect(entryLinkText({ ...link, file: 'redis://host' })).toBeNull();
  });
});

describe('a hostile link is refused with a sentence', () => {
  it.each([
    ['another scheme', 'https://open?file=/a.db', /starts with ramify/],
    ['another request', 'ramify://run?file=/a.db', /starts with ramify/],
    ['a host', 'ramify://evil.example/open?file=/a.db', /starts with ramify/],
    ['a user name', 'ramify://a@open?file=/a.db', /starts with ramify/],
    ['nothing', 'ramify:', /starts with ramify/],
    ['no file', 'ramify://open?session=s', /names no file/],
    ['an empty file', 'ramify://open?file=', /names no file/],
    ['more to do', 'ramify://open?file=/a.db&write=1', /more than opening/],
    ['a switch', 'ramify://open?file=/a.db&--inspect=0', /more than opening/],
    ['no value', 'ramify://open?file', /more than opening/],
    ['one name twice', 'ramify://open?file=/a.db&file=/b.db', /file twice/],
    ['a fragment', 'ramify://open?file=/a.db#x', /after a #/],
    ['a step up', 'ramify://open?file=/home/../etc/passwd', /without \. or \.\./],
    ['an encoded step up', 'ramify://open?file=%2Fhome%2F%2e%2e%2Fetc', /without \. or \.\./],
    ['a step up on Windows', 'ramify://open?file=C:%5Ca%5C..%5Cb', /without \. or \.\./],
    ['a relative path', 'ramify://open?file=a.db', /whole path/],
    ['a scheme inside', 'ramify://open?file=file:///etc/passwd', /whole path/],
    ['a script inside', 'ramify://open?file=javascript:alert(1)', /whole path/],
    ['a web address inside', 'ramify://open?file=https://evil.example/x', /whole path/],
    ['another computer', 'ramify://open?file=%5C%5Cevil%5Cshare%5Ca.db', /another computer/],
    ['another computer, with slashes', 'ramify://open?file=//evil/a.db', /another computer/],
    ['a NUL', 'ramify://open?file=/a.db%00.txt', /control characters/],
    ['a line break', 'ramify://open?file=/a%0Ab.db', /control characters/],
    ['a hidden line break', 'ramify://open?file=/a\n.db', /characters that a link does not have/],
    ['a space', 'ramify://open?file=/a b.db', /characters that a link does not have/],
    ['text that runs backwards', 'ramify://open?file=/a\u202edb', /characters that a link does not have/],
    ['a broken encoding', 'ramify://open?file=/a%E0%A4.db', /not encoded/],
    ['a lone percent sign', 'ramify://open?file=/100%', /not encoded/],
    ['an entry of no session', 'ramify://open?file=/a.db&entry=e', /not the session/],
    ['a megabyte', `ramify://open?file=/${'a'.repeat(1_000_000)}`, /longer than/],
  ])('%s', (_what, text, sentence) => {
    expect(read(text)).toMatch(sentence);
  });

  it('is told apart from other text, sound or not', () => {
    expect(isEntryLink('ramify://open?file=/a')).toBe(true);
    expect(isEntryLink(' Ramify:x')).toBe(true);
    expect(isEntryLink('see ramify://open')).toBe(false);
  });
});
