import { parseArgs } from 'node:util';
import { type CommandReader, OPTIONS, onStore, type Values } from './command-line';
import { type ReadCommand, readCommands } from './read-arguments';
import { type SessionCommand, sessionCommands } from './session-arguments';
import { newItems, type StoreCommand, storeCommands } from './store-arguments';

/** A command line that was understood. */
export type Command = ReadCommand | StoreCommand | SessionCommand | { name: 'help' | 'version' };

export type ParsedCommand = { ok: true; command: Command } | { ok: false; message: string };

/** `append` is a word of both families: with a session it is for a vv-agent store, without for a theway session. */
const append: CommandReader<Command> = {
  arguments: ['STORE', 'FILE'],
  options: ['json', 'prefix', 'session', 'create'],
  read: (given, values) => {
    const common = { ...onStore(given, values), ...newItems(given, values) };
    const { session } = values;
    if (session !== undefined) return { name: 'append', ...common, sessionId: session };
    return common.create ? '--create needs --session ID.' : { name: 'append-entries', ...common };
  },
};

const COMMANDS: Readonly<Record<string, CommandReader<Command>>> = {
  ...readCommands,
  ...storeCommands,
  ...sessionCommands,
  append,
};

/** Reads the words after `ramify`; what is wrong with them comes back as a sentence. */
export function parseCommand(words: readonly string[]): ParsedCommand {
  let parsed: { values: Values; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    // `parseArgs` words its complaints for people.
    return usage(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help) return { ok: true, command: { name: 'help' } };
  if (values.version) return { ok: true, command: { name: 'version' } };
  const [name, ...given] = positionals;
  if (name === undefined) return usage('A command is missing.');
  const reader = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!reader) return usage(`Unknown command: ${name}`);
  const missing = reader.arguments[given.length];
  if (missing !== undefined) return usage(`${name}: ${missing} is missing.`);
  if (given.length > reader.arguments.length)
    return usage(`${name} takes ${reader.arguments.join(' and ')} only.`);
  const foreign = Object.keys(values).find((option) => !reader.options.some((known) => known === option));
  if (foreign !== undefined) return usage(`${name} has no option --${foreign}.`);
  const command = reader.read(given, values);
  return typeof command === 'string' ? usage(prefixed(name, command)) : { ok: true, command };
}

/** Sentences that do not name their command get its name in front. */
function prefixed(name: string, sentence: string): string {
  return sentence.startsWith(`${name} `) ? sentence : `${name}: ${sentence}`;
}

function usage(message: string): ParsedCommand {
  return { ok: false, message };
}
