import type { SessionEdit } from '../../../shared/contract/session-editing';
import { PiSessionFile, type Watch } from '../../formats/pi/session-file';
import { isSameState, type LineFileState } from '../../lines/file-state';
import { SessionStoreError } from '../../stores/store-error';
import type { EditableSession, PlannedEdit, WrittenEdit } from '../editable-session';
import { type UndoStep, WRITTEN_SINCE } from '../editable-store';
import { appendLines } from '../line-append';
import { type PiEdit, type PiPlan, piEditOf, planPiEdit } from './edit-plan';

/** A session of pi, version 3. Everything fails with a `SessionStoreError` or a `DatabaseError`. */
export class EditablePi implements EditableSession {
  readonly #file: PiSessionFile;

  private constructor(file: PiSessionFile) {
    this.#file = file;
  }

  /** Reads the whole file once, and later what was appended. Throws `not-editable` for one that is only read. */
  static async open(path: string, watch?: Watch): Promise<EditablePi> {
    const file = await PiSessionFile.read(path, watch);
    expectWritable(file);
    return new EditablePi(file);
  }

  async plan(edit: SessionEdit): Promise<PlannedEdit> {
    const plan = await this.#plan(piEditOf(edit));
    const { line, parentId, notes } = plan;
    return {
      preview: {
        entries: line === null ? [] : [line],
        parentId,
        meta: null,
        notes: line === null ? [] : [...notes],
      },
      write: () => this.#write(plan),
    };
  }

  async edit(edit: SessionEdit): Promise<WrittenEdit> {
    return this.#write(await this.#plan(piEditOf(edit)));
  }

  close(): void {
    // Nothing of the file is held between two uses.
  }

  async #plan(edit: PiEdit): Promise<PiPlan> {
    await this.#file.refresh();
    expectWritable(this.#file);
    return planPiEdit(this.#file, edit);
  }

  async #write({ line, state, undo }: PiPlan): Promise<WrittenEdit> {
    if (line === null) return { message: 'Nothing had to be written.', entries: [], step: null };
    appendLines(this.#file.path, state, [line]);
    await this.#file.refresh();
    return { message: '1 entry was appended.', entries: [line], step: this.#step(undo, this.#file.state) };
  }

  /** Entries are never removed: an edit is taken back by one that makes up for it. */
  #step({ label, by }: PiPlan['undo'], state: LineFileState): UndoStep {
    return {
      label,
      refusal: async () => ((await this.#isStill(state)) ? null : WRITTEN_SINCE),
      undo: async () => {
        const plan = await this.#plan(by);
        if (!isSameState(this.#file.state, state))
          throw new SessionStoreError('changed-meanwhile', WRITTEN_SINCE);
        await this.#write(plan);
      },
    };
  }

  async #isStill(state: LineFileState): Promise<boolean> {
    await this.#file.refresh();
    return isSameState(this.#file.state, state);
  }
}

function expectWritable({ refusal }: PiSessionFile): void {
  if (refusal !== null) throw new SessionStoreError('not-editable', refusal);
}
