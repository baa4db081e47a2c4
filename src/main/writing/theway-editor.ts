import type { EditDone, Undo } from '../../shared/contract/editing';
import type { SessionEdit, SessionEditPreview } from '../../shared/contract/theway-editing';
import type { ReadDatabase } from '../sqlite/types';
import type { EditPlan, Session, UndoStep } from '../theway/session';
import { ThewaySessionError } from '../theway/session-error';
import { openSqliteSession, readSqliteSession } from '../theway/sqlite-session';
import { NOTHING } from './store-editor';

/**
 * Changes a theway session by hand, one write at a time, and takes the last ones back while nothing else was written
 * since. The file is opened for each write alone. Everything fails with a `ThewaySessionError`, and then nothing was
 * changed.
 */
export class ThewayEditor {
  readonly #path: string;
  readonly #reader: ReadDatabase;
  /** The latest write last. */
  readonly #steps: UndoStep[] = [];
  /** What was looked at last: that, with its id and its time, is what is written. */
  #shown: { readonly edit: string; readonly plan: EditPlan } | null = null;

  /** `reader`: the file as it was looked at before; answers what only reads while the file is unchanged. */
  constructor(path: string, reader: ReadDatabase) {
    this.#path = path;
    this.#reader = reader;
  }

  /** Exactly what an edit would write; writes nothing. */
  preview(edit: SessionEdit): SessionEditPreview {
    const plan = this.#read((session) => session.preview(edit));
    this.#shown = { edit: JSON.stringify(edit), plan };
    return previewOf(plan);
  }

  /** Writes what was shown of an edit, to the byte, or refuses if the session has changed since; plans one not shown. */
  apply(edit: SessionEdit): EditDone {
    const shown = this.#shown?.edit === JSON.stringify(edit) ? this.#shown.plan : null;
    this.#shown = null;
    const { plan, undo } = this.#write((session) => (shown ? session.apply(shown) : session.edit(edit)));
    if (undo !== null) this.#steps.push(undo);
    const message = undo === null ? 'Nothing had to be written.' : sentenceOf(plan);
    const entries = plan.entries.map(({ payload }) => payload);
    return { ...NOTHING, outcome: 'appended', message, itemCount: entries.length, entries };
  }

  undo(): EditDone {
    const step = this.#steps.at(-1);
    if (!step) {
      const error = { code: 'not_found', message: 'There is nothing to undo.', detail: '' } as const;
      throw new ThewaySessionError(error, 'nothing-to-undo');
    }
    this.#write((session) => session.undo(step));
    this.#steps.pop();
    return { ...NOTHING, outcome: 'undone', message: `Undone: ${step.label}.` };
  }

  undoState(): Undo | null {
    const step = this.#steps.at(-1);
    if (!step) return null;
    const refusal = this.#read((session) => session.undoRefusal(step));
    return { label: `Undo: ${step.label}`, refusal };
  }

  close(): void {
    this.#reader.close();
  }

  #read<T>(use: (session: Session) => T): T {
    return this.#reader.hasChanged()
      ? this.#write(use)
      : use(readSqliteSession(this.#reader, { keepsMeta: true }));
  }

  /** Opened once already, where a damaged file was refused: the whole is not checked for each write. */
  #write<T>(use: (session: Session) => T): T {
    const session = openSqliteSession(this.#path, { quickCheck: false });
    try {
      return use(session);
    } finally {
      session.close();
    }
  }
}

function previewOf({ entries, meta, notes }: EditPlan): SessionEditPreview {
  return { entries: entries.map(({ payload }) => payload), meta, notes: [...notes] };
}

function sentenceOf({ entries, meta }: EditPlan): string {
  if (meta !== null) return meta.after === null ? `${meta.key} was removed.` : `${meta.key} was written.`;
  return entries.length === 1 ? '1 entry was appended.' : `${entries.length} entries were appended.`;
}
