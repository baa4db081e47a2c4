import { describe, expect, it } from 'vitest';
import { safeLink } from './safe-link';

describe('a link of a session', () => {
  it('opens when it is a plain web or mail address', () => {
    expect(safeLink('https://example.com/a?b=c#d')).toBe('https://example.com/a?b=c#d');
    expect(safeLink('http://localhost:3000/')).toBe('http://localhost:3000/');
    expect(safeLink('mailto:someone@example.com')).toBe('mailto:someone@example.com');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    ' https://example.com',
    'https://exam\u200bple.com',
    'https://example.com/\u202egpj.exe',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'smb://host/share',
    'app://renderer/index.html',
    'ms-msdt:/id',
    'https://bank.example@evil.example/',
    'https://user:password@evil.example/',
    '//example.com',
    'example.com',
    '',
  ])('stays shut when it is %j', (text) => {
    expect(safeLink(text)).toBeNull();
  });
});
