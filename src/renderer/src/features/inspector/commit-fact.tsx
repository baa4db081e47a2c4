import { useKnownReport } from '../../app/report';
import { useViewState } from '../../app/view-state';
import { LinkButton } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { spellOut } from '../../ui/invisible-characters';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { itemCommits } from '../entry/item-commits';
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
  const state = itemCommits(report, sessionId).stateOf(itemId);
  return (
    <Fact name="Commit">
      {state.type === 'committed' && (
        <>
          <Tag tone="ok">✓ committed</Tag>
          <span className={styles.id}>
            <code title={spellOut(state.commit.commitId)}>
              <UntrustedText text={state.commit.commitId} />
            </code>
            <CopyButton label="Copy commit id" text={state.commit.commitId} />
          </span>
        </>
      )}
      {state.type === 'plain' && 'plain: no verified commit covers it'}
      {state.type === 'open' && 'not known: the search for commits ended at its limit'}
    </Fact>
  );
}
