import { describe, expect, it } from 'vitest';
import { isInstalled } from './packages.mjs';

const zod = { version: '4.0.0', integrity: 'sha512-zod' };
const tool = { version: '1.0.0', integrity: 'sha512-tool', optional: true };
const lock = { '': { name: 'ramify' }, 'node_modules/zod': zod, 'node_modules/tool': tool };

describe('isInstalled', () => {
  it('holds when every package is there as in the lock', () => {
    expect(isInstalled(lock, { 'node_modules/zod': zod, 'node_modules/tool': tool })).toBe(true);
  });

  it('holds without an optional package, which is for another platform', () => {
    expect(isInstalled(lock, { 'node_modules/zod': zod })).toBe(true);
  });

  it('fails for a missing package, another version, another content and a package too many', () => {
    expect(isInstalled(lock, {})).toBe(false);
    expect(isInstalled(lock, { 'node_modules/zod': { ...zod, version: '4.0.1' } })).toBe(false);
    expect(isInstalled(lock, { 'node_modules/zod': { ...zod, integrity: 'sha512-other' } })).toBe(false);
    expect(isInstalled(lock, { 'node_modules/zod': zod, 'node_modules/old': zod })).toBe(false);
  });
});
