import type { Check } from '../../shared/model/report';
import type { ReadDatabase } from '../sqlite/types';

/** SQLite's own check of a file, as a row of the schema report. */
export function quickCheck(db: ReadDatabase): Check {
  const about = { id: 'quick-check', title: "SQLite's quick check", expected: 'ok' };
  const checked = db.quickCheck();
  if (!checked.ok) {
    const verdict = checked.code === 'damaged' ? 'failed' : 'not-applicable';
    return { ...about, verdict, found: checked.message };
  }
  switch (checked.value.state) {
    case 'sound':
      return { ...about, verdict: 'ok', found: 'ok' };
    case 'damaged':
      return { ...about, verdict: 'failed', found: checked.value.findings.join('; ') };
    case 'skipped':
      return {
        ...about,
        verdict: 'not-applicable',
        found: `not run: the file has ${checked.value.sizeBytes} bytes, more than ${checked.value.limitBytes}`,
      };
  }
}
