import { describe, expect, it } from 'vitest';
import { linkTarget } from './link-target';

describe('links of a transcript', () => {
  it('opens web and mail addresses', () => {
    expect(linkTarget('https://example.org/a?b#c')).toMatchObject({ host: 'example.org' });
    expect(linkTarget('http://example.org:8080')).toMatchObject({ host: 'example.org:8080' });
    expect(linkTarget('mailto:a@example.org')).toMatchObject({ host: 'a@example.org' });
  });

  it('opens links to entries, with the file they lead to beside them', () => {
    expect(linkTarget('ramify://open?file=%2Fhome%2Fa.db&session=s&entry=e')).toEqual({
      url: 'ramify://open?file=%2Fhome%2Fa.db&session=s&entry=e',
      host: '/home/a.db',
      hasCredentials: false,
    });
  });

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ms-settings:',
    'smb://host/share',
    'ramify://host',
    'ramify://open?file=/home/../etc/passwd',
    'ramify://open?file=/a.db&write=1',
    'ramify://open?file=file:///etc/passwd',
    'blob:https://example.org/1',
    '//example.org',
    '/relative',
    'relative.md',
    '#anchor',
    '',
    `https://example.org/${'a'.repeat(9000)}`,
  ])('keeps %j as text', (href) => {
    expect(linkTarget(href)).toBeNull();
  });

  it('shows the host a feigned address really leads to', () => {
    expect(linkTarget('https://example.org@evil.example')).toMatchObject({
      host: 'evil.example',
      hasCredentials: true,
    });
    expect(linkTarget('https://ex\u0430mple.org')?.host).toMatch(/^xn--/);
  });
});
