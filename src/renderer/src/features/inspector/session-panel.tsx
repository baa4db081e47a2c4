import type { SessionPaneProps } from '../../app/session-pane';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './entry-panel.module.css';
import { Fact } from './fact';
import { FamilyTree } from './family-tree';

/** What the file says of the session as a whole, and the sessions it belongs with. */
export function SessionPanel({ file }: SessionPaneProps) {
  const isDatabase = file.summary.formatVersion === null;
  return (
    <div className={styles.panel}>
      <dl className={styles.facts}>
        {file.summary.facts.map(({ name, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two keys of a file may be named alike
          <Fact key={index} name={name} isUntrusted>
            <UntrustedText text={value} />
          </Fact>
        ))}
      </dl>
      {isDatabase && <FamilyTree file={file} />}
    </div>
  );
}
