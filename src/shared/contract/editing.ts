import { z } from 'zod';

/** Longest JSON text of items that is taken in one go, in UTF-16 code units. */
export const MAX_ITEMS_CHARS = 128 * 1024 * 1024;
/** Payloads a preview shows; the rest is counted. */
export const MAX_PREVIEWED_ITEMS = 100;

/**
 * Whether a file can be changed: not at all (its format is read only), not before an upgrade of its schema, or once
 * editing is switched on for it.
 */
export const Editing = z.enum(['impossible', 'upgrade-first', 'off', 'on']);
export type Editing = z.infer<typeof Editing>;

/** The write that can be taken back. */
export const Undo = z.object({
  /** What it would take back, e.g. `Undo: append 2 items`. */
  label: z.string(),
  /** Why it cannot be taken back any more; null while it can. */
  refusal: z.string().nullable(),
});
export type Undo = z.infer<typeof Undo>;

/** How a commit is named: as it is, or by the key its id is made from. */
export const CommitName = z.discriminatedUnion('type', [
  z.object({ type: z.literal('id'), commitId: z.string().max(1_000_000) }).strict(),
  z.object({ type: z.literal('checkpoint-key'), key: z.string().max(1_000_000) }).strict(),
]);
export type CommitName = z.infer<typeof CommitName>;

/** What items would be written, exactly, before anything is. */
export const EditPreview = z.object({
  itemCount: z.number().int(),
  /** The first {@link MAX_PREVIEWED_ITEMS}: the payload text of each as it would be stored; long ones are cut. */
  payloads: z.array(z.object({ text: z.string(), totalChars: z.number().int() })),
  /** Why the text is no list of items that can be written, in the words of the rules; null when it is one. */
  problem: z.object({ index: z.number().int().nullable(), message: z.string() }).nullable(),
  /** Of the items in normal form; null where they have none, and `digestProblem` says why. */
  digest: z.string().nullable(),
  digestProblem: z.string().nullable(),
  /** The id the commit would have; null where none was named. */
  commitId: z.string().nullable(),
  /** What a commit of that id and digest would meet in the store as it is now; null where none was named. */
  meets: z.enum(['nothing', 'same-digest', 'another-digest']).nullable(),
});
export type EditPreview = z.infer<typeof EditPreview>;

/** What is in a session that a pop or a clear would remove. */
export const RemovalPreview = z.object({
  itemCount: z.number().int(),
  commitCount: z.number().int(),
  /** The newest item as it is stored, cut when long; null in an empty session. */
  newest: z.object({ id: z.string(), text: z.string(), totalChars: z.number().int() }).nullable(),
});
export type RemovalPreview = z.infer<typeof RemovalPreview>;

/** What was done to a store. */
export const EditDone = z.object({
  outcome: z.enum(['appended', 'committed', 'replayed', 'popped', 'cleared', 'upgraded', 'undone']),
  /** One sentence for people. */
  message: z.string(),
  /** How many items and commits were appended or removed. */
  itemCount: z.number().int(),
  commitCount: z.number().int(),
  /** Of a commit; null otherwise. */
  commitId: z.string().nullable(),
  digest: z.string().nullable(),
  /** The payload text of what was popped; null otherwise. */
  popped: z.string().nullable(),
  /** JSON texts of the entries that were appended to a theway session. */
  entries: z.array(z.string()),
  /** Where the backup was put; null without one. */
  backupPath: z.string().nullable(),
});
export type EditDone = z.infer<typeof EditDone>;

/** What an upgrade would change, found by rehearsing it on a copy. */
export const UpgradePreview = z.object({
  /** The generation the store has now, e.g. `older (version 1)`. */
  from: z.string(),
  itemCount: z.number().int(),
  /** Items whose payload would be written anew; the others keep their bytes. */
  rewrittenCount: z.number().int(),
  /** The first of these, with their texts cut. */
  rewritten: z.array(
    z.object({ sessionId: z.string(), itemIndex: z.string(), before: z.string(), after: z.string() }),
  ),
  /** Tables and indexes that would be made or replaced, one sentence each. */
  schemaChanges: z.array(z.string()),
});
export type UpgradePreview = z.infer<typeof UpgradePreview>;
