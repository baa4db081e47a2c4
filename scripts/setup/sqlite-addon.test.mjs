import { describe, expect, it } from 'vitest';
import { mustCompile } from './sqlite-addon.mjs';
import { addonKey, sqliteDefines } from './sqlite-compile.mjs';

describe('mustCompile', () => {
  it('compiles where Node or Electron is older than Node-API 10', () => {
    expect(mustCompile(9, '45.5.0')).toBe(true);
    expect(mustCompile(10, '33.2.1')).toBe(true);
    expect(mustCompile(10, '35.7.5')).toBe(true);
  });

  it('takes the shipped binary where both are new', () => {
    expect(mustCompile(10, '36.0.0')).toBe(false);
    expect(mustCompile(10, '45.5.0')).toBe(false);
  });
});

describe('addonKey', () => {
  const lockWith = (integrity) => ({
    'node_modules/better-sqlite3': { version: '13.2.0', integrity },
    'node_modules/node-addon-api': { integrity: 'b' },
    'node_modules/node-api-headers': { integrity: 'c' },
  });
  const here = { platform: 'linux', arch: 'x64' };

  it('starts with what a person wants to know', () => {
    expect(addonKey(lockWith('a'), here)).toMatch(/^13\.2\.0-linux-x64-[0-9a-f]{16}$/);
  });

  it('changes with the content of the packages and with the platform, and with nothing else', () => {
    expect(addonKey(lockWith('a'), here)).toBe(addonKey(lockWith('a'), here));
    expect(addonKey(lockWith('other'), here)).not.toBe(addonKey(lockWith('a'), here));
    expect(addonKey(lockWith('a'), { ...here, arch: 'arm64' })).not.toBe(addonKey(lockWith('a'), here));
  });
});

describe('sqliteDefines', () => {
  it('takes every kind of setting, negative numbers too', () => {
    const gypi = `# A COMMENT\n{\n  'defines': [\n    'SQLITE_DQS=0',\n    'SQLITE_DEFAULT_CACHE_SIZE=-16000',\n    'SQLITE_ENABLE_FTS5',\n  ],\n}\n`;
    expect(sqliteDefines(gypi)).toEqual([
      '-DSQLITE_DQS=0',
      '-DSQLITE_DEFAULT_CACHE_SIZE=-16000',
      '-DSQLITE_ENABLE_FTS5',
    ]);
  });
});
