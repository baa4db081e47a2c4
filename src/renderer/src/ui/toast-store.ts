import { create } from 'zustand';

export interface Toast {
  readonly id: number;
  readonly tone: 'plain' | 'warn' | 'err';
  readonly text: string;
  /** What can be done about it, once: the toast goes away with it. */
  readonly action: ToastAction | null;
}

export interface ToastAction {
  readonly label: string;
  run(): void;
}

interface ToastState {
  readonly toasts: readonly Toast[];
  dismiss(id: number): void;
}

/** How long a toast stays; one that reports a failure stays until it is closed. */
const SHOWN_MS = 5000;
/** A toast that offers something leaves time to reach it. */
const SHOWN_WITH_ACTION_MS = 12_000;
/** Older toasts make room. */
const MOST_SHOWN = 3;

let lastId = 0;

export const useToasts = create<ToastState>()((set) => ({
  toasts: [],
  dismiss: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
}));

/** Shows a short message at the foot of the window; screen readers hear it. Gives its id, to dismiss it by. */
export function showToast(
  text: string,
  tone: Toast['tone'] = 'plain',
  action: ToastAction | null = null,
): number {
  const toast = { id: ++lastId, tone, text, action };
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast].slice(-MOST_SHOWN) }));
  const shownMs = action ? SHOWN_WITH_ACTION_MS : SHOWN_MS;
  if (tone !== 'err') setTimeout(() => useToasts.getState().dismiss(toast.id), shownMs);
  return toast.id;
}
