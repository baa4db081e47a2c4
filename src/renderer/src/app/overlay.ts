import { create } from 'zustand';

type Overlay = 'commands' | 'shortcuts' | 'appearance';

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
