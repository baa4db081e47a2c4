import { z } from 'zod';
import { ENTRY_KINDS } from '../model/kind';

/** Paths and names of tools that the page is sent of one side; the counts beside them are of all. */
export const MOST_LISTED = 1_000;

/** What one side of a comparison did below the common ancestor. */
const SideFacts = z.object({
  entryCount: z.number().int(),
  userMessages: z.number().int(),
  assistantMessages: z.number().int(),
  callCount: z.number().int(),
  /** Calls by name, the most used first, with how many were answered with an error. */
  tools: z.array(z.object({ name: z.string(), count: z.number().int(), errors: z.number().int() })),
  toolCount: z.number().int(),
  /** Paths in the arguments of tool calls, as they stand there; `isChange` where a call writes, edits, moves or deletes it. */
  files: z.array(z.object({ path: z.string(), isChange: z.boolean() })),
  fileCount: z.number().int(),
  errorCount: z.number().int(),
  /** Sum of what the entries report; null when none does. */
  tokens: z.number().nullable(),
  /** US dollars. */
  cost: z.number().nullable(),
  /** From the first entry that has a time to the last. */
  durationMs: z.number().nullable(),
});
export type ListedFacts = z.infer<typeof SideFacts>;

/** An entry of a side in words, for the command line. */
const DescribedEntry = z.object({
  row: z.number().int(),
  id: z.string(),
  kind: z.enum(ENTRY_KINDS),
  toolNames: z.string(),
  preview: z.string(),
});
export type DescribedEntry = z.infer<typeof DescribedEntry>;

const ComparedSide = z.object({
  sessionId: z.string(),
  /** The entry that was asked for; null where the session has no leaf. */
  leafId: z.string().nullable(),
  facts: SideFacts,
  /** Empty unless asked for. */
  entries: z.array(DescribedEntry),
});
export type ComparedSide = z.infer<typeof ComparedSide>;

/** Two paths, from where they part, aligned. */
export const Comparison = z.object({
  /** The last entry that both paths have, by its row on each side; null when they share none. */
  commonAncestor: z
    .object({ id: z.string(), leftRow: z.number().int(), rightRow: z.number().int() })
    .nullable(),
  /** How many entries both paths have, the common ancestor included. */
  sharedCount: z.number().int(),
  left: ComparedSide,
  right: ComparedSide,
  /** Aligned entries by their rows in the session of their side; -1 where a side has none. */
  leftRows: z.instanceof(Int32Array),
  rightRows: z.instanceof(Int32Array),
  /** Index into `ROW_STATES` of src/shared/compare/align.ts. */
  states: z.instanceof(Uint8Array),
});
export type Comparison = z.infer<typeof Comparison>;
