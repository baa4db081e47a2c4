import type { ChildSession } from '../../../../../shared/tools/child-session';
import { useFiles } from '../../../app/bridge';
import { perform } from '../../../app/perform';
import { useViewState } from '../../../app/view-state';
import { Button } from '../../../ui/button';
import { ArrowRightIcon } from '../../../ui/icons';
import { spellOut } from '../../../ui/invisible-characters';
import { UntrustedText } from '../../../ui/untrusted-text';
import { useFamily } from '../../entry/family';
import { useSessionScope } from '../../entry/session-scope';
import styles from './agent-body.module.css';

/** Opens the transcript of a sub-agent: a session of the same file, else one in the same folder; else it is named only. */
export function ChildSessionLink({ child: { id } }: { child: ChildSession }) {
  const scope = useSessionScope();
  const file = useFiles().data?.find(({ fileId }) => fileId === scope.fileId);
  const isInFile = file?.status === 'open' && file.summary.sessions.some((session) => session.id === id);
  // Only sessions that are a file each have others beside them.
  const family = useFamily(scope, !isInFile && !scope.hasCommits);
  const member = family.data?.find(({ sessionId }) => sessionId === id);

  if (isInFile || member) {
    return (
      <Button
        icon={<ArrowRightIcon sizeRem={0.875} />}
        title={`Session ${spellOut(id)}`}
        onClick={() =>
          isInFile
            ? useViewState.getState().selectSession(scope.fileId, id)
            : member && perform('session.openRelative', { fileId: scope.fileId, path: member.path })
        }
      >
        Open its transcript
      </Button>
    );
  }
  return (
    <span className={styles.child} title="Its transcript is not in this file or folder">
      session{' '}
      <code>
        <UntrustedText text={id} />
      </code>
    </span>
  );
}
