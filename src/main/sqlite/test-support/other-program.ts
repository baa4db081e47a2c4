import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const SCRIPT = path.join(import.meta.dirname, 'sqlite-child.mjs');

interface Reply {
  readonly id: number;
  readonly error?: string;
}

/** A second process that has a database open, as the agent that writes it would. */
export class OtherProgram {
  readonly #child: ChildProcess;
  #lastId = 0;

  constructor(databasePath: string) {
    this.#child = fork(SCRIPT, [databasePath], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    running.add(this);
  }

  /** Runs SQL over there and waits until it is done. */
  exec(sql: string): Promise<void> {
    return this.#ask({ sql });
  }

  /** Runs SQL over there again and again, without end. */
  keepOn(sql: string, everyMs: number): Promise<void> {
    return this.#ask({ sql, everyMs });
  }

  /** Ends it without any chance to tidy up. */
  async kill(): Promise<void> {
    running.delete(this);
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  #ask(order: { readonly sql: string; readonly everyMs?: number }): Promise<void> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const onMessage = (reply: Reply): void => {
        if (reply.id !== id) return;
        this.#child.off('message', onMessage);
        if (reply.error === undefined) resolve();
        else reject(new Error(reply.error));
      };
      this.#child.on('message', onMessage);
      this.#child.send({ id, ...order });
    });
  }
}

const running = new Set<OtherProgram>();

/** Ends every program a test has left running. */
export async function endOtherPrograms(): Promise<void> {
  for (const program of [...running]) await program.kill();
}
