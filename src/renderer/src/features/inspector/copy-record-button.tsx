import { useState } from 'react';
import { errorOf } from '../../app/bridge';
import { Button } from '../../ui/button';
import { CopyIcon } from '../../ui/icons';
import { hasInvisible } from '../../ui/invisible-characters';
import { showToast } from '../../ui/toast-store';
import { useSessionScope } from '../entry/session-scope';
import { readRecord } from '../entry/stored-record';

/** Longest record the clipboard is given, in UTF-16 units. */
const MAX_COPIED_CHARS = 64 * 1024 * 1024;

/** Copies the whole record exactly as stored, however little of it is shown. */
export function CopyRecordButton({ row, totalChars }: { row: number; totalChars: number }) {
  const scope = useSessionScope();
  const [isBusy, setBusy] = useState(false);

  async function copy() {
    setBusy(true);
    try {
      const text = await readRecord(scope, row, totalChars);
      await navigator.clipboard.writeText(text);
      if (hasInvisible(text)) showToast('Copied as stored. The text holds invisible characters.', 'warn');
      else showToast('Copied as stored.');
    } catch (reason) {
      const { code, message } = errorOf(reason);
      showToast(code === 'internal' ? 'The record could not be copied.' : message, 'err');
    }
    setBusy(false);
  }

  return (
    <Button
      variant="ghost"
      icon={<CopyIcon sizeRem={0.875} />}
      disabled={isBusy || totalChars > MAX_COPIED_CHARS}
      onClick={() => void copy()}
    >
      Copy
    </Button>
  );
}
