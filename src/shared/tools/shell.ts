import { type Arguments, own, textOf } from './arguments';

/** What a shell call ran. */
export interface ShellCommand {
  readonly command: string;
  /** Folder it ran in; null where the call does not say. */
  readonly folder: string | null;
}

/** The command of a shell call; null when its arguments have none. */
export function shellCommand(args: Arguments): ShellCommand | null {
  const folder = textOf(args, 'cwd', 'workdir', 'working_directory', 'exec_dir', 'dir_path', 'directory');
  for (const name of ['command', 'cmd', 'commands', 'script']) {
    const value = own(args, name);
    const command = typeof value === 'string' ? value : wordsOf(value);
    if (command !== null) return { command, folder };
  }
  const subcommand = textOf(args, 'subcommand');
  if (subcommand === null) return null;
  return { command: ['git', subcommand, wordsOf(own(args, 'args')) ?? ''].join(' ').trim(), folder };
}

/** A command given as words. Of `bash -lc SCRIPT` the script is what was run. */
function wordsOf(value: unknown): string | null {
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string')) return null;
  const [shell = '', flag = '', script] = value;
  if (value.length === 3 && /(^|\/)(ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(flag)) return String(script);
  return value.join(' ');
}

/** How a command ended. */
export interface ShellEnd {
  /** Null where nothing says. */
  readonly exitCode: number | null;
  /** The output without the line that told the code. */
  readonly output: string;
}

const CODE_FIELDS = ['exitCode', 'exit_code', 'exit_status', 'exit', 'return_code'];
/** Lines at the very end of an output that tell the code, in the words of pi, theway, Gemini CLI and Qwen Code. */
const LAST_LINE =
  /(?:^|\n)(?:(?:Command exited with code|Exit Code:) (-?\d{1,10})|\[exit (-?\d{1,10})\])\s*$/;

/** The exit code of a command: what the details of the result say, else what the last line of the output does. */
export function shellEnd(output: string, details: readonly Arguments[]): ShellEnd {
  const found = LAST_LINE.exec(output);
  const told = found === null ? null : Number(found[1] ?? found[2]);
  const text = found === null ? output : withoutLastBreaks(output.slice(0, found.index));
  for (const part of details)
    for (const name of CODE_FIELDS) {
      const value = own(part, name);
      if (typeof value === 'number') return { exitCode: value, output: text };
    }
  return { exitCode: told, output: text };
}

/** A loop: the pattern for it looks at each run of line breaks as often as that is long. */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '\n') end -= 1;
  return text.slice(0, end);
}
