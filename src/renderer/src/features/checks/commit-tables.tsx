import type { Commit } from '../../../../shared/model/report';
import type { SessionSummary } from '../../../../shared/model/session';
import { countOf } from '../../ui/number-format';
import { CommitTable } from './commit-table';
import styles from './lists.module.css';

interface CommitTablesProps {
  commits: readonly Commit[];
  /** The session on screen; its commits come first. */
  session: SessionSummary;
  sessions: readonly SessionSummary[];
  onShow: (sessionId: string, entryId: string) => void;
}

/** Every commit of the file, its state, and the items it was found to cover. */
export function CommitTables({ commits, session, sessions, onShow }: CommitTablesProps) {
  const own = commits.filter((commit) => commit.sessionId === session.id);
  const others = commits.filter((commit) => commit.sessionId !== session.id);
  const titles = new Map(sessions.map(({ id, title }) => [id, title ?? id]));
  return (
    <section>
      <h2 className={styles.heading}>
        Commits <span className={styles.quiet}>{countOf(own.length, 'commit')} in this session</span>
      </h2>
      {own.length === 0 ? (
        <p className={styles.detail}>Its items were added without one.</p>
      ) : (
        <CommitTable label="Commits in this session" commits={own} titleOf={null} onShow={onShow} />
      )}
      {others.length > 0 && (
        <>
          <h2 className={styles.heading}>
            In other sessions <span className={styles.quiet}>{countOf(others.length, 'commit')}</span>
          </h2>
          <CommitTable
            label="Commits in other sessions"
            commits={others}
            titleOf={({ sessionId }) => titles.get(sessionId) ?? sessionId}
            onShow={onShow}
          />
        </>
      )}
    </section>
  );
}
