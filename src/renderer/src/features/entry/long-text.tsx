import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { OperationError } from '../../../../shared/contract/errors';
import { MAX_TEXT_SLICE } from '../../../../shared/contract/operations';
import { type CutText, cutText } from '../../../../shared/model/body';
import { call, errorOf } from '../../app/bridge';
import { Button } from '../../ui/button';
import { ErrorNotice } from '../../ui/error-notice';
import { formatShort } from '../../ui/number-format';
import { type FoundPlace, useFoundIn } from './found-place';
import styles from './long-text.module.css';
import { useSessionScope } from './session-scope';

/** UTF-16 units shown before the first "Show more": laying out a megabyte takes a second. */
const FIRST_CHARS = 16 * 1024;
/** Units each further "Show more" brings. */
const SLICE_CHARS = 64 * 1024;

/** Where a text is read from: a block of an entry, or its record for null. */
export interface TextSource {
  readonly row: number;
  readonly block: number | null;
}

interface LongTextProps {
  cut: CutText;
  /** Where the rest is read from. Left out when `cut` is whole. */
  source?: TextSource;
  /** What it is a form of, where `cut` is not the text of that itself. */
  of?: TextSource;
  /** Draws the text: its first part, and the parts that were asked for after it. */
  children: (first: string, more: readonly string[]) => ReactNode;
}

/** A text of any length, cut with "Show more". What is found in it is shown wherever it stands. */
export function LongText({ cut, source, of, children }: LongTextProps) {
  const { fileId, sessionId } = useSessionScope();
  const [more, setMore] = useState<readonly string[]>([]);
  const [far, setFar] = useState<FarPart | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<OperationError | null>(null);

  const first = firstPart(cut.text);
  const shown = first.length + more.reduce((sum, part) => sum + part.length, 0);
  const remaining = cut.totalChars - shown;

  /** A part of the text; null when it cannot be read. */
  async function read(start: number, length: number): Promise<string | null> {
    if (start + Math.min(length, 1) <= cut.text.length) return cutText(cut.text.slice(start), length).text;
    if (!source) return null;
    setLoading(true);
    try {
      const slice = await call('session.text', { fileId, sessionId, ...source, start, length });
      setError(null);
      return slice.text;
    } catch (reason) {
      setError(errorOf(reason));
      return null;
    } finally {
      setLoading(false);
    }
  }

  async function showMore(length: number) {
    const text = await read(shown, length);
    if (text !== null) setMore([...more, text]);
  }

  async function showFar(place: number) {
    const start = Math.max(0, place - FAR_CHARS / 2);
    const text = await read(start, FAR_CHARS);
    if (text !== null) setFar({ start, text });
  }

  const block = (source ?? of)?.block ?? null;
  const found = useFoundIn(block === null ? -1 : ((source ?? of)?.row ?? -1), block);
  const reveal = useEffectEvent(({ hit }: FoundPlace) => {
    if (hit.isInName) return;
    const start = source ? hit.start : Math.max(0, cut.text.indexOf(hit.text, hit.start));
    const end = start + hit.length;
    if (end <= shown) return;
    if (end - shown <= MAX_TEXT_SLICE / 2) void showMore(end - shown + SLICE_CHARS / 4);
    else if (far === null || start < far.start || end > far.start + far.text.length) void showFar(start);
  });
  useEffect(() => {
    if (found !== null) reveal(found);
  }, [found]);

  return (
    <>
      {children(first, more)}
      {error && <ErrorNotice error={error} />}
      {remaining > 0 && (
        <div className={styles.more}>
          <Button disabled={isLoading} onClick={() => void showMore(SLICE_CHARS)}>
            Show more ({formatShort(remaining)} characters)
          </Button>
        </div>
      )}
      {far && far.start > shown && (
        <>
          <p className={styles.far}>{formatShort(far.start)} characters further on, around what was found:</p>
          {children(far.text, NO_MORE)}
        </>
      )}
    </>
  );
}

/** A part that does not follow what is shown. */
interface FarPart {
  readonly start: number;
  readonly text: string;
}

const NO_MORE: readonly string[] = [];
/** UTF-16 units shown around what is found far behind what is shown. */
const FAR_CHARS = 16 * 1024;

/** The first part ends with a line where there is one near the limit. */
function firstPart(text: string): string {
  if (text.length <= FIRST_CHARS) return text;
  const cut = cutText(text, FIRST_CHARS).text;
  const lineEnd = cut.lastIndexOf('\n');
  return lineEnd > FIRST_CHARS / 2 ? cut.slice(0, lineEnd + 1) : cut;
}
