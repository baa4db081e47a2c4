import { parseArgs } from 'node:util';
import type { CommitName } from '../../shared/contract/editing';

interface OnStore {
  /** Path, or address of a Redis server. */
  path: string;
  prefix: string | null;
  json: boolean;
}

/** A command line that was understood. */
export type Command =
  | ({ name: 'inspect' } & OnStore)
  | ({ name: 'verify' } & OnStore)
  | ({ name: 'sessions' } & OnStore)
  | ({ name: 'upgrade' } & OnStore)
  | ({ name: 'tree'; sessionId: string | null } & OnStore)
  | ({ name: 'show'; sessionId: string | null; leafId: string | null } & OnStore)
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
  | { name: 'conformance'; target: string; json: boolean }
  | { name: 'digest'; path: string }
  | { name: 'commit-id'; key: string }
  | { name: 'help' | 'version' };

export type ParsedCommand = { ok: true; command: Command } | { ok: false; message: string };

/** What each command takes: the names of its arguments, and its options. */
const COMMANDS = {
  inspect: { arguments: ['PATH'], options: ['json', 'prefix'] },
  tree: { arguments: ['PATH'], options: ['json', 'prefix', 'session'] },
  show: { arguments: ['PATH'], options: ['json', 'prefix', 'session', 'leaf'] },
  verify: { arguments: ['PATH'], options: ['json', 'prefix'] },
  sessions: { arguments: ['STORE'], options: ['json', 'prefix'] },
  append: { arguments: ['STORE', 'FILE'], options: ['json', 'prefix', 'session', 'create'] },
  commit: {
    arguments: ['STORE', 'FILE'],
    options: ['json', 'prefix', 'session', 'create', 'commit-id', 'checkpoint-key', 'digest'],
  },
  pop: { arguments: ['STORE'], options: ['json', 'prefix', 'session'] },
  clear: { arguments: ['STORE'], options: ['json', 'prefix', 'session', 'yes'] },
  upgrade: { arguments: ['STORE'], options: ['json'] },
  conformance: { arguments: ['TARGET'], options: ['json'] },
  digest: { arguments: ['FILE'], options: [] },
  'commit-id': { arguments: ['KEY'], options: [] },
} as const satisfies Record<string, { arguments: readonly string[]; options: readonly string[] }>;

const OPTIONS = {
  json: { type: 'boolean' },
  session: { type: 'string' },
  leaf: { type: 'string' },
  prefix: { type: 'string' },
  create: { type: 'boolean' },
  yes: { type: 'boolean' },
  'commit-id': { type: 'string' },
  'checkpoint-key': { type: 'string' },
  digest: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** Reads the words after `ramify`; what is wrong with them comes back as a sentence. */
export function parseCommand(words: readonly string[]): ParsedCommand {
  let parsed: ReturnType<typeof parseWords>;
  try {
    parsed = parseWords(words);
  } catch (error) {
    // `parseArgs` words its complaints for people.
    return usage(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help) return { ok: true, command: { name: 'help' } };
  if (values.version) return { ok: true, command: { name: 'version' } };
  const [name, ...given] = positionals;
  if (name === undefined) return usage('A command is missing.');
  if (!isCommandName(name)) return usage(`Unknown command: ${name}`);
  const { arguments: wanted, options } = COMMANDS[name];
  const missing = wanted[given.length];
  if (missing !== undefined) return usage(`${name}: ${missing} is missing.`);
  if (given.length > wanted.length) return usage(`${name} takes ${wanted.join(' and ')} only.`);
  const foreign = Object.keys(values).find((option) => !(options as readonly string[]).includes(option));
  if (foreign !== undefined) return usage(`${name} has no option --${foreign}.`);
  return commandOf(name, given, values);
}

function parseWords(words: readonly string[]) {
  return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true, strict: true });
}

type Values = ReturnType<typeof parseWords>['values'];

function commandOf(name: keyof typeof COMMANDS, given: readonly string[], values: Values): ParsedCommand {
  const [first = '', file = ''] = given;
  const json = values.json ?? false;
  const store = { path: first, prefix: values.prefix ?? null, json };
  const sessionId = values.session ?? null;
  const create = values.create ?? false;
  switch (name) {
    case 'inspect':
    case 'verify':
    case 'sessions':
    case 'upgrade':
      return understood({ name, ...store });
    case 'tree':
      return understood({ name, ...store, sessionId });
    case 'show':
      return understood({ name, ...store, sessionId, leafId: values.leaf ?? null });
    case 'conformance':
      return understood({ name, target: first, json });
    case 'digest':
      return understood({ name, path: first });
    case 'commit-id':
      return understood({ name, key: first });
    default:
      break;
  }
  if (sessionId === null) return usage(`${name}: --session ID is missing.`);
  switch (name) {
    case 'append':
      return understood({ name, ...store, sessionId, file, create });
    case 'pop':
      return understood({ name, ...store, sessionId });
    case 'clear':
      return understood({ name, ...store, sessionId, isConfirmed: values.yes ?? false });
    case 'commit': {
      const commit = commitName(values);
      if (commit === null) return usage('commit takes either --commit-id ID or --checkpoint-key KEY.');
      return understood({ name, ...store, sessionId, file, create, commit, digest: values.digest ?? null });
    }
  }
}

/** Exactly one of the two ways; either text may be empty, and the store judges it. */
function commitName(values: Values): CommitName | null {
  const { 'commit-id': commitId, 'checkpoint-key': key } = values;
  if (commitId !== undefined) return key === undefined ? { type: 'id', commitId } : null;
  return key === undefined ? null : { type: 'checkpoint-key', key };
}

function isCommandName(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name);
}

function understood(command: Command): ParsedCommand {
  return { ok: true, command };
}

function usage(message: string): ParsedCommand {
  return { ok: false, message };
}
