import { type BrowserWindow, dialog } from 'electron';
import log from 'electron-log/main';

/** A page that ends again this soon after it was loaded anew does so because of what it shows. */
const SOON_MS = 30_000;

/**
 * Loads the page again when its process ended, out of memory for one. If that happens again soon,
 * the user decides: what is open may be what ends it.
 */
export function recoverPage(window: BrowserWindow, closeFiles: () => void): void {
  let lastEnd = Number.NEGATIVE_INFINITY;
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log.error('the page ended', reason, exitCode);
    const isAgain = performance.now() - lastEnd < SOON_MS;
    lastEnd = performance.now();
    if (isAgain) void ask();
    else reload();
  });

  async function ask(): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: 'The window stopped working twice within a short time.',
      detail: 'A file that is open may be the reason. No file was changed.',
      buttons: ['Close all files', 'Try again', 'Quit'],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    if (response === 2) {
      if (!window.isDestroyed()) window.close();
      return;
    }
    if (response === 0) closeFiles();
    reload();
  }

  function reload(): void {
    if (!window.isDestroyed()) window.webContents.reload();
  }
}
