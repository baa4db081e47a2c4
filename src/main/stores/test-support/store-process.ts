import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Item } from '../../../shared/vv-agent/item';
import { bundleEntry } from '../../sqlite/test-support/bundle';
import type { CommitOutcome, Session, SessionStore } from '../session-store';
import { SessionStoreError } from '../store-error';
import type { StoreCall, StoreReply } from './store-call';

/** Builds the script that {@link StoreProcess} runs; gives its path. */
export function bundleStoreChild(folder: string): Promise<string> {
  return bundleEntry(folder, path.join(import.meta.dirname, 'store-child.ts'));
}

/** A store on a file or a Redis server that another process has open. */
export class StoreProcess implements SessionStore {
  readonly #child: ChildProcess;
  #lastId = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts a process and waits until it has opened, or made, the store. */
  static async start(script: string, file: string): Promise<StoreProcess> {
    const child = fork(script, [file], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [first] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (first !== 'ready') throw new Error(`The process ended instead of opening the store: ${first}`);
    return new StoreProcess(child);
  }

  session(sessionId: string): ProcessSession {
    return new ProcessSession(sessionId, (method, args, startAtMs = 0) =>
      this.#call({ id: ++this.#lastId, sessionId, method, args, startAtMs }),
    );
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    if (this.#child.connected) this.#child.disconnect();
    await ended;
  }

  #call(call: StoreCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#child.off('message', onMessage);
        this.#child.off('exit', onExit);
      };
      const onExit = () => {
        stop();
        reject(new Error('The process ended without an answer'));
      };
      const onMessage = (reply: StoreReply) => {
        if (reply.id !== call.id) return;
        stop();
        if (reply.ok) resolve(reply.value);
        else reject(new SessionStoreError(reply.error.code, reply.error.message, reply.error.detail));
      };
      this.#child.on('message', onMessage);
      this.#child.on('exit', onExit);
      this.#child.send(call);
    });
  }
}

type Call = (method: StoreCall['method'], args: readonly unknown[], startAtMs?: number) => Promise<unknown>;

/** A session of such a store. What comes back has the type that the same interface gives it over there. */
class ProcessSession implements Session {
  readonly supportsAddItemsOnce = true;
  readonly sessionId: string;
  readonly #call: Call;

  constructor(sessionId: string, call: Call) {
    this.sessionId = sessionId;
    this.#call = call;
  }

  getItems(limit?: number): Promise<Item[]> {
    return this.#call('getItems', [limit]) as Promise<Item[]>;
  }

  async addItems(items: readonly Item[]): Promise<void> {
    await this.#call('addItems', [items]);
  }

  /** `startAtMs`: when to start, in milliseconds since 1970. */
  addItemsOnce(
    commitId: string,
    payloadDigest: string,
    items: readonly Item[],
    startAtMs?: number,
  ): Promise<CommitOutcome> {
    return this.#call('addItemsOnce', [commitId, payloadDigest, items], startAtMs) as Promise<CommitOutcome>;
  }

  popItem(): Promise<Item | undefined> {
    return this.#call('popItem', []) as Promise<Item | undefined>;
  }

  async clear(): Promise<void> {
    await this.#call('clear', []);
  }

  async clearSession(): Promise<void> {
    await this.#call('clearSession', []);
  }
}
