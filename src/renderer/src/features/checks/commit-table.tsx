import { useState } from 'react';
import type { Commit } from '../../../../shared/model/report';
import { Button, LinkButton } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { spellOut } from '../../ui/invisible-characters';
import { countOf } from '../../ui/number-format';
import { withoutMiddle } from '../../ui/short-id';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './commit-table.module.css';
import { STEP } from './limited-list';
import { Sign, Word } from './sign';
import { commitSentence, commitWords } from './verdict-words';

interface CommitTableProps {
  /** Read aloud. */
  label: string;
  commits: readonly Commit[];
  /** Names the session of a commit, where they are of several; null leaves it out. */
  titleOf: ((commit: Commit) => string) | null;
  onShow: (sessionId: string, entryId: string) => void;
}

/** Commits with their ids and digests, their states, and the items they cover; a click goes to the first of these. */
export function CommitTable({ label, commits, titleOf, onShow }: CommitTableProps) {
  const [shown, setShown] = useState(STEP);
  return (
    <>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className={styles.state}>
              State
            </th>
            <th scope="col">Id and digest</th>
            <th scope="col" className={styles.items}>
              Items
            </th>
          </tr>
        </thead>
        <tbody>
          {commits.slice(0, shown).map((commit) => (
            <CommitRow
              key={`${commit.sessionId}\n${commit.commitId}`}
              commit={commit}
              sessionTitle={titleOf?.(commit) ?? null}
              onShow={onShow}
            />
          ))}
        </tbody>
      </table>
      {commits.length > shown && (
        <div className={styles.more}>
          <Button onClick={() => setShown(shown + STEP)}>
            Show more ({countOf(commits.length - shown, 'commit')})
          </Button>
        </div>
      )}
    </>
  );
}

interface CommitRowProps {
  commit: Commit;
  sessionTitle: string | null;
  onShow: (sessionId: string, entryId: string) => void;
}

/** Characters of an id or a digest that fit; the whole is in its tooltip and in what is copied. */
const ID_CHARS = 19;

function CommitRow({ commit, sessionTitle, onShow }: CommitRowProps) {
  const words = commitWords(commit);
  const { firstItem, lastItem } = commit;
  const isPlain = commit.state === 'verified' && !commit.ambiguous;
  return (
    <tr>
      <td className={styles.state} title={commitSentence(commit)}>
        <Sign words={words} /> <Word words={words} />
      </td>
      <td className={styles.ids}>
        <IdLine label="commit id" text={commit.commitId} />
        <IdLine label="digest" text={commit.digest} isQuiet />
        {sessionTitle !== null && (
          <p className={styles.detail}>
            in <UntrustedText text={sessionTitle} isProse />
          </p>
        )}
        {!isPlain && <p className={styles.detail}>{commitSentence(commit)}</p>}
      </td>
      <td className={styles.items}>
        {firstItem !== null && lastItem !== null ? (
          <LinkButton
            aria-label={firstItem === lastItem ? `Item ${firstItem}` : `Items ${firstItem}–${lastItem}`}
            title={`${countOf(commit.itemCount, 'item')}: go to the first`}
            onClick={() => onShow(commit.sessionId, firstItem)}
          >
            {firstItem === lastItem ? firstItem : `${firstItem}–${lastItem}`}
          </LinkButton>
        ) : (
          <span className={styles.detail}>none</span>
        )}
      </td>
    </tr>
  );
}

/** An id without its middle: ids begin alike, and their ends tell them apart. */
function IdLine({ label, text, isQuiet = false }: { label: string; text: string; isQuiet?: boolean }) {
  return (
    <span className={styles.line}>
      <code className={isQuiet ? styles.quiet : undefined} title={spellOut(`${label}: ${text}`)}>
        <UntrustedText text={withoutMiddle(text, ID_CHARS)} />
      </code>
      <CopyButton label={`Copy ${label}`} text={text} />
    </span>
  );
}
