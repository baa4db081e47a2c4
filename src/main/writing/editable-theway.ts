import type { SessionEdit, SessionEditPreview } from '../../shared/contract/session-editing';
import type { ReadDatabase } from '../sqlite/types';
import type { AppliedEdit, EditPlan, UndoStep as PlannedUndo, Session } from '../theway/session';
import { openSqliteSession, readSqliteSession } from '../theway/sqlite-session';
import type { EditableSession, PlannedEdit, WrittenEdit } from './editable-session';
import type { UndoStep } from './editable-store';

/** A theway session in a database. Everything fails with a `ThewaySessionError`, and then nothing was changed. */
export class EditableTheway implements EditableSession {
  readonly #path: string;
  readonly #reader: ReadDatabase;

  /** `reader`: the file as it was looked at before; answers what only reads while the file is unchanged. */
  constructor(path: string, reader: ReadDatabase) {
    this.#path = path;
    this.#reader = reader;
  }

  plan(edit: SessionEdit): PlannedEdit {
    const plan = this.#read((session) => session.preview(edit));
    return {
      preview: previewOf(plan),
      write: () => this.#written(this.#write((session) => session.apply(plan))),
    };
  }

  edit(edit: SessionEdit): WrittenEdit {
    return this.#written(this.#write((session) => session.edit(edit)));
  }

  close(): void {
    this.#reader.close();
  }

  #written({ plan, undo }: AppliedEdit): WrittenEdit {
    return {
      message: undo === null ? 'Nothing had to be written.' : sentenceOf(plan),
      entries: plan.entries.map(({ payload }) => payload),
      step: undo && this.#step(undo),
    };
  }

  #step(undo: PlannedUndo): UndoStep {
    return {
      label: undo.label,
      refusal: async () => this.#read((session) => session.undoRefusal(undo)),
      undo: async () => {
        this.#write((session) => session.undo(undo));
      },
    };
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
  return {
    entries: entries.map(({ payload }) => payload),
    parentId: entries[0]?.parentId ?? null,
    meta,
    notes: [...notes],
  };
}

function sentenceOf({ entries, meta }: EditPlan): string {
  if (meta !== null) return meta.after === null ? `${meta.key} was removed.` : `${meta.key} was written.`;
  return entries.length === 1 ? '1 entry was appended.' : `${entries.length} entries were appended.`;
}
