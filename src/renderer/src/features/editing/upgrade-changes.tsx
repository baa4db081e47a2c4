import type { UpgradePreview } from '../../../../shared/contract/editing';
import { countOf, formatCount } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './editing.module.css';
import { PayloadBox } from './payload-box';
import boxStyles from './payload-box.module.css';

interface UpgradeChangesProps {
  plan: UpgradePreview;
  fileName: string;
}

/** What an upgrade would change, as the rehearsal found it. */
export function UpgradeChanges({ plan, fileName }: UpgradeChangesProps) {
  const keptCount = plan.itemCount - plan.rewrittenCount;
  const unlisted = plan.rewrittenCount - plan.rewritten.length;
  return (
    <>
      <p className={styles.plain}>
        Rehearsed on a copy: every check passed. It is <UntrustedText text={plan.from} /> now, and becomes
        version 2.
      </p>
      <ul className={styles.points}>
        {plan.schemaChanges.map((change) => (
          <li key={change}>
            <UntrustedText text={change} />
          </li>
        ))}
        <li>
          {countOf(keptCount, 'item keeps its bytes', 'items keep their bytes')},{' '}
          {countOf(plan.rewrittenCount, 'is written anew', 'are written anew')}.
        </li>
        <li>
          First a backup is put beside the file, as{' '}
          <code>
            <UntrustedText text={fileName} />
            .backup-…
          </code>
        </li>
      </ul>
      {plan.rewritten.length > 0 && (
        <PayloadBox title="Written anew" detail="before and after">
          {plan.rewritten.map((item) => (
            <div key={`${item.sessionId}\n${item.itemIndex}`} className={boxStyles.payload}>
              <p className={boxStyles.cut}>
                <UntrustedText text={item.sessionId} /> · item <UntrustedText text={item.itemIndex} />
              </p>
              <pre className={boxStyles.before}>
                <span aria-hidden="true">− </span>
                <UntrustedText text={item.before} />
              </pre>
              <pre>
                <span aria-hidden="true">+ </span>
                <UntrustedText text={item.after} />
              </pre>
            </div>
          ))}
          {unlisted > 0 && <p className={boxStyles.none}>and {formatCount(unlisted)} more</p>}
        </PayloadBox>
      )}
    </>
  );
}
