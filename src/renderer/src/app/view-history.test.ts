import { describe, expect, it } from 'vitest';
import { keepPlaces, MAX_PLACES, NO_HISTORY, nextPlace, visit } from './view-history';
import type { ViewedPlace } from './view-state';

const place = (fileId: string, row: number, sessionId: string | null = 's'): ViewedPlace => ({
  fileId,
  sessionId,
  selected: { id: `e${row}`, row },
  viewedLeaf: null,
});
const through = (...places: ViewedPlace[]) => places.reduce(visit, NO_HISTORY);
const always = () => true;

describe('the history of what was viewed', () => {
  it('goes back and forward through places, and drops what lay ahead on a new one', () => {
    const history = through(place('f', 1), place('f', 2), place('f', 3));
    expect(nextPlace(history, 1, always)).toBe(-1);
    const back = { ...history, at: nextPlace(history, -1, always) };
    expect(back.at).toBe(1);
    expect(nextPlace(back, 1, always)).toBe(2);
    const other = visit(back, place('f', 4));
    expect(other.places).toEqual([place('f', 1), place('f', 2), place('f', 4)]);
    expect(nextPlace(other, 1, always)).toBe(-1);
  });

  it('holds one place once, however often it is looked at', () => {
    const history = through(place('f', 1), place('f', 1));
    expect(visit(history, place('f', 1))).toBe(history);
    expect(history.places).toHaveLength(1);
  });

  it('tells a leaf that was chosen from the stored one, and two entries with one id', () => {
    const leaf = { ...place('f', 1), viewedLeaf: { id: 'e9', row: 9 } };
    const twin = { ...place('f', 1), selected: { id: 'e1', row: 7 } };
    expect(through(place('f', 1), leaf, twin).places).toHaveLength(3);
  });

  it('counts opening a file and showing its session as one step', () => {
    const history = through(place('f', 1), place('g', 0, null), place('g', 1));
    expect(history.places).toEqual([place('f', 1), place('g', 1)]);
  });

  it('takes no notice of a file that is read again', () => {
    const history = through(place('f', 1), place('f', 2));
    expect(visit(visit(history, place('f', 0, null)), place('f', 2))).toEqual(history);
  });

  it('is bounded: the oldest places make room', () => {
    const history = through(...Array.from({ length: MAX_PLACES + 50 }, (_, row) => place('f', row)));
    expect(history.places).toHaveLength(MAX_PLACES);
    expect(history.places[0]).toEqual(place('f', 50));
    expect(history.at).toBe(MAX_PLACES - 1);
  });

  it('passes over what is no longer there', () => {
    const history = through(place('f', 1), place('f', 2, 'gone'), place('f', 3));
    expect(nextPlace(history, -1, ({ sessionId }) => sessionId !== 'gone')).toBe(0);
    expect(nextPlace(history, -1, () => false)).toBe(-1);
  });

  it('forgets files that were closed, and what then stands twice in a row', () => {
    const history = through(place('f', 1), place('g', 1), place('f', 1), place('f', 2));
    const kept = keepPlaces({ ...history, at: 2 }, ['f']);
    expect(kept).toEqual({ places: [place('f', 1), place('f', 2)], at: 0 });
    expect(keepPlaces(history, ['f', 'g'])).toBe(history);
    expect(keepPlaces(history, [])).toEqual(NO_HISTORY);
  });
});
