import { create } from 'zustand';
import type { ChosenArchive } from '../../../shared/contract/theway-editing';

/** A dialog that changes a file. It stays with the file and session it was opened for, whatever comes to the front. */
export interface EditOverlay {
  readonly task: 'allow' | 'append' | 'commit' | 'pop' | 'clear' | 'upgrade';
  readonly fileId: string;
  /** Null where none is shown, or where the task is about the whole file. */
  readonly sessionId: string | null;
}

/** An entry that an action is about. */
export interface EntryTarget {
  readonly id: string;
  readonly row: number;
}

/** A dialog about a session of entries, or about one entry of it. It stays with the file it was opened for. */
export interface SessionOverlay {
  readonly task:
    | 'set-leaf'
    | 'set-label'
    | 'clear-label'
    | 'append-user-message'
    | 'fork'
    | 'rename'
    | 'clone'
    | 'export-archive'
    | 'set-binding'
    | 'collapse-node'
    | 'collapsed'
    | 'trash';
  readonly fileId: string;
  readonly sessionId: string;
  /** Null where the task is about the whole session. */
  readonly entry: EntryTarget | null;
}

/** The dialog that shows what an archive holds, before it is imported. */
interface ArchiveOverlay {
  readonly task: 'import-archive';
  readonly chosen: ChosenArchive;
}

/** The dialog that asks for the address of a server, filled in with what is known of one. */
export interface AddressOverlay {
  readonly task: 'open-address';
  readonly address: string;
}

/** The dialog that asks for a link to an entry. */
interface LinkOverlay {
  readonly task: 'open-link';
}

/** A dialog that does something to what is open, or opens something. */
export type TaskOverlay = EditOverlay | SessionOverlay | ArchiveOverlay | AddressOverlay | LinkOverlay;

/** `labels` and `outline` are shown by the session on screen, which knows them. */
type Overlay = 'commands' | 'shortcuts' | 'appearance' | 'labels' | 'outline' | TaskOverlay;

interface OverlayState {
  readonly overlay: Overlay | null;
  show(overlay: Overlay): void;
  close(): void;
}

/** Which of the window's own dialogs is open; one at a time. */
export const useOverlay = create<OverlayState>()((set) => ({
  overlay: null,
  show: (overlay) => set({ overlay }),
  close: () => set({ overlay: null }),
}));
