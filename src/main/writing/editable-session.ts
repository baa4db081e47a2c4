import type { SessionEdit, SessionEditPreview } from '../../shared/contract/session-editing';
import type { UndoStep } from './editable-store';

/** An edit that was planned to the byte, of a session as it was then. */
export interface PlannedEdit {
  readonly preview: SessionEditPreview;
  /** Writes just that; refused with `changed-meanwhile` once the session is another. */
  write(): WrittenEdit | Promise<WrittenEdit>;
}

/** What was written of an edit. */
export interface WrittenEdit {
  /** One sentence for people. */
  readonly message: string;
  /** JSON texts of the entries that were appended. */
  readonly entries: readonly string[];
  /** The way back; null where nothing was written. */
  readonly step: UndoStep | null;
}

/**
 * A session in a file that is changed by hand, one kind of file each. It is opened for each write alone. What fails is
 * thrown as a `SessionStoreError` or a `ThewaySessionError`, and then nothing was changed unless its sentence says so.
 */
export interface EditableSession {
  /** What an edit would write, exactly; writes nothing. */
  plan(edit: SessionEdit): PlannedEdit | Promise<PlannedEdit>;
  /** Writes an edit that nobody was shown before. */
  edit(edit: SessionEdit): WrittenEdit | Promise<WrittenEdit>;
  close(): void;
}
