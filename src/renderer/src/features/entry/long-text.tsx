import { type ReactNode, useState } from 'react';
import type { OperationError } from '../../../../shared/contract/errors';
import { type CutText, cutText } from '../../../../shared/model/body';
import { call, errorOf } from '../../app/bridge';
import { Button } from '../../ui/button';
import { ErrorNotice } from '../../ui/error-notice';
import { formatShort } from '../../ui/number-format';
import styles from './long-text.module.css';
import { useSessionScope } from './session-scope';

/** UTF-16 units shown before the first "Show more": laying out a megabyte takes a second. */
const FIRST_CHARS = 16 * 1024;
/** Units each further "Show more" brings. */
const SLICE_CHARS = 64 * 1024;

interface LongTextProps {
  cut: CutText;
  /** Where the rest is read from: a block of an entry, or its record for null. Left out when `cut` is whole. */
  source?: { readonly row: number; readonly block: number | null };
  /** Draws the text: its first part, and the parts that were asked for after it. */
  children: (first: string, more: readonly string[]) => ReactNode;
}

/** A text of any length, cut with "Show more". */
export function LongText({ cut, source, children }: LongTextProps) {
  const { fileId, sessionId } = useSessionScope();
  const [more, setMore] = useState<readonly string[]>([]);
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<OperationError | null>(null);

  const first = firstPart(cut.text);
  const shown = first.length + more.reduce((sum, part) => sum + part.length, 0);
  const remaining = cut.totalChars - shown;

  async function showMore() {
    if (shown < cut.text.length) return setMore([...more, cutText(cut.text.slice(shown), SLICE_CHARS).text]);
    if (!source) return;
    setLoading(true);
    try {
      const slice = await call('session.text', {
        fileId,
        sessionId,
        ...source,
        start: shown,
        length: SLICE_CHARS,
      });
      setMore([...more, slice.text]);
      setError(null);
    } catch (reason) {
      setError(errorOf(reason));
    }
    setLoading(false);
  }

  return (
    <>
      {children(first, more)}
      {error && <ErrorNotice error={error} />}
      {remaining > 0 && (
        <div className={styles.more}>
          <Button disabled={isLoading} onClick={() => void showMore()}>
            Show more ({formatShort(remaining)} characters)
          </Button>
        </div>
      )}
    </>
  );
}

/** The first part ends with a line where there is one near the limit. */
function firstPart(text: string): string {
  if (text.length <= FIRST_CHARS) return text;
  const cut = cutText(text, FIRST_CHARS).text;
  const lineEnd = cut.lastIndexOf('\n');
  return lineEnd > FIRST_CHARS / 2 ? cut.slice(0, lineEnd + 1) : cut;
}
