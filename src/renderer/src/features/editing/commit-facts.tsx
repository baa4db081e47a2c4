import type { EditPreview } from '../../../../shared/contract/editing';
import { classNames } from '../../ui/class-names';
import { CopyButton } from '../../ui/copy-button';
import { UntrustedText } from '../../ui/untrusted-text';
import { commitOutlook } from './commit-outlook';
import styles from './editing.module.css';

interface CommitFactsProps {
  preview: EditPreview | null;
  isStale: boolean;
}

/** Id and digest of a commit as they are computed, and what it would meet in the store. */
export function CommitFacts({ preview, isStale }: CommitFactsProps) {
  const outlook = preview && commitOutlook(preview);
  return (
    <div className={classNames(styles.facts, isStale && styles.stale)} aria-live="polite">
      <dl>
        <Line name="Commit id" value={preview?.commitId ?? null} missing="not named yet" />
        <Line
          name="Digest"
          value={preview?.digest ?? null}
          missing={preview?.digestProblem ? 'none' : 'not known yet'}
        />
      </dl>
      {outlook && (
        <p className={classNames(styles.outlook, styles[outlook.tone])}>
          <span aria-hidden="true">{outlook.sign}</span> <UntrustedText text={outlook.sentence} />
        </p>
      )}
    </div>
  );
}

interface LineProps {
  name: string;
  value: string | null;
  /** What is said where there is no value. */
  missing: string;
}

function Line({ name, value, missing }: LineProps) {
  return (
    <div className={styles.line}>
      <dt>{name}</dt>
      <dd>
        {value === null ? (
          <span className={styles.quiet}>{missing}</span>
        ) : (
          <>
            <code>
              <UntrustedText text={value} />
            </code>
            <CopyButton label={`Copy ${name.toLowerCase()}`} text={value} />
          </>
        )}
      </dd>
    </div>
  );
}
