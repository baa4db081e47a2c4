import type { Problem } from '../../../../shared/model/report';
import { LinkButton } from '../../ui/button';
import { formatCount } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './problem-list.module.css';

/** Shows the entry of a problem in the tree and the transcript; its record in the inspector, too, where `isRaw`. */
export type ShowProblem = (sessionId: string | null, entryId: string, isRaw: boolean) => void;

interface ProblemRowProps {
  problem: Problem;
  /** Where all of a kind say the same, it stands above them. */
  isMessageShown: boolean;
  /** It is in another session of the file. */
  isElsewhere: boolean;
  onShow: ShowProblem;
}

/** One problem: what is wrong, where, and the way there. */
export function ProblemRow({ problem, isMessageShown, isElsewhere, onShow }: ProblemRowProps) {
  const { sessionId, entryId, message } = problem;
  const content = (
    <>
      {isMessageShown && (
        <span className={styles.said}>
          <UntrustedText text={message} isProse />
        </span>
      )}
      <Place problem={problem} isElsewhere={isElsewhere} />
    </>
  );
  if (entryId === null)
    return (
      <li className={styles.row}>
        <div className={styles.plain}>{content}</div>
      </li>
    );
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.jump}
        data-step
        onClick={() => onShow(sessionId, entryId, false)}
      >
        {content}
      </button>
      <LinkButton
        title="Show the entry, and its record as it is stored"
        aria-label={`Raw record of ${placeWords(problem)}`}
        onClick={() => onShow(sessionId, entryId, true)}
      >
        Raw
      </LinkButton>
    </li>
  );
}

function Place({ problem, isElsewhere }: { problem: Problem; isElsewhere: boolean }) {
  const { entryId, byteOffset } = problem;
  // What has no id goes by its place, which stands there already.
  const isIdNews = entryId !== null && entryId !== `byte ${byteOffset}`;
  const words = placeWords({ ...problem, entryId: null });
  return (
    <span className={styles.place}>
      {words}
      {isIdNews && (
        <code>
          <UntrustedText text={entryId} />
        </code>
      )}
      {isElsewhere && <span>in another session</span>}
    </span>
  );
}

/** `line 12 · byte 3,201`, or what else is known of the place. */
function placeWords({ line, byteOffset, rowId, entryId }: Problem): string {
  return [
    line === null ? null : `line ${formatCount(line)}`,
    byteOffset === null ? null : `byte ${formatCount(byteOffset)}`,
    rowId === null ? null : `row ${rowId}`,
    entryId === null ? null : `entry ${entryId}`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
