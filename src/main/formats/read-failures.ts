import type { ReadResult } from './format';

type Failed = Extract<ReadResult<never>, { ok: false }>;

/** What a source answers for a session that it does not have. */
export function unknownSession(): Failed {
  return { ok: false, error: { code: 'unknown-session', message: 'There is no such session in this file.' } };
}

/** What a source answers for a row beyond its last. */
export function unknownEntry(row: number): Failed {
  return {
    ok: false,
    error: { code: 'unknown-entry', message: `There is no entry ${row} in this session.` },
  };
}

/** What a source answers for a block that an entry does not have. */
export function unknownBlock(row: number, block: number | null): Failed {
  return { ok: false, error: { code: 'unknown-entry', message: `Entry ${row} has no block ${block}.` } };
}
