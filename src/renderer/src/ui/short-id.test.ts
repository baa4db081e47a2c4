import { expect, it } from 'vitest';
import { shortId } from './short-id';

it('keeps short ids whole', () => {
  expect([shortId('42'), shortId('12345678'), shortId('01a22bcc-71e0-8fb0')]).toEqual([
    '42',
    '12345678',
    '…8fb0',
  ]);
});
