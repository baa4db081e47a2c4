import { describe, expect, it } from 'vitest';
import { authorityEntry, needsDisplay } from './display.mjs';

describe('needsDisplay', () => {
  it('starts none where X or Wayland is at hand, nor outside Linux', () => {
    expect(needsDisplay({ platform: 'linux', env: { DISPLAY: ':0' } })).toBe(false);
    expect(needsDisplay({ platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBe(false);
    expect(needsDisplay({ platform: 'darwin', env: {} })).toBe(false);
    expect(needsDisplay({ platform: 'win32', env: {} })).toBe(false);
  });

  it('starts one on Linux where there is none, also where its name is empty', () => {
    expect(needsDisplay({ platform: 'linux', env: {} })).toBe(true);
    expect(needsDisplay({ platform: 'linux', env: { DISPLAY: '', WAYLAND_DISPLAY: '' } })).toBe(true);
  });
});

describe('authorityEntry', () => {
  it('has the fields of an X authority file, each with its length', () => {
    const name = Buffer.from('MIT-MAGIC-COOKIE-1').toString('hex');
    expect(authorityEntry(Buffer.from('c0ffee', 'hex')).toString('hex')).toBe(
      `ffff${'0000'}${'0000'}${'0012'}${name}${'0003'}c0ffee`,
    );
  });
});
