import { create } from 'zustand';

export interface Toast {
  readonly id: number;
  readonly tone: 'plain' | 'warn' | 'err';
  readonly text: string;
}

interface ToastState {
  readonly toasts: readonly Toast[];
  dismiss(id: number): void;
}

/** How long a toast stays; one that reports a failure stays until it is closed. */
const SHOWN_MS = 5000;
/** Older toasts make room. */
const MOST_SHOWN = 3;

let lastId = 0;

export const useToasts = create<ToastState>()((set) => ({
  toasts: [],
  dismiss: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
}));

/** Shows a short message at the foot of the window; screen readers hear it. */
export function showToast(text: string, tone: Toast['tone'] = 'plain'): void {
  const toast = { id: ++lastId, tone, text };
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast].slice(-MOST_SHOWN) }));
  if (tone !== 'err') setTimeout(() => useToasts.getState().dismiss(toast.id), SHOWN_MS);
}
