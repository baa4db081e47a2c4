import { z } from 'zod';
import { FORMAT_IDS } from '../model/format';

/** Most sessions that are listed of one file; a store may hold thousands. */
export const MAX_SESSIONS_OF_FILE = 50;

/** A folder that is looked through for sessions. */
export const OpenFolder = z.object({
  folderId: z.string(),
  /** Absolute. */
  path: z.string(),
  /** The name of the folder itself. */
  name: z.string(),
  /** Counts how often it was opened: what was found under another generation is stale. */
  generation: z.number().int(),
});
export type OpenFolder = z.infer<typeof OpenFolder>;

/** A session in a file of a folder. */
const FoundSession = z.object({
  id: z.string(),
  title: z.string().nullable(),
  entryCount: z.number().int().nullable(),
  /** Milliseconds since 1970; null where the format does not say. */
  writtenMs: z.number().nullable(),
});
export type FoundSession = z.infer<typeof FoundSession>;

/** A file with sessions in a folder, or one that ought to have some and cannot be read. */
export const FoundSessions = z.object({
  /** From the folder that is looked through, with the system's separators. */
  path: z.string(),
  sizeBytes: z.number(),
  /** Milliseconds since 1970. */
  writtenMs: z.number(),
  /** Null where the file was not opened. */
  format: z.enum(FORMAT_IDS).nullable(),
  /** Whether it is the transcript of a sub-agent of another session. */
  isSubAgent: z.boolean(),
  /** The ones written last, at most {@link MAX_SESSIONS_OF_FILE}. */
  sessions: z.array(FoundSession).max(MAX_SESSIONS_OF_FILE),
  /** How many the file has, listed or not. */
  sessionCount: z.number().int(),
  /** What was seen to be wrong with it, or why it was not opened; null where nothing was. Its checks may find more. */
  trouble: z.string().nullable(),
});
export type FoundSessions = z.infer<typeof FoundSessions>;

/** How far the files are looked at. */
const counts = {
  doneFiles: z.number().int(),
  /** Null until the files are counted. */
  totalFiles: z.number().int().nullable(),
  /** Files that no format knows. */
  unknownFiles: z.number().int(),
};

/** What was found since the last message. */
const FolderFound = z.object({ type: z.literal('found'), ...counts, files: z.array(FoundSessions) });

/** The folder was looked through. */
export const FolderEnd = z.object({
  type: z.literal('end'),
  ...counts,
  /** Whether the folder has more files than are looked at: those written last were. */
  isCut: z.boolean(),
});
export type FolderEnd = z.infer<typeof FolderEnd>;

/** The folder cannot be looked through; the sentence says why. */
const FolderFailed = z.object({ type: z.literal('failed'), code: z.string(), message: z.string() });

/** What travels on the port of a folder. */
export const FolderMessage = z.union([FolderFound, FolderEnd, FolderFailed]);
export type FolderMessage = z.infer<typeof FolderMessage>;
