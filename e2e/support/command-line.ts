import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './app';

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `ramify` as a user would, on the built app. */
export function ramify(...words: string[]): CommandResult {
  return ramifyWith({}, ...words);
}

export function ramifyWith(
  options: { input?: string; uid?: number; env?: NodeJS.ProcessEnv },
  ...words: string[]
): CommandResult {
  const child = spawnSync(process.execPath, [path.join(root, 'bin/ramify.js'), ...words], {
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 2 ** 30,
    ...options,
  });
  return { exitCode: child.status, stdout: child.stdout, stderr: child.stderr };
}

/** The document a command prints with `--json`. */
// The shapes are what these tests check, so they look at them freely.
// biome-ignore lint/suspicious/noExplicitAny: see above
export function documentOf(result: CommandResult): any {
  return JSON.parse(result.stdout);
}
