import { z } from 'zod';
import { FILE_USES } from '../tools/file-uses';

/** One tool call of a path, as far as one goes to it by its tool or its files. */
export const CallFacts = z.object({
  /** Row of the entry that makes it, and its place among the blocks there. */
  row: z.number().int(),
  block: z.number().int(),
  callId: z.string().nullable(),
  name: z.string(),
  files: z.array(z.object({ path: z.string(), use: z.enum(FILE_USES) })),
});
export type CallFacts = z.infer<typeof CallFacts>;

/** The calls of some entries, in the order asked for, and which calls the results among those entries answer. */
export const CallsRead = z.object({
  calls: z.array(CallFacts),
  results: z.array(z.object({ row: z.number().int(), callId: z.string().nullable() })),
});
export type CallsRead = z.infer<typeof CallsRead>;

/** The text of the first so many of some entries: fewer than asked for where it grows long. */
export const EntriesText = z.object({ text: z.string(), entryCount: z.number().int() });
export type EntriesText = z.infer<typeof EntriesText>;

/** Most rows one request for calls or for text may name. */
export const MAX_PATH_ROWS = 500;
