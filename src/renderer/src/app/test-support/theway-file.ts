import type { ReadFile } from '../active-file';

/** A theway session that is open and may be edited. */
export const thewayFile: ReadFile = {
  fileId: 'f',
  path: '/home/dev/session.db',
  name: 'session.db',
  place: 'file',
  generation: 1,
  status: 'open',
  summary: {
    path: '/home/dev/session.db',
    format: 'theway',
    formatVersion: null,
    sizeBytes: 1,
    facts: [],
    sessions: [
      {
        id: 's',
        title: null,
        entryCount: 2,
        storedLeaf: '2',
        lastWrittenAt: null,
        recency: 0,
        commitCount: 0,
      },
    ],
    sessionCount: 1,
    problems: [],
    abilities: {
      changes: ['set-leaf', 'clear-leaf', 'label', 'rename', 'user-message', 'binding', 'collapse', 'delete'],
      copies: ['fork', 'clone', 'archive'],
      readOnlyReason: null,
      mustUpgrade: false,
    },
  },
  change: null,
  isSample: false,
  editing: 'on',
  undo: null,
};
