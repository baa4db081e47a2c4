import { expect, it } from 'vitest';
import { nearestHit } from './nearest-hit';

function placesOf(text: string, words: string): number[] {
  return [...text.matchAll(new RegExp(words, 'g'))].map(({ index }) => index);
}

it('is the place with the same around it', () => {
  const text = 'a cart here, a cart there, a cart elsewhere';
  const hit = { text: 'cart', before: 'here, a ', after: ' there, a cart else' };
  expect(nearestHit(text, placesOf(text, 'cart'), hit, 0)).toBe(15);
});

it('is found through the marks of Markdown and the line breaks of a form made for reading', () => {
  const text = 'one: cart\n\nThe cart is full';
  const hit = { text: 'cart', before: '1. one: cart\n\n**The** `', after: '` is _full_' };
  expect(nearestHit(text, placesOf(text, 'cart'), hit, 0)).toBe(15);
});

it('is told from places that read the same by how many of them came before', () => {
  const text = 'ok\nok\nok\nok\n';
  const hit = { text: 'ok', before: '', after: '' };
  const places = placesOf('x\nx\nx\nx\n', 'x').map((_, at) => at * 3);
  // The last has nothing behind it, and the others are alike.
  expect(nearestHit(text, places, { ...hit, after: '\nok' }, 1)).toBe(3);
  expect(nearestHit(text, places, { ...hit, after: '\nok' }, 99)).toBe(6);
});

it('is nowhere where there are no places', () => {
  expect(nearestHit('text', [], { text: 'x', before: '', after: '' }, 0)).toBe(-1);
});
