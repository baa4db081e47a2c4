import type { Finding } from '../../../shared/model/report';
import type { RecordHead, RecordPlace } from './line-format';

/** Id of a piece of the file that has none of its own. */
export function pieceId({ byteOffset }: Pick<RecordPlace, 'byteOffset'>): string {
  return `byte ${byteOffset}`;
}

/** The head of a piece of the file that is no record: it hangs on the entry before it, so that it has its place. */
export function pieceHead(
  place: RecordPlace,
  previousId: string | null,
  finding: Finding | null,
): RecordHead {
  return {
    id: pieceId(place),
    aliases: [],
    parentId: previousId,
    kind: 'unknown',
    flags: 0,
    timeMs: Number.NaN,
    tokens: Number.NaN,
    preview: `line ${place.line}`,
    toolNames: [],
    calls: [],
    answeredIds: [],
    label: null,
    isLeafCandidate: false,
    findings: finding === null ? [] : [finding],
    places: [place],
  };
}
