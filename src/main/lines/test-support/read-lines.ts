import { abridgeJson } from '../abridged-json';
import { LINE_FORM, type LineBatch } from '../line-batch';

/** A line of a batch, taken out of it. */
export interface ReadLine {
  readonly number: number;
  readonly byteOffset: number;
  readonly sizeBytes: number;
  /** Null for one that was not read. */
  readonly text: string | null;
  readonly isOpenEnded: boolean;
}

/** The lines of a batch, which are there only until the next is asked for. */
export function readLines(batch: LineBatch): ReadLine[] {
  return Array.from({ length: batch.count }, (_, row) => ({
    number: batch.number(row),
    byteOffset: batch.byteOffset(row),
    sizeBytes: batch.sizeBytes(row),
    text:
      batch.form(row) === LINE_FORM.unread
        ? null
        : batch.texts.toString('utf8', batch.textStart(row), batch.textEnd(row)),
    isOpenEnded: batch.isOpenEnded && row === batch.count - 1,
  }));
}

/** What is read of a line wherever the file was read in two: null where that is no JSON text. */
export function soundText(text: string | null): string | null {
  const abridged = text === null ? null : abridgeJson(Buffer.from(text.trim()));
  try {
    JSON.parse(abridged ?? '');
    return abridged;
  } catch {
    return null;
  }
}
