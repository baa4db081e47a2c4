import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
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
const FIRST_LINES = 500;
/** Units and lines read and drawn at a time. */
const SLICE_CHARS = 64 * 1024;
const SLICE_LINES = 2_000;
/** A rest up to this long can be shown with one click: some thirty slices, each in a frame of its own. */
const MOST_CHARS = 2 * 1024 * 1024;

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

  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  const first = upToLineEnd(cut.text, FIRST_CHARS, FIRST_LINES);
  const shown = first.length + more.reduce((sum, part) => sum + part.length, 0);
  const remaining = cut.totalChars - shown;

  /** The part that begins at a place; empty where there is none. */
  async function read(start: number, length: number): Promise<string> {
    let text = cut.text.slice(start, start + length);
    if (text === '' && source)
      ({ text } = await call('session.text', { fileId, sessionId, ...source, start, length }));
    // One unit less, or a pair of surrogates at the end would not be seen to be cut.
    const maxChars = start + text.length < cut.totalChars ? text.length - 1 : text.length;
    return upToLineEnd(text, maxChars, SLICE_LINES);
  }

  /** Shows the text up to a place, slice by slice. */
  async function showUpTo(end: number) {
    await reading(async () => {
      for (let at = shown; at < end && isThere.current; ) {
        const part = await read(at, SLICE_CHARS);
        if (part === '') break;
        at += part.length;
        setMore((parts) => [...parts, part]);
        if (at < end) await nextFrame();
      }
    });
  }

  async function showFar(place: number) {
    const start = Math.max(0, place - FAR_CHARS / 2);
    await reading(async () => setFar({ start, text: await read(start, FAR_CHARS) }));
  }

  async function reading(work: () => Promise<void>) {
    setLoading(true);
    setError(null);
    try {
      await work();
    } catch (reason) {
      setError(errorOf(reason));
    }
    setLoading(false);
  }

  const block = (source ?? of)?.block ?? null;
  const found = useFoundIn(block === null ? -1 : ((source ?? of)?.row ?? -1), block);
  const reveal = useEffectEvent(({ hit }: FoundPlace) => {
    if (hit.isInName) return;
    const start = source ? hit.start : Math.max(0, cut.text.indexOf(hit.text, hit.start));
    const end = start + hit.length;
    if (end <= shown) return;
    if (end - shown <= MAX_TEXT_SLICE / 2) void showUpTo(end + SLICE_CHARS / 4);
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
          <Button disabled={isLoading} onClick={() => void showUpTo(shown + 1)}>
            Show more
          </Button>
          {remaining <= MOST_CHARS ? (
            <Button variant="ghost" disabled={isLoading} onClick={() => void showUpTo(cut.totalChars)}>
              Show all ({formatShort(remaining)} characters)
            </Button>
          ) : (
            <span className={styles.left}>{formatShort(remaining)} characters are left</span>
          )}
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

/** At most so much of a text; it ends with a line where there is one near the limit. */
function upToLineEnd(text: string, maxChars: number, maxLines: number): string {
  const { text: cut } = cutText(text, maxChars);
  let end = 0;
  for (let line = 0; line < maxLines; line++) {
    const next = cut.indexOf('\n', end) + 1;
    if (next === 0) return cut.length < text.length && end > cut.length / 2 ? cut.slice(0, end) : cut;
    end = next;
  }
  return cut.slice(0, end);
}

/** Waits until what was drawn is on screen; a window that is not drawn has no frames and must not wait for ever. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MOST_WAIT_MS);
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(timer);
        resolve();
      }),
    );
  });
}

const MOST_WAIT_MS = 250;
