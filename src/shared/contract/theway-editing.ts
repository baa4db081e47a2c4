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
  /** What has to be said before it is imported or handed on, sentences. */
  statements: z.array(z.string()),
});
export type ArchivePreview = z.infer<typeof ArchivePreview>;

/** An archive the user has picked; the app remembers where it is. */
export const ChosenArchive = z.object({ archiveId: z.string(), preview: ArchivePreview });
export type ChosenArchive = z.infer<typeof ChosenArchive>;

/** One session of the folder of an open one. */
export const FamilyMember = z.object({
  path: z.string(),
  /** File name. */
  name: z.string(),
  sessionId: z.string().nullable(),
  /** Its name, else its first user text; null when it has none or cannot be read. */
  title: z.string().nullable(),
  createdAt: z.string().nullable(),
  /** Place in the list of the session it was forked from; null for a root. A parent stands before its children. */
  parent: z.number().int().nullable(),
  /** What is odd about it: a parent that is not there, a cycle that was cut, a file that cannot be read. */
  note: z.string().nullable(),
});
export type FamilyMember = z.infer<typeof FamilyMember>;
