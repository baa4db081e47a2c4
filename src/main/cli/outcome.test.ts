import { expect, it } from 'vitest';
import { cannotOpen, notDone } from './outcome';

it('repeats no password of an address that holds one', () => {
  const error = { code: 'invalid-address', message: 'Refused.', detail: null } as const;
  const address = 'redis://user:sec@ret@host:6379/0';
  const said = [
    notDone('append', address, error, true),
    cannotOpen('verify', address, error, true),
    cannotOpen('verify', address, error, false),
  ].map(({ output, errorOutput }) => output + errorOutput);
  for (const text of said) {
    expect(text).not.toMatch(/sec|ret|user/);
    expect(text).toMatch(/redis:|invalid-address/);
  }
  expect(said[0]).toContain('"store":"redis://…@host:6379/0"');
});
