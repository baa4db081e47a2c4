import { type CommandReader, type OnStore, onStore } from './command-line';

/** One side of a comparison as it is named. */
export interface NamedSide {
  /** Path, or address of a Redis server. */
  readonly path: string;
  /** Null for the session that was written last. */
  readonly sessionId: string | null;
  /** Null for the stored leaf. */
  readonly entryId: string | null;
}

/** The commands that only read. */
export type ReadCommand =
  | ({ name: 'inspect' } & OnStore)
  | ({ name: 'verify' } & OnStore)
  | ({ name: 'sessions' } & OnStore)
  | ({ name: 'tree'; sessionId: string | null } & OnStore)
  | ({ name: 'show'; sessionId: string | null; leafId: string | null } & OnStore)
  | ({ name: 'context'; sessionId: string | null; leafId: string | null } & OnStore)
  | ({ name: 'compare'; left: NamedSide; right: NamedSide } & OnStore)
  | { name: 'digest'; path: string }
  | { name: 'commit-id'; key: string };

export const readCommands: Readonly<Record<ReadCommand['name'], CommandReader<ReadCommand>>> = {
  inspect: {
    arguments: ['PATH'],
    options: ['json', 'prefix'],
    read: (given, values) => ({ name: 'inspect', ...onStore(given, values) }),
  },
  verify: {
    arguments: ['PATH'],
    options: ['json', 'prefix'],
    read: (given, values) => ({ name: 'verify', ...onStore(given, values) }),
  },
  sessions: {
    arguments: ['STORE'],
    options: ['json', 'prefix'],
    read: (given, values) => ({ name: 'sessions', ...onStore(given, values) }),
  },
  tree: {
    arguments: ['PATH'],
    options: ['json', 'prefix', 'session'],
    read: (given, values) => ({
      name: 'tree',
      ...onStore(given, values),
      sessionId: values.session ?? null,
    }),
  },
  show: {
    arguments: ['PATH'],
    options: ['json', 'prefix', 'session', 'leaf'],
    read: (given, values) => ({
      name: 'show',
      ...onStore(given, values),
      sessionId: values.session ?? null,
      leafId: values.leaf ?? null,
    }),
  },
  context: {
    arguments: ['PATH'],
    options: ['json', 'prefix', 'session', 'leaf'],
    read: (given, values) => ({
      name: 'context',
      ...onStore(given, values),
      sessionId: values.session ?? null,
      leafId: values.leaf ?? null,
    }),
  },
  compare: {
    arguments: ['PATH'],
    options: ['json', 'prefix', 'session', 'left', 'right', 'right-path', 'right-session'],
    read: (given, values) => {
      const store = onStore(given, values);
      const { session = null, left = null, right = null, 'right-path': rightPath } = values;
      // Another file has a session of its own; in the same file it is the same, unless another one is named.
      const rightSession = values['right-session'] ?? (rightPath === undefined ? session : null);
      const isOneSession = rightPath === undefined && rightSession === session;
      if (isOneSession && (left === null || right === null)) return 'compare takes --left ID and --right ID.';
      return {
        name: 'compare',
        ...store,
        left: { path: store.path, sessionId: session, entryId: left },
        right: { path: rightPath ?? store.path, sessionId: rightSession, entryId: right },
      };
    },
  },
  digest: { arguments: ['FILE'], options: [], read: ([path = '']) => ({ name: 'digest', path }) },
  'commit-id': { arguments: ['KEY'], options: [], read: ([key = '']) => ({ name: 'commit-id', key }) },
};
