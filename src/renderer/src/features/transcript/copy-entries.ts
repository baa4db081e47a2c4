import { create } from 'zustand';
import { type EntriesText, MAX_PATH_ROWS } from '../../../../shared/contract/path-reading';
import type { EntryKind } from '../../../../shared/model/kind';
import { call, errorOf } from '../../app/bridge';
import { hasInvisible } from '../../ui/invisible-characters';
import { countOf, formatShort } from '../../ui/number-format';
import { showToast } from '../../ui/toast-store';

/** Longest text the clipboard is given, in UTF-16 units. */
const MAX_COPIED_CHARS = 64 * 1024 * 1024;

type Form = 'markdown' | 'text';
type Entry = { row: number; kind: EntryKind };
type FetchText = (entries: Entry[], form: Form) => Promise<EntriesText>;

/** The whole text of entries, or that it is longer than may be copied. */
export type GatheredText =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'too-long' | 'stopped' };

/** Gathers the text of entries, a request after the other; told after each how many are done. Rejects as `fetch` does. */
export async function gatherText(
  fetch: FetchText,
  entries: readonly Entry[],
  form: Form,
  options: { signal: AbortSignal; onProgress(doneEntries: number, chars: number): void; maxChars?: number },
): Promise<GatheredText> {
  const { signal, onProgress, maxChars = MAX_COPIED_CHARS } = options;
  const parts: string[] = [];
  let chars = 0;
  for (let at = 0; at < entries.length; ) {
    const { text, entryCount } = await fetch(entries.slice(at, at + MAX_PATH_ROWS), form);
    if (signal.aborted) return { type: 'stopped' };
    if (text !== '') parts.push(text);
    chars += text.length + SEPARATOR.length;
    if (chars > maxChars + SEPARATOR.length) return { type: 'too-long' };
    // At least one, or an answer of nothing would be asked for for ever.
    at += Math.max(entryCount, 1);
    onProgress(Math.min(at, entries.length), chars);
  }
  return { type: 'text', text: parts.join(SEPARATOR) };
}

const SEPARATOR = '\n\n';

/** A copy that is under way. */
interface CopyJob {
  readonly doneEntries: number;
  readonly entryCount: number;
  readonly chars: number;
  stop(): void;
}

/** The copy under way; null while there is none. One at a time: another takes its place. */
export const useCopyJob = create<{ readonly job: CopyJob | null }>()(() => ({ job: null }));

/** Copies the whole text of entries, rendered or not, and says how much that was. */
export async function copyEntries(
  { fileId, sessionId }: { fileId: string; sessionId: string },
  entries: readonly Entry[],
  form: Form,
): Promise<void> {
  useCopyJob.getState().job?.stop();
  const stop = new AbortController();
  const end = () => {
    if (useCopyJob.getState().job?.stop === endByHand) useCopyJob.setState({ job: null });
  };
  const endByHand = () => {
    stop.abort();
    end();
  };
  const show = (doneEntries: number, chars: number) => {
    if (!stop.signal.aborted)
      useCopyJob.setState({ job: { doneEntries, entryCount: entries.length, chars, stop: endByHand } });
  };
  show(0, 0);
  const fetch: FetchText = (part, as) =>
    call('session.entriesText', { fileId, sessionId, entries: part, form: as });
  try {
    const gathered = await gatherText(fetch, entries, form, { signal: stop.signal, onProgress: show });
    if (gathered.type === 'text') await toClipboard(gathered.text, entries.length, form);
    else if (gathered.type === 'too-long') showToast(TOO_LONG, 'err');
  } catch (reason) {
    if (!stop.signal.aborted) showToast(errorOf(reason).message, 'err');
  } finally {
    end();
  }
}

const TOO_LONG = `This is more than ${formatShort(MAX_COPIED_CHARS)} characters, and more than the clipboard is given. Copy a part: click its first entry, and its last one with Shift.`;

async function toClipboard(text: string, entryCount: number, form: Form): Promise<void> {
  if (text === '') {
    showToast('There are no words in it to copy. Its record can be copied in the inspector, under Raw.');
    return;
  }
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showToast('The clipboard could not be written.', 'err');
    return;
  }
  const what = form === 'text' ? 'The message' : `${countOf(entryCount, 'entry', 'entries')} as Markdown`;
  const size = `${formatShort(text.length)} characters`;
  if (hasInvisible(text)) showToast(`Copied. ${what}, ${size}, with invisible characters.`, 'warn');
  else showToast(`Copied. ${what}, ${size}.`);
}
