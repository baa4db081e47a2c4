import { LinkButton } from '../../ui/button';
import { formatCount } from '../../ui/number-format';
import { Spinner } from '../../ui/spinner';
import styles from './find-bar.module.css';
import { type HitList, totalOf } from './hit-list';
import type { Search } from './use-search';

interface FindStatusProps {
  /** Entries the session is said to have; null where they were not counted. */
  entryCount: number | null;
  search: Search;
  list: HitList;
  /** Of the hit that is gone to, from 0; -1 for none. */
  number: number;
}

/** How many were found and on which branches, and how far the search is. */
export function FindStatus({ entryCount, search, list, number }: FindStatusProps) {
  const { query, found, fault } = search;
  const isGoing = found.status === 'searching';
  const words = query.text === '' || fault !== null ? '' : countWords(totalOf(list), number, isGoing);
  return (
    <p className={styles.status}>
      <span role="status">{words}</span>
      {list.elsewhere > 0 && (
        <span className={styles.where}>
          {formatCount(list.onPath)} here, {formatCount(list.elsewhere)} on other branches
        </span>
      )}
      {isGoing && words !== '' && (
        <>
          <Spinner />
          <progress
            className={styles.progress}
            aria-label="Looked through"
            {...(entryCount === null
              ? {}
              : { value: found.doneEntries, max: Math.max(entryCount, found.doneEntries, 1) })}
          />
          <LinkButton onClick={search.cancel}>Stop</LinkButton>
        </>
      )}
    </p>
  );
}

/** `3 of 214`, `214 so far…`, `Nothing found`. */
function countWords(total: number, number: number, isGoing: boolean): string {
  if (total === 0) return isGoing ? 'Finding…' : 'Nothing found';
  const all = isGoing ? `${formatCount(total)} so far…` : formatCount(total);
  if (number >= 0) return `${formatCount(number + 1)} of ${all}`;
  return isGoing ? all : `${all} found`;
}
