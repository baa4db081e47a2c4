import { type BrowserWindow, dialog, shell } from 'electron';
import { fail, ok, type Result } from '../../shared/contract/errors';
import { safeLink } from './safe-link';

/** Shows where a link of a session goes, and opens it in the system's browser if the user agrees. */
export async function openLink(window: BrowserWindow, text: string): Promise<Result<null>> {
  const link = safeLink(text);
  if (link === null)
    return fail('invalid-input', 'This link is not a plain web or mail address, so it is not opened.');
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'Open this link in your browser?',
    detail: link,
    buttons: ['Open', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  if (response === 0) await shell.openExternal(link);
  return ok(null);
}
