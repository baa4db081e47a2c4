import { failure } from '../../sqlite/failure';
import { DatabaseError } from '../database-error';
import type { TextFormat } from '../format';
import { openGuarded } from '../line-session/text-format';
import { bytesOf, jsonFile } from './json-files';
import { layoutAround } from './json-layout';
import { leadingMembers, roleOf } from './json-record';
import { JsonStorage } from './json-storage';
import { LoneRecord } from './lone-record';
import { OpenCodeStore } from './store';

/** What is read of a file to see what it is. */
const HEAD_BYTES = 256 * 1024;

/** Beside one of the first, the others hold parts of sessions, thousands of small files. */
const SESSION_FOLDERS: ReadonlySet<string> = new Set(['session', 'info']);
const PART_FOLDERS = ['message', 'part', 'session_diff', 'todo'];

/** Sessions of OpenCode before its database: a folder of JSON files, any of which opens the session it belongs to. */
export const openCodeJsonFormat: TextFormat = {
  id: 'opencode',
  detect: (head) => roleOf(leadingMembers(head)) !== null,
  partFolders: (names) => (names.some((name) => SESSION_FOLDERS.has(name)) ? PART_FOLDERS : []),
  open: (givenPath, options) =>
    openGuarded(givenPath, options, async (file) => {
      const record = leadingMembers(bytesOf(file, HEAD_BYTES) ?? Buffer.alloc(0));
      const role = roleOf(record);
      const stored = jsonFile(file);
      // It was one when it was looked at.
      if (role === null || stored === null) throw new DatabaseError(failure('changed-while-reading', file));
      const placed = layoutAround(file, role, record);
      const storage = placed === null ? new LoneRecord(stored, role, record) : new JsonStorage(placed);
      return {
        source: new OpenCodeStore(storage),
        sizeBytes: stored.sizeBytes,
        hasChanged: () => storage.hasChanged(),
      };
    }),
};
