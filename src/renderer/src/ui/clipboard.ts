import { showToast } from './toast-store';

/** Copies a text as it is, and says `done`, or that it could not be copied. */
export function copyText(text: string, done: string): void {
  navigator.clipboard.writeText(text).then(
    () => showToast(done),
    () => showToast('The clipboard could not be written.', 'err'),
  );
}
