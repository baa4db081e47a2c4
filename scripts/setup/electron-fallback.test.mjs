import { describe, expect, it } from 'vitest';
import { runtimeName } from './electron-fallback.mjs';

describe('runtimeName', () => {
  it('names the executable as Electron expects it of an unpackaged app', () => {
    expect(runtimeName('Cypress/Cypress')).toBe('electron');
  });

  it('keeps the files of the runtime in their folders', () => {
    expect(runtimeName('Cypress/libffmpeg.so')).toBe('libffmpeg.so');
    expect(runtimeName('Cypress/locales/en-US.pak')).toBe('locales/en-US.pak');
    expect(runtimeName('Cypress/v8_context_snapshot.bin')).toBe('v8_context_snapshot.bin');
  });

  it('leaves out folders, and what is not part of the runtime', () => {
    expect(runtimeName('Cypress/locales/')).toBeUndefined();
    expect(runtimeName('Cypress/resources/app/package.json')).toBeUndefined();
    expect(runtimeName('Cypress/browser_v8_context_snapshot.bin')).toBeUndefined();
    expect(runtimeName('elsewhere/file')).toBeUndefined();
  });
});
