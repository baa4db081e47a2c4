import { useQuery } from '@tanstack/react-query';
import type { ExtensionView } from '../../../../shared/contract/theway-editing';
import { call, errorOf } from '../../app/bridge';
import type { SessionPaneProps } from '../../app/session-pane';
import type { SessionView } from '../../app/view-state';
import { Button, LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { countOf } from '../../ui/number-format';
import { shortId } from '../../ui/short-id';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import panel from './entry-panel.module.css';
import styles from './extensions-panel.module.css';

interface ExtensionsPanelProps extends SessionPaneProps {
  view: SessionView;
}

/** What each extension has kept on the path that is viewed, and the entries that made it so. */
export function ExtensionsPanel({ file, session, heads, view }: ExtensionsPanelProps) {
  const { fileId, generation } = file;
  const { index } = heads;
  const leafId = view.viewedLeafRow < 0 ? null : index.id(view.viewedLeafRow);
  const answer = useQuery({
    queryKey: ['extensions', fileId, generation, session.id, leafId],
    queryFn: () => call('session.extensions', { fileId, leafId }),
    enabled: leafId !== null,
    placeholderData: (last) => last,
  });
  const show = (entryId: string) => {
    const row = index.rowOf(entryId);
    if (row >= 0) view.selectEntry(row);
  };
  if (answer.error) {
    return (
      <div className={panel.panel}>
        <ErrorNotice error={errorOf(answer.error)}>
          <Button onClick={() => void answer.refetch()}>Try again</Button>
        </ErrorNotice>
      </div>
    );
  }
  if (!answer.data) return null;
  if (answer.data.length === 0)
    return (
      <EmptyState title="None on this path">
        No extension has an entry on the path you are viewing.
      </EmptyState>
    );
  return (
    <div className={panel.panel}>
      <p className={styles.about}>As of the viewed leaf.</p>
      {answer.data.map((extension) => (
        <Extension key={extension.extensionId} extension={extension} onShow={show} />
      ))}
    </div>
  );
}

interface ExtensionProps {
  extension: ExtensionView;
  onShow: (entryId: string) => void;
}

function Extension({ extension, onShow }: ExtensionProps) {
  const { extensionId, stateSchemaVersion, values, steps } = extension;
  return (
    <section className={styles.extension}>
      <h2 className={styles.name}>
        <code>
          <UntrustedText text={extensionId} />
        </code>
        <Tag title="Version of the schema of its state">state version {stateSchemaVersion}</Tag>
      </h2>
      <h3 className={styles.heading}>{values.length === 0 ? 'No state' : 'State'}</h3>
      <dl className={styles.values}>
        {values.map(({ key, json, entryId }) => (
          <div key={key}>
            <dt>
              <UntrustedText text={key} />
            </dt>
            <dd>
              <code>
                <UntrustedText text={json} />
              </code>{' '}
              <EntryLink entryId={entryId} title="Show the entry that set it" onShow={onShow} />
            </dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.heading}>{countOf(steps.length, 'entry', 'entries')}</h3>
      <ol className={styles.steps}>
        {steps.map(({ entryId, originSequence, kind, summary }) => (
          <li key={entryId}>
            <button
              type="button"
              className={styles.step}
              title="Show this entry"
              onClick={() => onShow(entryId)}
            >
              <span className={styles.sequence}>{originSequence}</span>
              <span className={styles.kind}>{kindWord(kind)}</span>
              <span className={styles.summary}>
                <UntrustedText text={summary} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface EntryLinkProps {
  entryId: string;
  title: string;
  onShow: (entryId: string) => void;
}

function EntryLink({ entryId, title, onShow }: EntryLinkProps) {
  return (
    <LinkButton title={title} onClick={() => onShow(entryId)}>
      <UntrustedText text={shortId(entryId)} />
    </LinkButton>
  );
}

/** The kinds of an extension's entries (contract, section 5) in words. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  state_mutation: 'state',
  custom_event: 'event',
  model_context: 'context',
  state_migration: 'migration',
};

function kindWord(kind: string): string {
  return KIND_WORDS[kind] ?? kind;
}
