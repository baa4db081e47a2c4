import { z } from 'zod';
import { Problem, ProblemKind } from './report';

/** Most bytes of UTF-8 a preview or a list of tool names takes in the heads. */
export const MAX_PREVIEW_BYTES = 120;

/** Value of `parents` for an entry that starts a tree. */
export const NO_PARENT = -1;
/** Value of `parents` for an entry whose parent is not among the entries before it: a break. */
export const BROKEN_PARENT = -2;

/** Bits of the `flags` column. */
export const FLAG = {
  /** A tool result that is an error, or an assistant message that ended in one. */
  error: 1,
  /** The record has a problem of its own; see the chunk's problems. */
  problem: 2,
  /** Holds an image. */
  image: 4,
  /** Holds reasoning. */
  thinking: 8,
} as const;

const strings = z.object({ bytes: z.instanceof(Uint8Array), offsets: z.instanceof(Uint32Array) });

/**
 * Heads of consecutive entries in stored order, as flat columns of `count` values each.
 * Rows are numbered over the whole session from 0; `firstRow` is the row of index 0 here.
 */
export const HeadChunk = z
  .object({
    type: z.literal('chunk'),
    firstRow: z.number().int().nonnegative(),
    count: z.number().int().nonnegative(),
    ids: strings,
    /** Row of the parent, always smaller than the own row; or {@link NO_PARENT}, {@link BROKEN_PARENT}. */
    parents: z.instanceof(Int32Array),
    /** {@link kindCode}. */
    kinds: z.instanceof(Uint8Array),
    /** Bits of {@link FLAG}. */
    flags: z.instanceof(Uint8Array),
    /** Milliseconds since 1970; NaN when absent or not a time. */
    times: z.instanceof(Float64Array),
    /** Bytes of the stored record. */
    sizes: z.instanceof(Float64Array),
    /** Total tokens the record reports; NaN when it does not. */
    tokens: z.instanceof(Float32Array),
    /** How many tool calls the entry makes. */
    callCounts: z.instanceof(Uint16Array),
    /** For a tool result: row of the ancestor that made the call; -1 when there is none, or no result. */
    callRows: z.instanceof(Int32Array),
    /** First words of the content, at most {@link MAX_PREVIEW_BYTES}, on one line. */
    previews: strings,
    /** Names of the tools called, or of the tool that answered: `read, edit, bash`. */
    toolNames: strings,
    problems: z.array(Problem),
  })
  .refine(
    (chunk) =>
      [
        chunk.parents,
        chunk.kinds,
        chunk.flags,
        chunk.times,
        chunk.sizes,
        chunk.tokens,
        chunk.callCounts,
        chunk.callRows,
      ].every((column) => column.length === chunk.count) &&
      [chunk.ids, chunk.previews, chunk.toolNames].every(
        (packed) => packed.offsets.length === chunk.count + 1,
      ),
    'columns of a head chunk differ in length',
  );
export type HeadChunk = z.infer<typeof HeadChunk>;

/** Ends a stream of heads: what is known only once all entries were seen. */
export const HeadsEnd = z.object({
  type: z.literal('end'),
  entryCount: z.number().int().nonnegative(),
  /** Row of the leaf the file names; -1 when it names none. */
  storedLeafRow: z.number().int(),
  /** The latest label of each labelled entry, in the order of their rows. */
  labels: z.array(z.object({ row: z.number().int(), text: z.string() })),
  /** Problems of the session as a whole, and how many there are over all, listed or not. */
  problems: z.array(Problem),
  problemCount: z.number().int().nonnegative(),
  /** The same by kind; left out by a reader that lists all it finds. */
  problemKinds: z.array(ProblemKind).optional(),
});
export type HeadsEnd = z.infer<typeof HeadsEnd>;

/** The stream broke off; the sentence says why. */
const HeadsFailed = z.object({ type: z.literal('failed'), code: z.string(), message: z.string() });

/** What travels on the port of a heads stream. */
export const HeadsMessage = z.union([HeadChunk, HeadsEnd, HeadsFailed]);
export type HeadsMessage = z.infer<typeof HeadsMessage>;
