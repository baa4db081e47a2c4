import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './app';

const PROGRAM = `
  const Database = require('better-sqlite3');
  const database = new Database(process.argv[1]);
  database.exec('BEGIN EXCLUSIVE');
  process.stdout.write('locked');
  setInterval(() => {}, 1000);
`;

/** Starts a program that holds a database in an exclusive transaction until it is ended. */
export async function lock(file: string): Promise<ChildProcess> {
  const holder = spawn(process.execPath, ['-e', PROGRAM, file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(holder.stdout, 'data');
  return holder;
}

/** Ends such a program at once, and waits until it is gone. */
export async function end(holder: ChildProcess): Promise<void> {
  const gone = once(holder, 'exit');
  holder.kill('SIGKILL');
  await gone;
}
