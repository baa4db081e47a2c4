import type { Abilities } from '../../../shared/model/abilities';

/** Why a session of pi is only read, a sentence each: only version 3 is written, and only where pi reads what is there. */
export const READ_ONLY = {
  'no-header': 'The session header is missing, so pi would not open this file: it is only read.',
  'older-version':
    'This session is of an older version than 3, the only one that is written. pi brings it to that when it opens it.',
  'later-version': 'This session is of a later version than 3, the only one that is written.',
  'sdk-version':
    'Sessions of version 4, which only the SDK that pi is built on writes, are only read: pi does not open them.',
  'sdk-entries':
    'Entries of this session are those of the SDK that pi is built on, and pi takes another leaf than that: it is only read.',
  'no-ids':
    'Entries of this session have no ids, or none that pi makes, so nothing can be hung on them: it is only read.',
  'no-entry': 'A line of this file is JSON but no entry, and pi loses its leaf there: it is only read.',
  'too-large':
    'A line of this file is larger than is read here, so its leaf cannot be told: it is only read.',
} as const;
export type ReadOnlyCode = keyof typeof READ_ONLY;

/** What can be done to a session of pi; `code` null where it can be written to. */
export function piAbilities(code: ReadOnlyCode | null): Abilities {
  return {
    changes: ['set-leaf', 'label', 'rename'],
    copies: ['fork', 'clone'],
    readOnlyReason: code === null ? null : READ_ONLY[code],
    mustUpgrade: false,
  };
}

/** Why sessions of a version are only read, as a header has it; null for version 3. */
export function versionRefusal(version: unknown): ReadOnlyCode | null {
  if (version === 3) return null;
  return typeof version === 'number' && version > 3 ? 'later-version' : 'older-version';
}

/** Types of entries that only the SDK writes. */
export const SDK_TYPES: ReadonlySet<unknown> = new Set(['leaf', 'active_tools_change']);
