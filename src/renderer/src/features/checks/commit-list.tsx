import type { Commit } from '../../../../shared/model/report';
import type { SessionSummary } from '../../../../shared/model/session';
import { LinkButton } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { spellOut } from '../../ui/invisible-characters';
import { countOf } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import { LimitedList } from './limited-list';
import styles from './lists.module.css';
import { Sign, Word } from './sign';
import { commitSentence, commitWords } from './verdict-words';

interface CommitListProps {
  commits: readonly Commit[];
  /** The session on screen; its commits come first. */
  session: SessionSummary;
  sessions: readonly SessionSummary[];
  onShow: (sessionId: string, entryId: string) => void;
}

/** Every commit of the file, its state, and the items it was found to cover. */
export function CommitList({ commits, session, sessions, onShow }: CommitListProps) {
  const own = commits.filter((commit) => commit.sessionId === session.id);
  const others = commits.filter((commit) => commit.sessionId !== session.id);
  const titles = new Map(sessions.map(({ id, title }) => [id, title ?? id]));
  return (
    <section>
      <h2 className={styles.heading}>
        Commits <span className={styles.quiet}>{countOf(own.length, 'commit')} in this session</span>
      </h2>
      {own.length === 0 && <p className={styles.detail}>Its items were added without one.</p>}
      <LimitedList items={own} noun="commit">
        {(commit) => <CommitRow key={commit.commitId} commit={commit} onShow={onShow} />}
      </LimitedList>
      {others.length > 0 && (
        <>
          <h2 className={styles.heading}>
            In other sessions <span className={styles.quiet}>{countOf(others.length, 'commit')}</span>
          </h2>
          <LimitedList items={others} noun="commit">
            {(commit) => (
              <CommitRow
                key={`${commit.sessionId}\n${commit.commitId}`}
                commit={commit}
                sessionTitle={titles.get(commit.sessionId) ?? commit.sessionId}
                onShow={onShow}
              />
            )}
          </LimitedList>
        </>
      )}
    </section>
  );
}

interface CommitRowProps {
  commit: Commit;
  sessionTitle?: string;
  onShow: (sessionId: string, entryId: string) => void;
}

function CommitRow({ commit, sessionTitle, onShow }: CommitRowProps) {
  const words = commitWords(commit);
  const { firstItem, lastItem } = commit;
  return (
    <li className={styles.row}>
      <Sign words={words} />
      <div className={styles.main}>
        <p className={styles.title}>
          <span className={styles.line}>
            <code className={styles.mono} title={spellOut(commit.commitId)}>
              <UntrustedText text={endOf(commit.commitId)} />
            </code>
            <CopyButton label="Copy commit id" text={commit.commitId} />
          </span>
          <Word words={words} />
        </p>
        {sessionTitle !== undefined && (
          <p className={styles.detail}>
            in <UntrustedText text={sessionTitle} isProse />
          </p>
        )}
        {firstItem !== null && lastItem !== null && (
          <LinkButton onClick={() => onShow(commit.sessionId, firstItem)}>
            {firstItem === lastItem ? `Item ${firstItem}` : `Items ${firstItem}–${lastItem}`}
            {commit.itemCount > 1 && ` (${countOf(commit.itemCount, 'item')})`}
          </LinkButton>
        )}
        <p className={styles.detail}>{commitSentence(commit)}</p>
        <p className={styles.line}>
          <span className={styles.detail}>digest</span>
          <code className={styles.mono} title={commit.digest}>
            <UntrustedText text={commit.digest} />
          </code>
          <CopyButton label="Copy digest" text={commit.digest} />
        </p>
      </div>
    </li>
  );
}

/** Commit ids begin alike; their ends tell them apart. */
function endOf(id: string): string {
  return id.length > 28 ? `…${id.slice(-24)}` : id;
}
