import { type CommandReader, type OnStore, onStore } from './command-line';

/** The commands that only read. */
export type ReadCommand =
  | ({ name: 'inspect' } & OnStore)
  | ({ name: 'verify' } & OnStore)
  | ({ name: 'sessions' } & OnStore)
  | ({ name: 'tree'; sessionId: string | null } & OnStore)
  | ({ name: 'show'; sessionId: string | null; leafId: string | null } & OnStore)
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
  digest: { arguments: ['FILE'], options: [], read: ([path = '']) => ({ name: 'digest', path }) },
  'commit-id': { arguments: ['KEY'], options: [], read: ([key = '']) => ({ name: 'commit-id', key }) },
};
