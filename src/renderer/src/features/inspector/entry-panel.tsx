import type { Body } from '../../../../shared/model/body';
import type { SessionHeads } from '../../app/heads';
import type { SessionPaneProps } from '../../app/session-pane';
import type { SessionView } from '../../app/view-state';
import { Button, LinkButton } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { ErrorNotice } from '../../ui/error-notice';
import { spellOut } from '../../ui/invisible-characters';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { UntrustedText } from '../../ui/untrusted-text';
import { useBody } from '../entry/entry-body';
import { kindWords } from '../entry/kind-words';
import { namesSession, SessionLink } from '../entry/session-link';
import styles from './entry-panel.module.css';
import { Fact } from './fact';
import { Provenance } from './provenance';
import { ToolCallList } from './tool-call-list';
import { UsageFacts } from './usage-facts';

interface EntryPanelProps extends SessionPaneProps {
  row: number;
  view: SessionView;
}

/** What an entry is, where it stands, and what it says of itself. */
export function EntryPanel({ file, session, heads, row, view }: EntryPanelProps) {
  const { index } = heads;
  const state = useBody(row);
  const id = index.id(row);
  const parent = index.parent(row);
  const body = state.status === 'loaded' ? state.body : null;
  const labels = index.end?.labels.filter((label) => label.row === row) ?? [];
  const timeMs = index.timeMs(row);
  return (
    <div className={styles.panel}>
      <dl className={styles.facts}>
        <Fact name="Kind">
          <b>{kindWords(index.kind(row)).word}</b>
        </Fact>
        {body && (
          <Fact name="Stored type">
            <code>
              <UntrustedText text={body.type} />
            </code>
          </Fact>
        )}
        <IdFact name="Entry" id={id} />
        <Fact name="Parent">
          <Parent body={body} parentRow={parent} heads={heads} onSelect={view.selectEntry} />
        </Fact>
        {!Number.isNaN(timeMs) && (
          <Fact name="Time">
            <Time timeMs={timeMs} format="full" />
          </Fact>
        )}
        {body && <BodyFacts body={body} hasTime={!Number.isNaN(timeMs)} />}
        <Fact name="Labels">
          {heads.status === 'loading' && 'pending'}
          {heads.status !== 'loading' && labels.length === 0 && 'none'}
          {labels.map((label) => (
            <Tag key={label.text} tone="accent">
              <UntrustedText text={label.text} isProse />
            </Tag>
          ))}
        </Fact>
      </dl>
      {state.status === 'failed' && (
        <ErrorNotice error={state.error}>
          <Button onClick={state.retry}>Try again</Button>
        </ErrorNotice>
      )}
      {body && <Problems problems={body.problems} />}
      {body && <Usage body={body} />}
      {body && <Provenance file={file} session={session} body={body} />}
      {body && <ToolCallList row={row} body={body} />}
    </div>
  );
}

function BodyFacts({ body, hasTime }: { body: Body; hasTime: boolean }) {
  return (
    <>
      {!hasTime && body.timestamp !== null && (
        <Fact name="Time">
          <UntrustedText text={body.timestamp} /> <Tag tone="warn">not a known time</Tag>
        </Fact>
      )}
      {body.facts.map((fact) => (
        <Fact key={fact.name} name={fact.name} isUntrusted>
          {namesSession(body.type, fact.name) ? (
            <SessionLink sessionId={fact.value} />
          ) : (
            <UntrustedText text={fact.value} />
          )}
        </Fact>
      ))}
    </>
  );
}

/** What the turn was made by, and what it took. */
function Usage({ body: { model, stopReason, usage } }: { body: Body }) {
  if (model === null && stopReason === null && usage === null) return null;
  return (
    <section>
      <h2 className={styles.heading}>Usage</h2>
      <dl className={styles.facts}>
        {model !== null && (
          <Fact name="Model">
            <UntrustedText text={model} />
          </Fact>
        )}
        {stopReason !== null && (
          <Fact name="Stop reason">
            <UntrustedText text={stopReason} />
          </Fact>
        )}
        {usage && <UsageFacts usage={usage} />}
      </dl>
    </section>
  );
}

/** An id with a button that copies it whole. */
function IdFact({ name, id }: { name: string; id: string }) {
  return (
    <Fact name={name}>
      <span className={styles.id}>
        <code title={spellOut(id)}>
          <UntrustedText text={id} />
        </code>
        <CopyButton label={`Copy ${name.toLowerCase()} id`} text={id} />
      </span>
    </Fact>
  );
}

interface ParentProps {
  body: Body | null;
  parentRow: number;
  heads: SessionHeads;
  onSelect: (row: number) => void;
}

function Parent({ body, parentRow, heads, onSelect }: ParentProps) {
  if (parentRow >= 0) {
    const id = heads.index.id(parentRow);
    return (
      <span className={styles.id}>
        <LinkButton title="Select the parent" onClick={() => onSelect(parentRow)}>
          <code>
            <UntrustedText text={id} />
          </code>
        </LinkButton>
        <CopyButton label="Copy parent id" text={id} />
      </span>
    );
  }
  if (body?.parentId === null || body === null) return 'none: the tree starts here';
  return (
    <>
      <code>
        <UntrustedText text={body.parentId} />
      </code>{' '}
      <Tag tone="err">not in this file</Tag>
    </>
  );
}

function Problems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>Problems</h2>
      <ul>
        {problems.map((problem) => (
          <li key={problem} className={styles.problem}>
            ! <UntrustedText text={problem} isProse />
          </li>
        ))}
      </ul>
    </section>
  );
}
