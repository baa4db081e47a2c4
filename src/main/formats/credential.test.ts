import { describe, expect, it } from 'vitest';
import { looksLikeCredential, maskCredential } from './credential';

describe('looksLikeCredential', () => {
  it.each([
    ['apiKey', 'x'],
    ['api_key', 'x'],
    ['accessToken', 'x'],
    ['auth', 'x'],
    ['clientSecret', 'x'],
    ['Authorization', 'x'],
    ['model', 'sk-abcdefghijklmnopqrstuv'],
    ['note', 'use ghp_abcdefghijklmnopqrstuvwxyz012345 please'],
    ['x', 'AKIAIOSFODNN7EXAMPLE'],
    ['x', 'Bearer abcdefghijklmnop'],
    ['x', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2ln'],
    ['x', '-----BEGIN OPENSSH PRIVATE KEY-----'],
    ['baseUrl', 'https://me:pass@host/v1'],
    ['baseUrl', 'https://host/v1?api_key=0123456789'],
    ['clientKey', 'q3Zk9Lm2Xc7Vb4Nn8Aa1Ss5Dd6Ff0Gg3Hh'],
  ])('%s: %s', (name, value) => {
    expect(looksLikeCredential(name, value)).toBe(true);
  });

  it.each([
    ['clientKey', 'telegram:chat:42'],
    ['clientKey', '01932d4e-7a10-7c3a-9e55-3f1f0a6b8c01'],
    ['workDir', '/home/dev/some/very/long/path/to/a/project/With/Capitals1'],
    ['model', 'claude-sonnet-4-5-20250929'],
    ['baseUrl', 'http://localhost:8080/v1'],
    ['tokensBefore', '1200'],
    ['sha', '0123456789abcdef0123456789abcdef01234567'],
    ['apiKey', ''],
  ])('not %s: %s', (name, value) => {
    expect(looksLikeCredential(name, value)).toBe(false);
  });
});

describe('maskCredential', () => {
  it('shows four characters of a long value, and none of a short one', () => {
    expect(maskCredential('sk-abcdefghijklmnop')).toMatch(/^sk-a… \(19 /);
    expect(maskCredential('hunter2')).toMatch(/^… \(7 /);
  });
});
