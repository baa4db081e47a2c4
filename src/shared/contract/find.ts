import { z } from 'zod';

/** Longest text that is looked for, in UTF-16 code units. */
export const MAX_QUERY_CHARS = 1000;
/** Most hits of one entry that are told at a time; the others are asked for by their number. */
export const MAX_HITS = 200;

/** What is looked for in the texts of a session, and how. */
export const FindQuery = z
  .object({
    text: z.string().min(1).max(MAX_QUERY_CHARS),
    /** Else letters count as the same in any case, one by one: `ẞ` is `ß`, and neither is `ss`. */
    isCaseSensitive: z.boolean(),
    /** No letter, mark, digit or underscore may stand before or behind it. */
    isWholeWord: z.boolean(),
    /** `text` is a regular expression as JavaScript has them; `^` and `$` stand for lines. */
    isRegExp: z.boolean(),
  })
  .strict();
export type FindQuery = z.infer<typeof FindQuery>;

/** One place in an entry that was found. */
export const Hit = z.object({
  /** The block it is in; null for what is no block: the error of an answer, the facts of bookkeeping. */
  block: z.number().int().nonnegative().nullable(),
  /** Whether it is in the name of the tool that the block calls, rather than in the block's text. */
  isInName: z.boolean(),
  /** Place in that text, in UTF-16 code units; in JSON, in the text with the escapes of strings undone. */
  start: z.number().int().nonnegative(),
  length: z.number().int().positive(),
  /** What was found, cut to a few hundred units, and what stands before and behind it. */
  text: z.string(),
  before: z.string(),
  after: z.string(),
});
export type Hit = z.infer<typeof Hit>;

/** Some hits of one entry, in the order in which they stand in it. */
export const EntryHits = z.object({
  hits: z.array(Hit).max(MAX_HITS),
  /** The pattern took too long, and what it would find further on is not known. */
  isStopped: z.boolean(),
});
export type EntryHits = z.infer<typeof EntryHits>;

/** Entries in which something was found, in stored order, and how often in each. */
const FoundRows = z
  .object({
    type: z.literal('found'),
    rows: z.instanceof(Int32Array),
    counts: z.instanceof(Uint32Array),
    /** Entries that were looked through so far. */
    doneEntries: z.number().int().nonnegative(),
  })
  .refine(({ rows, counts }) => rows.length === counts.length, 'rows and counts differ in length');

/** All entries were looked through, or the search was given up. */
export const FindEnd = z.object({
  type: z.literal('end'),
  doneEntries: z.number().int().nonnegative(),
  /** Entries in which the pattern took too long: they were left out. */
  slowEntries: z.number().int().nonnegative(),
  /** The pattern took too long in too many entries, and the others were not looked through. */
  isGivenUp: z.boolean(),
});
export type FindEnd = z.infer<typeof FindEnd>;

/** The search broke off; the sentence says why. */
const FindFailed = z.object({ type: z.literal('failed'), code: z.string(), message: z.string() });

/** What travels on the port of a search. */
export const FindMessage = z.union([FoundRows, FindEnd, FindFailed]);
export type FindMessage = z.infer<typeof FindMessage>;
