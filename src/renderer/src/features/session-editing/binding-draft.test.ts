import { describe, expect, it } from 'vitest';
import { bindingGap, bindingOf, draftOfRow, fieldOfRefusal, NO_BINDING } from './binding-draft';

describe('a binding that is filled in', () => {
  it('comes from the stored row and goes back to it', () => {
    const binding = { clientKey: 'cli', runtime: { workDir: '/src', model: 'm', thinking: false } };
    expect(bindingOf(draftOfRow(JSON.stringify(binding)))).toEqual(binding);
    expect(draftOfRow(null)).toEqual(NO_BINDING);
    expect(draftOfRow('{"clientKey":5,"runtime":[]}')).toEqual(NO_BINDING);
    expect(draftOfRow('no JSON')).toEqual(NO_BINDING);
  });

  it('is no binding when it is empty, and needs a client and a folder otherwise', () => {
    expect(bindingOf(NO_BINDING)).toBeNull();
    expect(bindingGap(NO_BINDING)).toBeNull();
    expect(bindingGap({ ...NO_BINDING, model: 'm' })).toContain('client');
    expect(bindingGap({ ...NO_BINDING, clientKey: 'cli' })).toContain('work folder');
    expect(bindingGap({ ...NO_BINDING, clientKey: 'cli', workDir: '/' })).toBeNull();
  });

  it('knows the field that looks like a credential by its path', () => {
    const refusal = (path: string) => `A binding must never hold credentials, and ${path} looks like one.`;
    expect(fieldOfRefusal(refusal('binding.runtime.baseUrl'))).toBe('baseUrl');
    expect(fieldOfRefusal(refusal('binding.clientKey'))).toBe('clientKey');
    expect(fieldOfRefusal('Something else.')).toBeNull();
  });
});
