import { type BrowserWindow, dialog, shell } from 'electron';
import { fail, ok, type Result } from '../../shared/contract/errors';

const ALLOWED_PROTOCOLS: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);

/** The address to open, or null for anything that is not a plain web or mail address. */
export function safeLink(text: string): string | null {
  // The URL parser drops tabs, newlines and leading controls: `java\nscript:` reads as `javascript:`.
  // A text that holds any of them is not what its reader sees, so it is refused before parsing.
  if (/[\p{Cc}\p{Cf}\s]/u.test(text)) return null;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!ALLOWED_PROTOCOLS.has(url.protocol)) return null;
  // `https://bank.example@evil.example` shows one host and opens another.
  if (url.username !== '' || url.password !== '') return null;
  return url.href;
}

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
