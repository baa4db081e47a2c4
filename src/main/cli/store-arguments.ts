import type { CommitName } from '../../shared/contract/editing';
import { type CommandReader, type OnStore, onStore, type Values } from './command-line';

/** The commands that write vv-agent stores, or try how one behaves. */
export type StoreCommand =
  | ({ name: 'append'; sessionId: string; file: string; create: boolean } & OnStore)
  | ({
      name: 'commit';
      sessionId: string;
      file: string;
      create: boolean;
      commit: CommitName;
      digest: string | null;
    } & OnStore)
  | ({ name: 'pop'; sessionId: string } & OnStore)
  | ({ name: 'clear'; sessionId: string; isConfirmed: boolean } & OnStore)
  | ({ name: 'upgrade' } & OnStore)
  | { name: 'conformance'; target: string; json: boolean };

type Name = Exclude<StoreCommand['name'], 'append'>;

export const storeCommands: Readonly<Record<Name, CommandReader<StoreCommand>>> = {
  commit: {
    arguments: ['STORE', 'FILE'],
    options: ['json', 'prefix', 'session', 'create', 'commit-id', 'checkpoint-key', 'digest'],
    read: (given, values) => {
      if (values.session === undefined) return SESSION_MISSING;
      const commit = commitName(values);
      if (commit === null) return 'commit takes either --commit-id ID or --checkpoint-key KEY.';
      return {
        name: 'commit',
        ...onStore(given, values),
        ...newItems(given, values),
        sessionId: values.session,
        commit,
        digest: values.digest ?? null,
      };
    },
  },
  pop: {
    arguments: ['STORE'],
    options: ['json', 'prefix', 'session'],
    read: (given, values) =>
      values.session === undefined
        ? SESSION_MISSING
        : { name: 'pop', ...onStore(given, values), sessionId: values.session },
  },
  clear: {
    arguments: ['STORE'],
    options: ['json', 'prefix', 'session', 'yes'],
    read: (given, values) =>
      values.session === undefined
        ? SESSION_MISSING
        : {
            name: 'clear',
            ...onStore(given, values),
            sessionId: values.session,
            isConfirmed: values.yes ?? false,
          },
  },
  upgrade: {
    arguments: ['STORE'],
    options: ['json'],
    read: (given, values) => ({ name: 'upgrade', ...onStore(given, values) }),
  },
  conformance: {
    arguments: ['TARGET'],
    options: ['json'],
    read: ([target = ''], values) => ({ name: 'conformance', target, json: values.json ?? false }),
  },
};

const SESSION_MISSING = '--session ID is missing.';

/** Where items to append come from, and whether they may make the file. */
export function newItems(
  [, file = '']: readonly string[],
  values: Values,
): { file: string; create: boolean } {
  return { file, create: values.create ?? false };
}

/** Exactly one of the two ways; either text may be empty, and the store judges it. */
function commitName(values: Values): CommitName | null {
  const { 'commit-id': commitId, 'checkpoint-key': key } = values;
  if (commitId !== undefined) return key === undefined ? { type: 'id', commitId } : null;
  return key === undefined ? null : { type: 'checkpoint-key', key };
}
