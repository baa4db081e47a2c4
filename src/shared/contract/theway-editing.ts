import { z } from 'zod';

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
