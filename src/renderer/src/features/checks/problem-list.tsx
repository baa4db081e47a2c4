import { type KeyboardEvent, useMemo, useState } from 'react';
import { problemWords } from '../../../../shared/model/problem-words';
import type { Problem, ProblemKind } from '../../../../shared/model/report';
import { FoldIcon } from '../../ui/icons';
import { countOf, formatCount } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import { LimitedList } from './limited-list';
import lists from './lists.module.css';
import { type ProblemGroup, problemGroups } from './problem-groups';
import styles from './problem-list.module.css';
import { ProblemRow, type ShowProblem } from './problem-row';
import { Sign } from './sign';
import { stepThroughButtons } from './step-through-buttons';
import { severityWords } from './verdict-words';

interface ProblemListProps {
  problems: readonly Problem[];
  kinds: readonly ProblemKind[];
  /** The session on screen. */
  sessionId: string;
  onShow: ShowProblem;
}

/** A kind with more problems is folded at first. */
const MOST_UNFOLDED = 5;

/** What is wrong, counted by kind, and where: each line leads to its place. */
export function ProblemList({ problems, kinds, sessionId, onShow }: ProblemListProps) {
  const groups = useMemo(() => problemGroups(problems, kinds), [problems, kinds]);
  if (groups.length === 0) return null;
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-label="Problems">
      <h2 className={lists.heading}>
        Problems{' '}
        <span className={lists.quiet}>
          {formatCount(total)} in {countOf(groups.length, 'kind')}
        </span>
      </h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys between its buttons, which Tab reaches, too */}
      <div onKeyDown={(event: KeyboardEvent<HTMLElement>) => stepThroughButtons(event)}>
        {groups.map((group) => (
          <Group key={group.key} group={group} sessionId={sessionId} onShow={onShow} />
        ))}
      </div>
    </section>
  );
}

interface GroupProps {
  group: ProblemGroup;
  sessionId: string;
  onShow: ShowProblem;
}

function Group({ group, sessionId, onShow }: GroupProps) {
  const { code, severity, count, problems, message } = group;
  const [isOpen, setOpen] = useState(problems.length <= MOST_UNFOLDED);
  const words = severityWords(severity);
  const unlisted = count - problems.length;
  return (
    <div className={styles.group}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        title={`${code}, ${words.word}`}
        data-step
        onClick={() => setOpen(!isOpen)}
      >
        <FoldIcon isOpen={isOpen} />
        <Sign words={words} />
        <span className={styles.count}>{formatCount(count)}</span>
        <span className={styles.words}>{problemWords(code, count)}</span>
        <span className={styles.severity}>{words.word}</span>
      </button>
      {isOpen && (
        <div className={styles.body}>
          {message !== null && (
            <p className={styles.message}>
              <UntrustedText text={message} isProse />
            </p>
          )}
          <LimitedList items={problems} noun="problem">
            {(problem, index) => (
              <ProblemRow
                key={index}
                problem={problem}
                isMessageShown={message === null}
                isElsewhere={problem.sessionId !== null && problem.sessionId !== sessionId}
                onShow={onShow}
              />
            )}
          </LimitedList>
          {unlisted > 0 && (
            <p className={styles.unlisted}>
              {formatCount(unlisted)} more are not listed; their entries are marked in the tree.
            </p>
          )}
        </div>
      )}
    </div>
  );
}
