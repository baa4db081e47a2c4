import { parseArgs } from 'node:util';

/** A command line that was understood. */
export type Command =
  | { name: 'inspect' | 'verify'; path: string; json: boolean }
  | { name: 'tree'; path: string; sessionId: string | null; json: boolean }
  | { name: 'show'; path: string; sessionId: string | null; leafId: string | null; json: boolean }
  | { name: 'digest'; path: string }
  | { name: 'commit-id'; key: string }
  | { name: 'help' | 'version' };

export type ParsedCommand = { ok: true; command: Command } | { ok: false; message: string };

/** Options each command takes, and the name of its one argument. */
const COMMANDS = {
  inspect: { argument: 'PATH', options: ['json'] },
  tree: { argument: 'PATH', options: ['json', 'session'] },
  show: { argument: 'PATH', options: ['json', 'session', 'leaf'] },
  verify: { argument: 'PATH', options: ['json'] },
  digest: { argument: 'FILE', options: [] },
  'commit-id': { argument: 'KEY', options: [] },
} as const satisfies Record<string, { argument: string; options: readonly string[] }>;

const OPTIONS = {
  json: { type: 'boolean' },
  session: { type: 'string' },
  leaf: { type: 'string' },
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
  const [name, argument, ...rest] = positionals;
  if (name === undefined) return usage('A command is missing.');
  if (!isCommandName(name)) return usage(`Unknown command: ${name}`);
  const { argument: argumentName, options } = COMMANDS[name];
  if (argument === undefined) return usage(`${name}: ${argumentName} is missing.`);
  if (rest.length > 0) return usage(`${name} takes one ${argumentName}.`);
  const foreign = Object.keys(values).find((option) => !(options as readonly string[]).includes(option));
  if (foreign !== undefined) return usage(`${name} has no option --${foreign}.`);
  return { ok: true, command: commandOf(name, argument, values) };
}

function parseWords(words: readonly string[]) {
  return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true, strict: true });
}

function commandOf(
  name: keyof typeof COMMANDS,
  argument: string,
  values: { json?: boolean; session?: string; leaf?: string },
): Command {
  const json = values.json ?? false;
  const sessionId = values.session ?? null;
  switch (name) {
    case 'inspect':
    case 'verify':
      return { name, path: argument, json };
    case 'tree':
      return { name, path: argument, sessionId, json };
    case 'show':
      return { name, path: argument, sessionId, leafId: values.leaf ?? null, json };
    case 'digest':
      return { name, path: argument };
    case 'commit-id':
      return { name, key: argument };
  }
}

function isCommandName(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name);
}

function usage(message: string): ParsedCommand {
  return { ok: false, message };
}

export const HELP = `Ramify reads the session files that AI agents leave on disk.

  ramify inspect PATH [--json]                         format, checks, sessions, problems
  ramify tree PATH [--session ID] [--json]             all entries of a session, as a tree
  ramify show PATH [--session ID] [--leaf ID] [--json] the conversation that ends at a leaf
  ramify verify PATH [--json]                          checks and commits; exit 1 if anything is unsound
  ramify digest FILE                                   payload digest of a JSON array of items; - reads standard input
  ramify commit-id KEY                                 commit id of a checkpoint key
  ramify --help | --version

Without --session: the only session, else the one written last. Nothing that is read is changed.
Exit: 0 fine, 1 problems found (verify), 2 cannot be opened, 64 usage.
`;
