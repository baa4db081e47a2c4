import { expect, it } from 'vitest';
import { shortId, withoutMiddle } from './short-id';

it('keeps short ids whole', () => {
  expect([shortId('42'), shortId('12345678'), shortId('01a22bcc-71e0-8fb0')]).toEqual([
    '42',
    '12345678',
    '…8fb0',
  ]);
});

it('takes the middle out of long ids, so that both ends tell them apart', () => {
  const id = 'vv-agent:checkpoint-v2:session:5edd3e';
  expect(withoutMiddle(id, 17)).toBe('vv-agent…n:5edd3e');
  expect(withoutMiddle(id, 17)).toHaveLength(17);
  expect(withoutMiddle('short', 17)).toBe('short');
});
