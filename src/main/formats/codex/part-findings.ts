import type { Finding } from '../../../shared/model/report';
import { quoteId } from '../stored-id';
import type { EarlierParts } from './earlier-parts';

/** Names of other segments that are told one by one. */
const MAX_NAMED = 5;

/** What there is to say of the files a session is kept in. */
export function partFindings({ missing, others }: EarlierParts): Finding[] {
  const findings: Finding[] = [];
  if (missing !== null)
    findings.push({
      code: 'earlier-part-missing',
      severity: 'error',
      message: `Earlier part not found: this file goes on from segment ${quoteId(missing.segmentId)}. ${missing.reason}`,
    });
  if (others.length > 0) {
    const named = others.slice(0, MAX_NAMED).map(quoteId).join(', ');
    findings.push({
      code: 'other-segments',
      severity: 'note',
      message: `Other segments of this session lie beside it: ${named}. The newest of them is where the session stands.`,
    });
  }
  return findings;
}
