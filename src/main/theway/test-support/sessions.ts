import path from 'node:path';
import type { Binding, SessionMetadata } from '../../../shared/theway/metadata';
import { readEntry, type SessionEntry } from '../../../shared/theway/session-entry';
import type { TestFolders } from '../../sqlite/test-support/files';
import { openMemorySession } from '../memory-session';
import type { Session } from '../session';
import { ThewaySessionError } from '../session-error';
import { createSqliteSession } from '../sqlite-session';

/** What a session has whose file says no more than it must. */
export const METADATA: SessionMetadata = {
  id: '01932d4e-7a10-7c3a-9e55-3f1f0a6b8c01',
  createdAt: '2026-01-02T03:04:05Z',
  cwd: '/home/dev/project',
  path: '/home/dev/.theway/sessions/0123456789ab/session.db',
  parentSessionPath: null,
  importedFrom: null,
  binding: null,
  collapseNodeId: null,
  collapsed: null,
};

export const BINDING: Binding = {
  clientKey: 'terminal',
  runtime: { workDir: '/w', provider: 'p', model: 'm', baseUrl: 'https://host/v1', thinking: false },
};

/** Makes a session without entries. */
export type OpenSession = (folders: TestFolders) => Session;

/** Each kind of store. */
export const OPENERS: readonly [memory: [string, OpenSession], file: [string, OpenSession]] = [
  ['in memory', () => openMemorySession(METADATA)],
  ['in a file', (folders) => createSqliteSession(path.join(folders.user, 'session.db'), METADATA)],
];

/** A sound entry, of its JSON text or of what it is to say. */
export function entryOf(content: string | Readonly<Record<string, unknown>>): SessionEntry {
  const read = readEntry(typeof content === 'string' ? content : JSON.stringify(content));
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

/** The error of work that must fail. */
export function thrownBy(work: () => unknown): ThewaySessionError {
  try {
    work();
  } catch (error) {
    if (error instanceof ThewaySessionError) return error;
    throw error;
  }
  throw new Error('It was not refused');
}
