import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserWindow, dialog } from 'electron';
import { MAX_ITEMS_CHARS } from '../../shared/contract/editing';
import { fail, ok, type Result } from '../../shared/contract/errors';

/** Lets the user pick a file of items and gives its text; null when none was picked. */
export async function pickItems(
  window: BrowserWindow,
): Promise<Result<{ name: string; text: string } | null>> {
  const chosen = await dialog.showOpenDialog(window, {
    title: 'Items to commit',
    properties: ['openFile'],
    filters: [
      { name: 'JSON', extensions: ['json'] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
  const [file] = chosen.filePaths;
  if (chosen.canceled || file === undefined) return ok(null);
  try {
    const { size } = await stat(file);
    if (size > MAX_ITEMS_CHARS) return fail('too-large', 'This file is too large for a list of items.');
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
    return ok({ name: path.basename(file), text });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    if (error instanceof TypeError) return fail('invalid-input', 'This file is not UTF-8 text.', detail);
    return fail('io-error', 'This file could not be read.', detail);
  }
}
