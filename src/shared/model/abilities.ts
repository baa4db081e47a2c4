import { z } from 'zod';

/**
 * A change of what is stored. `items`: appending, committing, popping and clearing, as stores of vv-agent have it;
 * `clear-leaf`: to leave a session without a stored leaf.
 */
const Change = z.enum([
  'items',
  'set-leaf',
  'clear-leaf',
  'label',
  'rename',
  'user-message',
  'binding',
  'collapse',
  'delete',
]);
export type Change = z.infer<typeof Change>;

/** A new file made of what is stored: of the path to an entry, of all of it, or an archive. */
const Copy = z.enum(['fork', 'clone', 'archive']);
export type Copy = z.infer<typeof Copy>;

/** What can be done by hand to the sessions of a file, apart from reading them. */
export const Abilities = z.object({
  changes: z.array(Change),
  copies: z.array(Copy),
  /** Why nothing of that can be done to this very file, a sentence; null where it can. */
  readOnlyReason: z.string().nullable(),
  /** Whether its schema has to be upgraded before anything is changed. */
  mustUpgrade: z.boolean(),
});
export type Abilities = z.infer<typeof Abilities>;

/** Why a file of a format that is only read is not changed. */
export const READ_ONLY_KIND = 'Files of this kind are only read.';

/** Of what is only read, whatever it holds. */
export const NO_ABILITIES: Abilities = {
  changes: [],
  copies: [],
  readOnlyReason: READ_ONLY_KIND,
  mustUpgrade: false,
};
