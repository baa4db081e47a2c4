import type { Finding } from '../../../shared/model/report';
import type { RecordFault } from '../../lines/found-record';
import { MAX_PARSED_BYTES } from '../read-limits';
import { quoteId } from '../stored-id';
import type { ParentFault } from './entry-links';
import type { RecordHead } from './line-format';

const RECORD_FINDINGS: Readonly<Record<RecordFault, Omit<Finding, 'code'>>> = {
  'torn-tail': {
    severity: 'note',
    message:
      'The file ends in the middle of this line: its writer was interrupted, or is still writing. It is shown as it is.',
  },
  'damaged-line': {
    severity: 'error',
    message: 'This piece of a line is no JSON: it is damaged, or was cut off. It is shown as it is.',
  },
  'glued-record': {
    severity: 'warning',
    message: 'The line break before this record is missing: it stands on the line of another one.',
  },
  'recovered-record': {
    severity: 'warning',
    message: 'This record stands behind a damaged part of its line; other programs may skip it.',
  },
  'nul-bytes': {
    severity: 'warning',
    message: 'Zero bytes where a record could be: what was written here did not reach the disk.',
  },
  'not-utf8': {
    severity: 'error',
    message: 'The record is not valid UTF-8; U+FFFD stands for the bytes that are not.',
  },
  'not-an-object': { severity: 'warning', message: 'This line is JSON, but no object, so no record.' },
  'too-large': {
    severity: 'warning',
    message: `This line is above the ${MAX_PARSED_BYTES} bytes that are read as JSON; it is shown raw and was not checked.`,
  },
};

/** What there is to say of the bytes of a record. */
export function structureFinding(fault: RecordFault): Finding {
  return { code: fault, ...RECORD_FINDINGS[fault] };
}

/** What is wrong with the parent that an entry names. */
export function parentFinding(fault: ParentFault, { id, parentId }: RecordHead): Finding {
  switch (fault) {
    case 'dangling-parent':
      return {
        code: fault,
        severity: 'error',
        message: `The entry hangs on ${quoteId(parentId ?? '')}, which is nowhere in this file: an island begins here.`,
      };
    case 'earlier-part-missing':
      return {
        code: fault,
        severity: 'note',
        message: `What came before is not in this file: it ended with ${quoteId(parentId ?? '')}.`,
      };
    case 'own-parent':
      return { code: fault, severity: 'error', message: 'The entry names itself as its parent.' };
    case 'parent-cycle':
      return {
        code: fault,
        severity: 'error',
        message: `The parents of ${quoteId(id)} lead back to it: the circle is cut here, before its last entry in the file.`,
      };
  }
}

/** What there is to say of a record whose id is that of an entry before it. */
export function repeatedIdFinding(id: string): Finding {
  return {
    code: 'duplicate-entry-id',
    severity: 'error',
    message: `An entry before this one has the id ${quoteId(id)} too.`,
  };
}

/** What there is to say of an entry that was written once more. */
export function repeatFinding(isSame: boolean): Finding {
  return isSame
    ? { code: 'written-again', severity: 'note', message: 'This entry was written once more, word for word.' }
    : {
        code: 'written-anew',
        severity: 'warning',
        message: 'This entry was written once more with other content; the last one is shown.',
      };
}

/** How much of a session hangs on parents that are not there. */
export function islandFinding(islands: number, entries: number): Finding {
  const message =
    islands === 1
      ? `1 island: ${entries} ${entries === 1 ? 'entry hangs' : 'entries hang'} on a parent that is not there.`
      : `${islands} islands: ${entries} entries hang on parents that are not there. The first begins here.`;
  return { code: 'islands', severity: 'warning', message };
}

export const SEVERAL_RESULTS: Finding = {
  code: 'several-results',
  severity: 'warning',
  message: 'An entry above this one answers the same call.',
};
