import { useEffect, useEffectEvent, useMemo } from 'react';
import type { FindQuery, Hit } from '../../../../shared/contract/find';
import { compileQuery, type TextRange } from '../../../../shared/find/matcher';
import type { SessionPaneProps } from '../../app/session-pane';
import { useFoundPlace } from '../entry/found-place';
import { HitPainter } from './hit-painter';

/** Marks what is found in the transcript on screen, and scrolls to the hit that is gone to. */
export function useMarks(
  { heads }: SessionPaneProps,
  query: FindQuery,
  hit: Hit | null,
  onShown: (isShown: boolean) => void,
): void {
  const place = useFoundPlace((state) => state.place);
  const find = useMemo(() => finderOf(query, hit), [query, hit]);
  const { index } = heads;
  const tell = useEffectEvent((isShown: boolean) => {
    // What a card leaves out stands in what is stored.
    if (!isShown && place && !place.isStoredForm)
      useFoundPlace.setState({ place: { ...place, isStoredForm: true } });
    else onShown(isShown);
  });
  useEffect(() => {
    const pane = document.querySelector('[data-pane][aria-label="Transcript"]');
    if (pane === null || find === null) return;
    const itemRows = place === null ? [] : [place.row, index.callRow(place.row)];
    const painter = new HitPainter(pane, { find, place, itemRows, onShown: tell });
    return () => painter.stop();
  }, [find, place, index]);
}

/**
 * What finds a query in a text on screen. The pattern of a user may take for ever, and here nothing could end it: in
 * its place stands what it found.
 */
function finderOf(query: FindQuery, hit: Hit | null): ((text: string, most: number) => TextRange[]) | null {
  if (query.text === '') return null;
  const looked = query.isRegExp
    ? { ...query, text: hit?.text.slice(0, MAX_LITERAL_CHARS) ?? '', isRegExp: false, isWholeWord: false }
    : query;
  if (looked.text === '') return null;
  const compiled = compileQuery(looked);
  return compiled.ok ? (text, most) => compiled.matcher.ranges(text, 0, most) : null;
}

const MAX_LITERAL_CHARS = 200;
