import type { Problem } from '../../../../shared/model/report';
import { LinkButton } from '../../ui/button';
import { UntrustedText } from '../../ui/untrusted-text';
import { LimitedList } from './limited-list';
import styles from './lists.module.css';
import { Sign, Word } from './sign';
import { severityWords } from './verdict-words';

interface ProblemListProps {
  problems: readonly Problem[];
  /** The session on screen. */
  sessionId: string;
  onShow: (sessionId: string | null, entryId: string) => void;
}

/** What is wrong and where; errors first. A click goes to the entry. */
export function ProblemList({ problems, sessionId, onShow }: ProblemListProps) {
  if (problems.length === 0) return null;
  const order = { error: 0, warning: 1, note: 2 };
  const sorted = [...problems].sort((a, b) => order[a.severity] - order[b.severity]);
  return (
    <section>
      <h2 className={styles.heading}>
        Problems <span className={styles.quiet}>{problems.length}</span>
      </h2>
      <LimitedList items={sorted} noun="problem">
        {(problem, index) => {
          const words = severityWords(problem.severity);
          const { entryId } = problem;
          return (
            <li key={index} className={styles.row}>
              <Sign words={words} />
              <div className={styles.main}>
                <p>
                  <UntrustedText text={problem.message} isProse />
                </p>
                <p className={styles.detail}>
                  <Word words={words} />
                  <Place problem={problem} />
                  {entryId !== null && (
                    <>
                      {' · '}
                      <LinkButton onClick={() => onShow(problem.sessionId, entryId)}>
                        Show entry
                        {problem.sessionId !== null && problem.sessionId !== sessionId && ' in its session'}
                      </LinkButton>
                    </>
                  )}
                </p>
              </div>
            </li>
          );
        }}
      </LimitedList>
    </section>
  );
}

function Place({ problem }: { problem: Problem }) {
  const { line, byteOffset, rowId, entryId } = problem;
  return (
    <>
      {line !== null && ` · line ${line}`}
      {byteOffset !== null && ` · byte ${byteOffset}`}
      {rowId !== null && (
        <>
          {' · '}row <UntrustedText text={rowId} />
        </>
      )}
      {entryId !== null && (
        <>
          {' · '}entry{' '}
          <code>
            <UntrustedText text={entryId} />
          </code>
        </>
      )}
    </>
  );
}
