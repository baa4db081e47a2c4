import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type FindQuery, type Hit, MAX_HITS } from '../../../../shared/contract/find';
import { call } from '../../app/bridge';
import type { SessionPaneProps } from '../../app/session-pane';
import { useFoundPlace } from '../entry/found-place';
import type { HitPlace } from './hit-list';

/** The hit that is gone to, once it has been read where it stands; null before. */
export function useCurrentHit(
  { file, session }: SessionPaneProps,
  query: FindQuery,
  at: HitPlace | null,
): Hit | null {
  const { fileId, generation } = file;
  const first = at === null ? 0 : at.ordinal - (at.ordinal % MAX_HITS);
  const { data } = useQuery({
    queryKey: ['find.hits', fileId, generation, session.id, query, at?.row, first],
    queryFn: () =>
      call('find.hits', { fileId, sessionId: session.id, query, row: at?.row ?? 0, first, most: MAX_HITS }),
    enabled: at !== null,
    gcTime: 60_000,
  });
  const hits = at === null ? undefined : data?.hits;
  const hit = hits?.[at === null ? 0 : at.ordinal - first] ?? null;
  useEffect(() => {
    if (at === null || hit === null || hits === undefined) {
      useFoundPlace.setState({ place: null });
      return;
    }
    const likeBefore = hits.slice(0, at.ordinal - first).filter((other) => readsLike(other, hit)).length;
    useFoundPlace.setState({
      place: { fileId, sessionId: session.id, row: at.row, hit, likeBefore, isStoredForm: false },
    });
  }, [fileId, session.id, at, hit, hits, first]);
  useEffect(() => () => useFoundPlace.setState({ place: null }), []);
  return hit;
}

function readsLike(one: Hit, other: Hit): boolean {
  return one.text === other.text && one.before === other.before && one.after === other.after;
}

/** Whether the hit that is gone to stands on the page; null while that is not known. */
export function useShownState(
  place: object | null,
): [isShown: boolean | null, tell: (isShown: boolean) => void] {
  const [told, setTold] = useState<{ of: object | null; isShown: boolean } | null>(null);
  return [told?.of === place ? told.isShown : null, (isShown) => setTold({ of: place, isShown })];
}
