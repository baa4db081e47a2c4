import { describe, expect, it } from 'vitest';
import { parseRedisAddress, type RedisAddress } from './address';

function parsed(typed: string): RedisAddress {
  const result = parseRedisAddress(typed);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function sentenceFor(typed: string): string {
  const result = parseRedisAddress(typed);
  if (result.ok) throw new Error(`${typed} was taken for ${result.value.url}`);
  expect(result.error).toMatchObject({ code: 'invalid-address', detail: null });
  return result.error.message;
}

describe('the address of a Redis server', () => {
  it('has a host, a port and a database', () => {
    expect(parsed('redis://cache.example:6380/3')).toEqual({
      url: 'redis://cache.example:6380/3',
      shown: 'redis://cache.example:6380/3',
      host: 'cache.example',
      port: 6380,
      database: 3,
      isTls: false,
    });
  });

  it('needs none of them', () => {
    const { url, shown } = parsed('redis://');
    expect({ url, shown }).toEqual({ url: 'redis://localhost:6379/0', shown: 'redis://localhost:6379' });
    expect(parsed('redis://h/').url).toBe('redis://h:6379/0');
    expect(parsed('redis://h:').url).toBe('redis://h:6379/0');
    expect(parsed('redis:///7').url).toBe('redis://localhost:6379/7');
    expect(parsed('redis://:7000').url).toBe('redis://localhost:7000/0');
  });

  it('asks for TLS with rediss', () => {
    expect(parsed('rediss://h').isTls).toBe(true);
    expect(parsed('rediss://h').url).toBe('rediss://h:6379/0');
  });

  it('is the same one however it is written', () => {
    expect(parsed('  REDIS://Cache.Example:06379/00 \n').url).toBe('redis://cache.example:6379/0');
  });

  it('may be an IP address', () => {
    expect(parsed('redis://127.0.0.1:1').host).toBe('127.0.0.1');
    expect(parsed('redis://[::1]:6380/2')).toMatchObject({ host: '::1', url: 'redis://[::1]:6380/2' });
    expect(parsed('redis://[2001:DB8::5]').shown).toBe('redis://[2001:db8::5]:6379');
  });

  it('may be percent-encoded or in another script', () => {
    expect(parsed('redis://my%2Dcache').host).toBe('my-cache');
    expect(parsed('redis://b%C3%BCcher.example').host).toBe('xn--bcher-kva.example');
    expect(parsed('redis://bücher.example').host).toBe('xn--bcher-kva.example');
  });

  it.each([
    'redis://user:hunter2@h',
    'redis://:hunter2@h:6379/0',
    'redis://user@h',
    'redis://@h',
    'redis://:hun/ter2@h',
    'redis://:hun#ter2@h',
    'redis://h/0?password=hunter2@',
    'http://user:hunter2@h',
  ])('refuses a user name or password, and does not repeat it: %s', (typed) => {
    expect(sentenceFor(typed)).toBe(
      'An address must not hold a user name or password. Leave them out: they are asked for.',
    );
  });

  it.each([
    '',
    'h',
    'h:6379',
    'redis:h',
    'redis:/h',
    'http://h',
    'unix:///run/redis.sock',
    'redisx://h',
    '//h',
  ])('refuses any other scheme: "%s"', (typed) => {
    expect(sentenceFor(typed)).toContain('redis:// or rediss://');
  });

  it.each([
    ['redis://h:0', 'port'],
    ['redis://h:65536', 'port'],
    ['redis://h:99999999999', 'port'],
    ['redis://h:6379:1', 'host name'],
    ['redis://h:12ab', 'host name'],
    ['redis://::1', 'host name'],
    ['redis://[::1', 'host name'],
    ['redis://[::1%25eth0]', 'host name'],
    ['redis://[nonsense]', 'host name'],
    ['redis://a b', 'host name'],
    ['redis://a\tb', 'host name'],
    ['redis://a\u0000b', 'host name'],
    ['redis://a%00b', 'host name'],
    ['redis://user%40h', 'host name'],
    ['redis://a\\b', 'host name'],
    ['redis://%zz', 'host name'],
    ['redis://h/-1', 'database'],
    ['redis://h/one', 'database'],
    ['redis://h/0/1', 'database'],
    ['redis://h/2147483648', 'database'],
    ['redis://h/1e3', 'database'],
    ['redis://h/0?db=1', 'ends after'],
    ['redis://h#x', 'ends after'],
  ])('refuses junk: %s', (typed, part) => {
    expect(sentenceFor(typed)).toContain(part);
  });
});
