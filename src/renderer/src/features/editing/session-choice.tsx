import type { ReadFile } from '../../app/active-file';
import { Field } from '../../ui/field';
import { hasInvisible } from '../../ui/invisible-characters';
import { SegmentedControl } from '../../ui/segmented-control';
import { TextInput } from '../../ui/text-input';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './editing.module.css';

/** Which session is written to. */
export interface ChosenSession {
  readonly isNew: boolean;
  /** As typed, for a new one. */
  readonly newId: string;
}

interface SessionChoiceProps {
  file: ReadFile;
  /** The session the dialog was opened for; null in a store without any. */
  sessionId: string | null;
  chosen: ChosenSession;
  onChange: (chosen: ChosenSession) => void;
}

/** The session to write to: the one on screen, or one that is made by writing to it. */
export function SessionChoice({ file, sessionId, chosen, onChange }: SessionChoiceProps) {
  const session = file.summary.sessions.find(({ id }) => id === sessionId);
  return (
    <div className={styles.session}>
      {sessionId !== null && (
        <div className={styles.sessionLine}>
          <SegmentedControl
            label="Session"
            segments={[
              { value: 'this', label: 'This session' },
              { value: 'new', label: 'New session' },
            ]}
            value={chosen.isNew ? 'new' : 'this'}
            onChange={(value) => onChange({ ...chosen, isNew: value === 'new' })}
          />
          {!chosen.isNew && (
            <span className={styles.sessionName}>
              <UntrustedText text={session?.title ?? sessionId} isProse />
            </span>
          )}
        </div>
      )}
      {chosen.isNew && (
        <Field label="Id of the new session" hint={<NewSessionHint file={file} id={chosen.newId} />}>
          {(control) => (
            <TextInput
              {...control}
              isCode
              value={chosen.newId}
              onChange={(newId) => onChange({ ...chosen, newId })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

/** The id that is written to. */
export function chosenSessionId(sessionId: string | null, chosen: ChosenSession): string {
  return chosen.isNew ? chosen.newId : (sessionId ?? '');
}

/** What writing to the id means; what is invisible in it is spelled out, since the field cannot show it. */
function NewSessionHint({ file, id }: { file: ReadFile; id: string }) {
  return (
    <>
      {newSessionWords(file, id)}
      {hasInvisible(id) && (
        <>
          {' '}
          It holds characters that cannot be seen: <UntrustedText text={id} />
        </>
      )}
    </>
  );
}

function newSessionWords(file: ReadFile, id: string): string {
  const { sessions, sessionCount } = file.summary;
  if (id !== '' && sessions.some((session) => session.id === id))
    return 'This session exists: what you write is appended to it.';
  return sessions.length < sessionCount
    ? 'Makes a new session, unless one of this id is among those not listed.'
    : 'Makes a new session in this store.';
}
