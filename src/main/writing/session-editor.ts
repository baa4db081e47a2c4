import type { EditDone, Undo } from '../../shared/contract/editing';
import type { SessionEdit, SessionEditPreview } from '../../shared/contract/session-editing';
import { SessionStoreError } from '../stores/store-error';
import type { EditableSession, PlannedEdit } from './editable-session';
import type { UndoStep } from './editable-store';
import { NOTHING } from './store-editor';

/**
 * Changes a session by hand, one write at a time, and takes the last ones back while nothing else was written since.
 * Fails as its {@link EditableSession} does.
 */
export class SessionEditor {
  readonly #session: EditableSession;
  /** The latest write last. */
  readonly #steps: UndoStep[] = [];
  /** What was looked at last: that, with its id and its time, is what is written. */
  #shown: { readonly edit: string; readonly planned: PlannedEdit } | null = null;

  constructor(session: EditableSession) {
    this.#session = session;
  }

  /** Exactly what an edit would write; writes nothing. */
  async preview(edit: SessionEdit): Promise<SessionEditPreview> {
    const planned = await this.#session.plan(edit);
    this.#shown = { edit: JSON.stringify(edit), planned };
    return planned.preview;
  }

  /** Writes what was shown of an edit, to the byte, or refuses if the session has changed since; plans one not shown. */
  async apply(edit: SessionEdit): Promise<EditDone> {
    const shown = this.#shown?.edit === JSON.stringify(edit) ? this.#shown.planned : null;
    this.#shown = null;
    const { message, entries, step } = await (shown === null ? this.#session.edit(edit) : shown.write());
    if (step !== null) this.#steps.push(step);
    return { ...NOTHING, outcome: 'appended', message, itemCount: entries.length, entries: [...entries] };
  }

  /** Takes the last write back. One that cannot be taken back any more is kept: its reason stays true. */
  async undo(): Promise<EditDone> {
    const step = this.#steps.at(-1);
    if (!step) throw new SessionStoreError('nothing-to-undo', 'There is nothing to undo.');
    await step.undo();
    this.#steps.pop();
    return { ...NOTHING, outcome: 'undone', message: `Undone: ${step.label}.` };
  }

  /** The write that could be taken back now. */
  async undoState(): Promise<Undo | null> {
    const step = this.#steps.at(-1);
    return step ? { label: `Undo: ${step.label}`, refusal: await step.refusal() } : null;
  }

  close(): void {
    this.#session.close();
  }
}
