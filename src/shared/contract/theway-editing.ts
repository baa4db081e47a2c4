import { z } from 'zod';

const entryId = z.string().max(1_000_000);
const text = z.string().max(16 * 1024 * 1024);

/** The client and the runtime a session belongs to. Never holds credentials. */
const Binding = z
  .object({
    clientKey: z.string(),
    runtime: z
      .object({
        workDir: z.string(),
        provider: z.string().optional(),
        model: z.string().optional(),
        baseUrl: z.string().optional(),
        thinking: z.boolean().optional(),
      })
      .strict(),
  })
  .strict();

/**
 * What a user does to a theway session: entries are appended, or a row of `meta` is changed. Bookkeeping is appended at
 * the stored leaf, whatever entry it names.
 */
export const SessionEdit = z.discriminatedUnion('kind', [
  /** Null: no leaf, so that the next entry starts a new root. */
  z.object({ kind: z.literal('set-leaf'), entryId: entryId.nullable() }).strict(),
  /** Null clears the label. */
  z.object({ kind: z.literal('label'), entryId, text: text.nullable() }).strict(),
  z.object({ kind: z.literal('rename'), name: text }).strict(),
  /** `at` left out: the stored leaf; null: a root of its own. */
  z.object({ kind: z.literal('user-message'), text, at: entryId.nullable().optional() }).strict(),
  /** JSON texts of entries; id, parent and time are filled in where they are absent. */
  z.object({ kind: z.literal('append'), entries: z.array(text) }).strict(),
  z.object({ kind: z.literal('set-binding'), binding: Binding.nullable() }).strict(),
  z.object({ kind: z.literal('set-collapse-node'), nodeId: z.string().max(100_000).nullable() }).strict(),
  z.object({ kind: z.literal('set-collapsed'), isCollapsed: z.boolean() }).strict(),
]);
export type SessionEdit = z.infer<typeof SessionEdit>;

/** Exactly what an edit would write. */
export const SessionEditPreview = z.object({
  /** JSON texts of the entries that would be appended, in order; empty where a row of `meta` changes. */
  entries: z.array(z.string()),
  /** The row of `meta` that would change, as JSON texts; null stands for no row. Null where entries are appended. */
  meta: z.object({ key: z.string(), before: z.string().nullable(), after: z.string().nullable() }).nullable(),
  /** What is worth knowing before, sentences. */
  notes: z.array(z.string()),
});
export type SessionEditPreview = z.infer<typeof SessionEditPreview>;

/** Where a fork ends: at an entry, or before a user message. */
export const ForkPoint = z.union([
  z.object({ at: entryId }).strict(),
  z.object({ before: entryId }).strict(),
]);
export type ForkPoint = z.infer<typeof ForkPoint>;

/** The state of one extension on a path. */
export const ExtensionView = z.object({
  extensionId: z.string(),
  stateSchemaVersion: z.string(),
  /** What its mutations left: key, JSON text, and the entry that set it. */
  values: z.array(z.object({ key: z.string(), json: z.string(), entryId: z.string() })),
  /** Every entry of it, root first, in words. */
  steps: z.array(
    z.object({ entryId: z.string(), originSequence: z.string(), kind: z.string(), summary: z.string() }),
  ),
});
export type ExtensionView = z.infer<typeof ExtensionView>;

/** What an archive holds, before anything of it is written. */
export const ArchivePreview = z.object({
  path: z.string(),
  sessionId: z.string(),
  cwd: z.string(),
  createdAt: z.string(),
  thewayVersion: z.string(),
  entryCount: z.number().int(),
  activeLeafId: z.string().nullable(),
  firstUserText: z.string().nullable(),
  sizeBytes: z.number(),
  /** Counts of what is disabled on import unless asked for; null where the archive has no such file. */
  triggers: z.object({ total: z.number().int(), enabled: z.number().int() }).nullable(),
  cronJobs: z.object({ total: z.number().int(), enabled: z.number().int() }).nullable(),
});
export type ArchivePreview = z.infer<typeof ArchivePreview>;
