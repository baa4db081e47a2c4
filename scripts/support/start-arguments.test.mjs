import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { appArguments, electronSwitches } from './start-arguments.mjs';

describe('electronSwitches', () => {
  it('gives up the sandbox for root on Linux only', () => {
    expect(electronSwitches('linux', true)).toEqual(['--no-sandbox']);
    expect(electronSwitches('linux', false)).toEqual([]);
    expect(electronSwitches('darwin', true)).toEqual([]);
    expect(electronSwitches('win32', false)).toEqual([]);
  });
});

describe('appArguments', () => {
  it('makes paths absolute where the caller stands, and leaves options alone', () => {
    const from = path.resolve('/home/me');
    const absolute = path.resolve('/data/b.db');
    const args = appArguments(['a b.db', absolute, '--inspect'], (file) => path.resolve(from, file));
    expect(args).toEqual([path.join(from, 'a b.db'), absolute, '--inspect']);
  });

  it('leaves links alone', () => {
    const link = 'ramify://open?file=%2Fa.db';
    expect(appArguments([link, 'ramify.db'], (file) => `/here/${file}`)).toEqual([link, '/here/ramify.db']);
  });
});
