import { create } from 'zustand';

/** A dialog that changes a file. It stays with the file and session it was opened for, whatever comes to the front. */
export interface EditOverlay {
  readonly task: 'allow' | 'append' | 'commit' | 'pop' | 'clear' | 'upgrade';
  readonly fileId: string;
  /** Null where none is shown, or where the task is about the whole file. */
  readonly sessionId: string | null;
}

/** The dialog that asks for the address of a server, filled in with what is known of one. */
export interface AddressOverlay {
  readonly task: 'open-address';
  readonly address: string;
}

type Overlay = 'commands' | 'shortcuts' | 'appearance' | EditOverlay | AddressOverlay;

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
