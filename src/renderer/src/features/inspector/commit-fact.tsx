import { useKnownReport } from '../../app/report';
import { useViewState } from '../../app/view-state';
import { LinkButton } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { spellOut } from '../../ui/invisible-characters';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { commitOfItem } from '../entry/commit-of-item';
import styles from './entry-panel.module.css';
import { Fact } from './fact';

interface CommitFactProps {
  fileId: string;
  generation: number;
  sessionId: string;
  itemId: string;
}

/** The commit that covers an item; known only once the checks have run. */
export function CommitFact({ fileId, generation, sessionId, itemId }: CommitFactProps) {
  const report = useKnownReport(fileId, generation);
  const showTab = useViewState((state) => state.showInspectorTab);
  if (!report) {
    return (
      <Fact name="Commit">
        not checked yet <LinkButton onClick={() => showTab('checks')}>Check</LinkButton>
      </Fact>
    );
  }
  const commit = commitOfItem(report.commits, sessionId, itemId);
  return (
    <Fact name="Commit">
      {commit ? (
        <>
          <Tag tone="ok">✓ committed</Tag>
          <span className={styles.id}>
            <code title={spellOut(commit.commitId)}>
              <UntrustedText text={commit.commitId} />
            </code>
            <CopyButton label="Copy commit id" text={commit.commitId} />
          </span>
        </>
      ) : (
        'plain: no verified commit covers it'
      )}
    </Fact>
  );
}
