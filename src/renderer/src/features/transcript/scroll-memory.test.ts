import { expect, it } from 'vitest';
import { placeBefore, rememberPlace } from './scroll-memory';

const reading = { fileId: 'f', sessionId: 's', generation: 3 };
const place = { isAtEnd: false, topId: '7' };

it('is where the session stood when its file comes again', () => {
  rememberPlace(reading, place);
  expect(placeBefore({ ...reading, generation: 4 })).toEqual(place);
});

it('is not where it stood before it was left for another session', () => {
  rememberPlace(reading, place);
  expect(placeBefore(reading)).toBeNull();
  expect(placeBefore({ ...reading, generation: 4, sessionId: 't' })).toBeNull();
  rememberPlace({ ...reading, sessionId: 't' }, place);
  expect(placeBefore({ ...reading, generation: 4 })).toBeNull();
});
