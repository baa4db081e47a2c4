import type { ReadDatabase } from '../sqlite/types';
import type { DatabaseFormat } from './format';
import { thewayFormat } from './theway/format';
import { vvAgentFormat } from './vv-agent/format';

/** The formats kept in SQLite, in the order in which a database is offered to them. */
const DATABASE_FORMATS: readonly DatabaseFormat[] = [vvAgentFormat, thewayFormat];

/** The format of a database, or a sentence that says what it is and what was looked for. */
export type DetectedFormat =
  | { readonly ok: true; readonly format: DatabaseFormat }
  | { readonly ok: false; readonly message: string };

/** Finds the format of an open database by its schema alone. Throws `DatabaseError` when it cannot be read. */
export function detectFormat(db: ReadDatabase): DetectedFormat {
  const lookedFor: string[] = [];
  for (const format of DATABASE_FORMATS) {
    const detection = format.detect(db);
    if (detection.match === 'yes') return { ok: true, format };
    lookedFor.push(detection.lookedFor);
  }
  return {
    ok: false,
    message: `This is a SQLite database, but not one of a session. Looked for: ${lookedFor.join('; ')}.`,
  };
}
