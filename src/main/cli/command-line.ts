/** The options there are; each command names those it takes. */
export const OPTIONS = {
  json: { type: 'boolean' },
  session: { type: 'string' },
  leaf: { type: 'string' },
  left: { type: 'string' },
  right: { type: 'string' },
  'right-path': { type: 'string' },
  'right-session': { type: 'string' },
  prefix: { type: 'string' },
  create: { type: 'boolean' },
  yes: { type: 'boolean' },
  'commit-id': { type: 'string' },
  'checkpoint-key': { type: 'string' },
  digest: { type: 'string' },
  to: { type: 'string' },
  entry: { type: 'string' },
  text: { type: 'string' },
  clear: { type: 'boolean' },
  at: { type: 'string' },
  before: { type: 'string' },
  binding: { type: 'string' },
  node: { type: 'string' },
  'clear-node': { type: 'boolean' },
  collapsed: { type: 'string' },
  format: { type: 'string' },
  out: { type: 'string', short: 'o' },
  activate: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

type OptionName = keyof typeof OPTIONS;

/** The values of the options that were given. */
export type Values = {
  readonly [N in OptionName]?: (typeof OPTIONS)[N]['type'] extends 'boolean' ? boolean : string;
};

/** How one command is read: the names of its arguments, its options, and what becomes of them. */
export interface CommandReader<Command> {
  readonly arguments: readonly string[];
  readonly options: readonly OptionName[];
  /** The command, or what is wrong with it: a sentence. There are as many arguments as names. */
  read(given: readonly string[], values: Values): Command | string;
}

/** What every command on a store or a session has. */
export interface OnStore {
  /** Path, or address of a Redis server. */
  readonly path: string;
  readonly prefix: string | null;
  readonly json: boolean;
}

export function onStore([path = '']: readonly string[], values: Values): OnStore {
  return { path, prefix: values.prefix ?? null, json: values.json ?? false };
}
