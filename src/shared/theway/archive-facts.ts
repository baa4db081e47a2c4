import type { ArchiveManifest } from './archive-manifest';
import type { SessionMetadata } from './metadata';

/** What is shown of an archive before anything is imported; all of it was checked. */
export interface ArchiveFacts {
  readonly manifest: ArchiveManifest;
  /** The first line of the transcript: the session as it was at its source. */
  readonly metadata: SessionMetadata;
  readonly entryCount: number;
  readonly activeLeafId: string | null;
  /** The beginning of the first user message; null when there is none. */
  readonly firstUserText: string | null;
  /** Null when the archive has none. */
  readonly triggers: AutomationCounts | null;
  readonly cronJobs: AutomationCounts | null;
  /** Of the archive as a file. */
  readonly archiveBytes: number;
  /** Of the transcript in it. */
  readonly transcriptBytes: number;
  /** What has to be known before it is imported or handed on, sentences. */
  readonly statements: readonly string[];
}

/** What acts by itself, as it was at the source. An import disables all of it, unless it is asked not to. */
export interface AutomationCounts {
  readonly total: number;
  readonly enabled: number;
}

/** How far the reading, the check or the import of an archive is, in bytes. */
export interface ArchiveProgress {
  readonly phase: 'reading' | 'checking' | 'writing';
  readonly doneBytes: number;
  readonly totalBytes: number;
}
