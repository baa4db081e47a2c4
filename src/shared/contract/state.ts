import { z } from 'zod';
import { FileSummary } from '../model/session';
import { Editing, Undo } from './editing';
import { OperationError } from './errors';

/** How the app looks: a fixed theme, or the system's. */
export const Theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof Theme>;

export const AppInfo = z.object({
  version: z.string(),
  platform: z.string(),
  electron: z.string(),
  chromium: z.string(),
  node: z.string(),
  theme: Theme,
});
export type AppInfo = z.infer<typeof AppInfo>;

/** How far a long operation is; `total` is null while unknown. `unit` is for people: `MB`, `entries`. */
export const Progress = z.object({
  label: z.string(),
  done: z.number(),
  total: z.number().nullable(),
  unit: z.string(),
});
export type Progress = z.infer<typeof Progress>;

const common = {
  fileId: z.string(),
  /** Where it is: a path, or the address of a server without any credentials. */
  path: z.string(),
  /** For titles: the file name, or the server's. */
  name: z.string(),
  /** What it is read from. A server has no folder, no size and nothing to reveal. */
  place: z.enum(['file', 'server']),
  /** Counts how often the file was (re)opened: what was read under another generation is stale. */
  generation: z.number().int(),
};

/** What can be told of a file without opening it. */
export const FoundFile = z.object({
  sizeBytes: z.number(),
  /** Milliseconds since 1970. */
  writtenMs: z.number(),
});
export type FoundFile = z.infer<typeof FoundFile>;

/**
 * What became of a file since it was read: it was written to, which is followed by itself; another file took its place,
 * or it is shorter than it was; or it is gone. Of a server only the first is known.
 */
export const FileChange = z.enum(['written', 'replaced', 'shortened', 'deleted']);
export type FileChange = z.infer<typeof FileChange>;

/**
 * One file the window has open, and how it stands:
 * `opening` (with progress after a while), `open`, `failed` (could not be opened, or cancelled),
 * `dead` (its data process ended; the rest of the app goes on).
 */
export const OpenFile = z.discriminatedUnion('status', [
  z.object({ ...common, status: z.literal('opening'), progress: Progress.nullable() }),
  z.object({
    ...common,
    status: z.literal('open'),
    summary: FileSummary,
    /** How the file changed since it was read; null while it has not. */
    change: FileChange.nullable(),
    /** A shipped sample, opened as a copy. */
    isSample: z.boolean(),
    editing: Editing,
    /** The last write made here, while it can be told; null when there was none. */
    undo: Undo.nullable(),
  }),
  z.object({
    ...common,
    status: z.enum(['failed', 'dead']),
    error: OperationError,
    /** Of a file that another program has locked; null otherwise. */
    found: FoundFile.nullable(),
  }),
]);
export type OpenFile = z.infer<typeof OpenFile>;

/**
 * What became of a link to an entry: its file is in the list of open files, or it was refused. A null session is the one
 * the file shows by itself, a null entry is none.
 */
export const LinkOutcome = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('found'),
    fileId: z.string(),
    sessionId: z.string().nullable(),
    entryId: z.string().nullable(),
  }),
  z.object({ status: z.literal('refused'), message: z.string() }),
]);
export type LinkOutcome = z.infer<typeof LinkOutcome>;

/** A file or a folder that was opened before. */
export const RecentFile = z.object({
  path: z.string(),
  name: z.string(),
  /** Folder, with the home folder as `~`. */
  folder: z.string(),
  /** ISO 8601. */
  openedAt: z.string(),
  isFolder: z.boolean(),
});
export type RecentFile = z.infer<typeof RecentFile>;
