import { z } from 'zod';
import { Abilities } from './abilities';
import { FORMAT_IDS } from './format';
import { Problem } from './report';

/** One session of a file, as lists show it. */
export const SessionSummary = z.object({
  id: z.string(),
  /** Its name, else its first user text (cut), else null. */
  title: z.string().nullable(),
  /** Null where a file is so long that they are counted only as they are read. */
  entryCount: z.number().int().nullable(),
  /** Entry id of the leaf the file itself names; null when it has none. */
  storedLeaf: z.string().nullable(),
  /** When the newest entry was written, as stored; null when the format does not say. */
  lastWrittenAt: z.string().nullable(),
  /** Rank by last write in this file: 0 is the session written last. */
  recency: z.number().int(),
  /** How many commits the session has; 0 in formats without commits. */
  commitCount: z.number().int(),
});
export type SessionSummary = z.infer<typeof SessionSummary>;

/** A name and a value for people, e.g. `Journal mode` / `wal`; shown, never judged. */
export const Fact = z.object({ name: z.string(), value: z.string() });
export type Fact = z.infer<typeof Fact>;

/** What opening a file told about it. */
export const FileSummary = z.object({
  path: z.string(),
  format: z.enum(FORMAT_IDS),
  /** Version of the format, e.g. `2`; null when it has none. */
  formatVersion: z.string().nullable(),
  sizeBytes: z.number(),
  facts: z.array(Fact),
  /** In the order of the file; at most {@link MAX_SESSIONS_LISTED}. */
  sessions: z.array(SessionSummary),
  /** How many sessions the file has, listed or not. */
  sessionCount: z.number().int(),
  problems: z.array(Problem),
  abilities: Abilities,
});
export type FileSummary = z.infer<typeof FileSummary>;

/** A file may hold more sessions than a list can show; the newest are listed. */
export const MAX_SESSIONS_LISTED = 10_000;
