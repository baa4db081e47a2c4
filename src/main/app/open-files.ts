import { randomUUID } from 'node:crypto';
import type { Editing, Undo } from '../../shared/contract/editing';
import { fail, type OperationError, ok, type Result } from '../../shared/contract/errors';
import type { FoundFile, OpenFile, Progress } from '../../shared/contract/state';
import type { StoreTarget } from '../../shared/contract/target';
import type { Change } from '../../shared/model/abilities';
import type { HostedClient } from './data-host';
import type { DatabaseCopies } from './database-copies';
import { changeOf, lookAt, stampOf } from './file-stamp';
import {
  type Connection,
  type Entry,
  type EntryState,
  editingOf,
  isSamePlace,
  newEntry,
  toOpenFile,
} from './open-entry';
import { SpareProcess } from './spare-process';
import { Turns } from './turns';

/** Processes kept for open files; the one used longest ago is ended, and started again when it is asked. */
const MAX_PROCESSES = 4;
/** Files opened at the same time: each is a process, and hundreds can be asked for at once. */
const MAX_OPENING = 4;
/** Opening may copy a large file; every second of it shows progress. */
const OPEN_DEADLINE_MS = 60_000;
/** Nobody waits for the answer: it must not be what ends a process that is busy with something long. */
const WATCH_DEADLINE_MS = 600_000;

const STAND_IN_CODES: ReadonlySet<string> = new Set(['session-id-not-text', 'session-id-too-long']);

interface OpenFilesEvents {
  /** The list, or the state of a file in it, changed. */
  onChange(files: OpenFile[]): void;
  /** A file that was open already was asked for again. */
  onShow(fileId: string): void;
  /** Somebody else changed a file since it was read. */
  onForeignChange(fileId: string): void;
}

interface StartOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** The files the window has open, each behind a data process of its own. */
export class OpenFiles {
  readonly #entries = new Map<string, Entry>();
  readonly #copies: DatabaseCopies;
  readonly #events: OpenFilesEvents;
  // The window shows the latest of the files it was given.
  readonly #turns = new Turns(MAX_OPENING, 'latest-first');
  readonly #spare: SpareProcess;
  #uses = 0;
  #isWatching = true;

  constructor(copies: DatabaseCopies, events: OpenFilesEvents) {
    this.#copies = copies;
    this.#events = events;
    this.#spare = new SpareProcess(copies, () =>
      [...this.#entries.values()].some(({ connection }) => connection?.client.isBusy),
    );
    this.#spare.prepareSoon();
  }

  list(): OpenFile[] {
    return [...this.#entries.values()].map(toOpenFile);
  }

  targetOf(fileId: string): StoreTarget | undefined {
    return this.#entries.get(fileId)?.target;
  }

  /** The path of a file; undefined for a server, and for what is not open. */
  pathOf(fileId: string): string | undefined {
    const target = this.targetOf(fileId);
    return target?.type === 'file' ? target.path : undefined;
  }

  /** Whether a file is in the list, however it stands. */
  has(file: string): boolean {
    return this.idOf(file) !== undefined;
  }

  /** The id of a file that is in the list. */
  idOf(file: string): string | undefined {
    return this.#atPlace({ type: 'file', path: file })?.fileId;
  }

  editingOf(fileId: string): Editing {
    const entry = this.#entries.get(fileId);
    return entry ? editingOf(entry) : 'impossible';
  }

  /** Whether what is stored there can have this done to it at all, editing switched on or not. */
  canChange(fileId: string, change: Change): boolean {
    const state = this.#entries.get(fileId)?.state;
    return state?.status === 'open' && state.summary.abilities.changes.includes(change);
  }

  /** Whether a session is listed under a name made up for it, which is not its id. */
  hasStandInName(fileId: string, sessionId: string): boolean {
    const state = this.#entries.get(fileId)?.state;
    if (state?.status !== 'open') return false;
    return state.summary.problems.some(
      (problem) => problem.sessionId === sessionId && STAND_IN_CODES.has(problem.code),
    );
  }

  /** Opens a file, or comes back to it when it is open already. Gives its id and whether it could be opened. */
  async open(
    target: StoreTarget,
    options: { isSample?: boolean } = {},
  ): Promise<{ fileId: string; isOpen: boolean }> {
    const known = this.#atPlace(target);
    if (known?.state.status === 'open' || known?.state.status === 'opening') {
      this.#events.onShow(known.fileId);
      return { fileId: known.fileId, isOpen: known.state.status === 'open' };
    }
    const entry: Entry = {
      // What could not be opened is tried again in its place, with what was given now: it may be another password.
      ...newEntry(known?.fileId ?? randomUUID(), target),
      isSample: options.isSample ?? false,
      generation: known?.generation ?? 0,
    };
    if (known) {
      this.#stopProcess(known);
      this.#events.onShow(known.fileId);
    }
    this.#entries.set(entry.fileId, entry);
    await this.#start(entry);
    return { fileId: entry.fileId, isOpen: entry.state.status === 'open' };
  }

  /** Lists a file that was looked into and cannot be opened, with the reason. */
  fail(file: string, error: OperationError): void {
    const target = { type: 'file', path: file } as const;
    const known = this.#atPlace(target);
    const fileId = known?.fileId ?? randomUUID();
    const generation = (known?.generation ?? 0) + 1;
    this.#entries.set(fileId, {
      ...newEntry(fileId, target),
      generation,
      state: { status: 'failed', error },
    });
    this.#changed();
    this.#events.onShow(fileId);
  }

  /** Reads the file again, as a new generation. */
  async reload(fileId: string): Promise<void> {
    const entry = this.#entries.get(fileId);
    if (!entry || entry.state.status === 'opening') return;
    this.#stopProcess(entry);
    await this.#start(entry);
  }

  cancel(fileId: string): void {
    const state = this.#entries.get(fileId)?.state;
    if (state?.status === 'opening') state.abort.abort();
  }

  close(fileId: string): void {
    const entry = this.#entries.get(fileId);
    if (!entry) return;
    this.cancel(fileId);
    this.#stopProcess(entry);
    this.#entries.delete(fileId);
    this.#changed();
  }

  closeAll(): void {
    for (const entry of this.#entries.values()) {
      this.cancel(entry.fileId);
      this.#stopProcess(entry);
    }
    this.#entries.clear();
    this.#spare.close();
  }

  /** Pauses looking whether the files changed, as while nobody sees the window; going on, they are looked at at once. */
  setWatching(isOn: boolean): void {
    this.#isWatching = isOn;
    for (const { connection } of this.#entries.values())
      if (isAlive(connection))
        void connection.client.request('watch', { isOn }, { deadlineMs: WATCH_DEADLINE_MS });
  }

  /** Shows how changing a file stands. */
  setEditing(fileId: string, editing: { isEditing: boolean; undo: Undo | null }): void {
    const entry = this.#entries.get(fileId);
    if (!entry) return;
    Object.assign(entry, editing);
    this.#changed();
  }

  /**
   * Runs a write of ours and reads the file again after it, as a new generation, while what was read before stays on
   * screen: the change it makes is not somebody else's.
   */
  async whileWriting<T>(fileId: string, write: () => Promise<T>): Promise<T> {
    const entry = this.#entries.get(fileId);
    if (entry) entry.ownWrites += 1;
    try {
      return await write();
    } finally {
      if (entry) void this.#readAgain(entry).finally(() => (entry.ownWrites -= 1));
    }
  }

  /** The client that reads a file, its process started again if it was ended to save memory. */
  async client(fileId: string): Promise<Result<HostedClient>> {
    const entry = this.#entries.get(fileId);
    if (entry?.state.status !== 'open') return fail('file-not-open', 'This file is not open.');
    entry.lastUsed = ++this.#uses;
    if (!isAlive(entry.connection) && (await stampOf(entry.target)) !== entry.state.stamp) {
      void this.#markChanged(entry);
      return fail('changed-while-reading', 'The file changed on disk since it was read. Reload it to go on.');
    }
    if (this.#entries.get(fileId) !== entry) return fail('file-not-open', 'This file is not open.');
    // Another request may have come first while this one waited.
    const connection = isAlive(entry.connection) ? entry.connection : this.#connect(entry, {});
    const opened = await connection.opened;
    if (opened.ok) return ok(connection.client);
    // A process without an open file is of no use: what is asked next tries anew.
    if (entry.connection === connection) this.#stopProcess(entry);
    return opened;
  }

  #atPlace(target: StoreTarget): Entry | undefined {
    return [...this.#entries.values()].find((entry) => isSamePlace(entry.target, target));
  }

  async #start(entry: Entry): Promise<void> {
    const abort = new AbortController();
    entry.generation += 1;
    entry.lastUsed = ++this.#uses;
    const opening: EntryState = { status: 'opening', progress: null, abort };
    entry.state = opening;
    this.#changed();
    const onProgress = (progress: Progress) => {
      if (entry.state !== opening) return;
      opening.progress = progress;
      this.#changed();
    };
    let stamp = '';
    const answer = await this.#turns.run(abort.signal, async () => {
      stamp = await stampOf(entry.target);
      if (abort.signal.aborted) return null;
      return this.#connect(entry, { signal: abort.signal, onProgress }).opened;
    });
    const opened = answer ?? fail('cancelled', 'Cancelled.');
    const found = await lookAtLocked(entry.target, opened);
    // Closed in the meantime.
    if (this.#entries.get(entry.fileId) !== entry) return;
    if (opened.ok) {
      entry.state = { status: 'open', summary: opened.value, change: null, stamp };
      // Files that were opened together became idle only now.
      this.#endLeastRecentlyUsed();
    } else {
      this.#stopProcess(entry);
      entry.state = { status: 'failed', error: opened.error, found };
    }
    this.#changed();
  }

  /**
   * Reads a file again that another program has written to; what was read before stays as it is until then, and when it
   * cannot be read. Gives whether there was something to read.
   */
  async follow(fileId: string): Promise<Result<boolean>> {
    const entry = this.#entries.get(fileId);
    const before = entry?.state;
    if (!entry || before?.status !== 'open' || before.change !== 'written') return ok(false);
    if (entry.ownWrites > 0) return ok(false);
    const stamp = await stampOf(entry.target);
    const connection = this.#startProcess(entry, {});
    const opened = await connection.opened;
    if (!opened.ok || this.#entries.get(fileId) !== entry || entry.state !== before) {
      connection.client.close();
      this.#copies.deleteSoon();
      return opened.ok ? ok(false) : opened;
    }
    this.#stopProcess(entry);
    entry.connection = connection;
    entry.generation += 1;
    entry.state = { status: 'open', summary: opened.value, change: null, stamp };
    this.#changed();
    return ok(true);
  }

  /** Reads an open file again beside the process that read it before, which goes once the new one is ready. */
  async #readAgain(entry: Entry): Promise<void> {
    const stamp = await stampOf(entry.target);
    const before = entry.connection;
    if (entry.state.status !== 'open') return;
    const connection = this.#connect(entry, {});
    const opened = await connection.opened;
    const found = await lookAtLocked(entry.target, opened);
    before?.client.close();
    this.#copies.deleteSoon();
    // Another reading came after this one, or the file was closed.
    if (entry.connection !== connection || this.#entries.get(entry.fileId) !== entry) return;
    entry.generation += 1;
    if (opened.ok) entry.state = { status: 'open', summary: opened.value, change: null, stamp };
    else {
      this.#stopProcess(entry);
      entry.state = { status: 'failed', error: opened.error, found };
    }
    this.#changed();
  }

  #connect(entry: Entry, options: StartOptions): Connection {
    const connection = this.#startProcess(entry, options);
    entry.connection = connection;
    this.#endLeastRecentlyUsed();
    return connection;
  }

  /** Starts a process that opens the file of an entry; it counts only once it is the entry's connection. */
  #startProcess(entry: Entry, options: StartOptions): Connection {
    const client = this.#spare.take();
    const isCurrent = () => entry.connection?.client === client;
    client.onChanged(() => {
      if (isCurrent() && entry.ownWrites === 0) void this.#markChanged(entry);
    });
    // What was too busy to be ended may be ended now.
    client.onIdle(() => this.#endLeastRecentlyUsed());
    client.onDeath((error) => {
      // While opening, the request that fails says it better.
      if (!isCurrent() || entry.state.status !== 'open') return;
      entry.state = { status: 'dead', error };
      this.#changed();
    });
    const input = { target: entry.target, cacheDir: this.#copies.folder, isQuick: true };
    const opened = client.request('open', input, { ...options, deadlineMs: OPEN_DEADLINE_MS });
    if (!this.#isWatching) void client.request('watch', { isOn: false }, { deadlineMs: WATCH_DEADLINE_MS });
    return { client, opened };
  }

  #endLeastRecentlyUsed(): void {
    const running = [...this.#entries.values()].filter(
      (entry) => entry.connection && !entry.connection.client.isDead,
    );
    const idle = running
      .filter((entry) => entry.state.status === 'open' && entry.connection?.client.isBusy === false)
      .sort((a, b) => a.lastUsed - b.lastUsed);
    for (const entry of idle.slice(0, Math.max(0, running.length - MAX_PROCESSES))) this.#stopProcess(entry);
  }

  #stopProcess(entry: Entry): void {
    const { connection } = entry;
    entry.connection = null;
    if (!connection) return;
    connection.client.close();
    this.#copies.deleteSoon();
  }

  async #markChanged(entry: Entry): Promise<void> {
    const { state } = entry;
    if (state.status !== 'open' || state.change !== null) return;
    const change = changeOf(state.stamp, await stampOf(entry.target));
    if (entry.state !== state) return;
    entry.state = { ...state, change };
    this.#changed();
    this.#events.onForeignChange(entry.fileId);
  }

  #changed(): void {
    this.#events.onChange(this.list());
  }
}

function isAlive(connection: Connection | null): connection is Connection {
  return connection !== null && !connection.client.isDead;
}

/** What can be told of a file that another program holds; null for any other outcome. */
async function lookAtLocked(target: StoreTarget, opened: Result<unknown>): Promise<FoundFile | null> {
  return opened.ok || opened.error.code !== 'locked' ? null : lookAt(target);
}
