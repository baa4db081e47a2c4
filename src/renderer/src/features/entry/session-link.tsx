import { perform } from '../../app/perform';
import { LinkButton } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { spellOut } from '../../ui/invisible-characters';
import { UntrustedText } from '../../ui/untrusted-text';
import { useFamily } from './family';
import styles from './session-link.module.css';
import { useSessionScope } from './session-scope';

/** Facts of a `collapse` entry that name another session. */
const SESSION_FACTS: ReadonlySet<string> = new Set(['Source session', 'Child session']);

/** Whether a fact of an entry names a session that may be opened. */
export function namesSession(entryType: string, factName: string): boolean {
  return entryType === 'collapse' && SESSION_FACTS.has(factName);
}

/** The id of a session: a link where that session is in the same folder, and copied by a button. */
export function SessionLink({ sessionId }: { sessionId: string }) {
  const scope = useSessionScope();
  const family = useFamily(scope);
  const member = family.data?.find((each) => each.sessionId === sessionId);
  const id = (
    <code title={spellOut(sessionId)}>
      <UntrustedText text={sessionId} />
    </code>
  );
  return (
    <span className={styles.session}>
      {member ? (
        <LinkButton
          title={`Open ${member.name}`}
          onClick={() => perform('session.openRelative', { fileId: scope.fileId, path: member.path })}
        >
          {id}
        </LinkButton>
      ) : (
        id
      )}
      <CopyButton label="Copy session id" text={sessionId} />
      {family.data && !member && <span className={styles.apart}>not in this folder</span>}
    </span>
  );
}
