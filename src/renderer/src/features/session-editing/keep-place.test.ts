import { describe, expect, it } from 'vitest';
import { placeAfter } from './keep-place';

const following = { viewed: 'end', stored: 'end', followsStored: true };
const elsewhere = { viewed: 'other', stored: 'end', followsStored: false };

describe('what is looked at after a write', () => {
  it('stays when the stored leaf moves away from it', () => {
    expect(placeAfter({ kind: 'set-leaf', entryId: 'middle' }, following)).toBe('stay');
    expect(placeAfter({ kind: 'set-leaf', entryId: null }, following)).toBe('stay');
    expect(placeAfter({ kind: 'set-leaf', entryId: 'other' }, elsewhere)).toBe('none');
  });

  it('goes on with a message that continues it, and with no other', () => {
    const message = (at: string | null) => ({ kind: 'user-message', text: 'x', at }) as const;
    expect(placeAfter(message('end'), following)).toBe('none');
    expect(placeAfter(message('middle'), following)).toBe('stay');
    expect(placeAfter(message('other'), elsewhere)).toBe('follow');
    expect(placeAfter(message('end'), elsewhere)).toBe('none');
    expect(placeAfter({ kind: 'user-message', text: 'x' }, elsewhere)).toBe('none');
  });

  it('is left alone by bookkeeping', () => {
    expect(placeAfter({ kind: 'label', entryId: 'middle', text: 'x' }, following)).toBe('none');
    expect(placeAfter({ kind: 'rename', name: 'x' }, elsewhere)).toBe('none');
  });
});
