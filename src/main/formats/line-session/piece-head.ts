import type { Finding } from '../../../shared/model/report';
import { newHead, type RecordHead, type RecordPlace } from './line-format';

/** Id of a piece of the file that has none of its own. */
export function pieceId({ byteOffset, part }: Pick<RecordPlace, 'byteOffset' | 'part'>): string {
  return part === undefined ? `byte ${byteOffset}` : `byte ${byteOffset} of part ${part}`;
}

/** The head of a piece of the file that is no record: it hangs on the entry before it, so that it has its place. */
export function pieceHead(
  place: RecordPlace,
  previousId: string | null,
  finding: Finding | null,
): RecordHead {
  const head = newHead(pieceId(place), previousId, place);
  head.preview = `line ${place.line}`;
  if (finding !== null) head.findings = [finding];
  return head;
}
