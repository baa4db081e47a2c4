import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataClient } from './client';

/** Answers `bodies` at once, goes silent on `text`, hangs in a loop on `heads`, dies on `report`, babbles on `open`. */
const PROCESS = `
process.on('message', (message) => {
  if (message.type !== 'request') return;
  const { id, operation } = message;
  if (operation === 'bodies') process.send({ type: 'value', id, value: [] });
  if (operation === 'heads') for (;;);
  if (operation === 'report' || operation === 'edit.undo') process.exit(3);
  if (operation === 'edit.undoState') setTimeout(() => process.send({ type: 'value', id, value: null }), 1500);
  if (operation === 'open') {
    process.send('nonsense');
    process.send({ type: 'value', id: id + 1000, value: null });
    process.send({ type: 'value', id, value: { not: 'a summary' } });
  }
});
`;

const BODIES = { sessionId: 's', rows: [0], maxChars: 1, maxImageChars: 1 };
const TEXT = { sessionId: 's', row: 0, block: null, start: 0, length: 1 };

let folder: string;
let child: ChildProcess;
let client: DataClient;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ramify-client-'));
  const script = path.join(folder, 'process.cjs');
  writeFileSync(script, PROCESS);
  child = fork(script, [], { serialization: 'advanced', execArgv: [] });
  client = new DataClient({
    post: (message) => void child.send(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
    kill: () => void child.kill('SIGKILL'),
  });
});

afterEach(() => {
  client.close();
  rmSync(folder, { recursive: true, force: true });
});

const exited = () =>
  new Promise((resolve) =>
    (child.exitCode ?? child.signalCode) === null ? child.once('exit', resolve) : resolve(0),
  );

describe('a client of a data process', () => {
  it('gives the value of an answer', async () => {
    expect(await client.request('bodies', BODIES)).toEqual({ ok: true, value: [] });
  });

  it('refuses an answer of the wrong shape, and passes over messages it does not know', async () => {
    expect(
      await client.request('open', { target: { type: 'file', path: 'p' }, cacheDir: 'c' }),
    ).toMatchObject({
      ok: false,
      error: { code: 'internal' },
    });
  });

  it('ends a process that hangs in a loop past its deadline, and says so', async () => {
    const deaths: string[] = [];
    client.onDeath(({ code }) => deaths.push(code));
    const result = await client.request('heads', { sessionId: 's' }, { deadlineMs: 200 });
    expect(result).toMatchObject({ ok: false, error: { code: 'deadline' } });
    await exited();
    expect(deaths).toEqual(['deadline']);
    expect(await client.request('bodies', BODIES)).toMatchObject({ ok: false, error: { code: 'deadline' } });
  });

  it('says of a write that nobody is left to tell whether it was made', async () => {
    expect(await client.request('edit.undo', {})).toMatchObject({
      error: { code: 'process-died', message: expect.stringContaining('as a whole or not at all') },
    });
  });

  it('waits longer for a process that must not be ended in the middle, where it is told to', async () => {
    const abort = new AbortController();
    const options = { signal: abort.signal, cancelGraceMs: 30_000 };
    const pending = client.request('edit.undoState', {}, options);
    abort.abort();
    expect(await pending).toEqual({ ok: true, value: null });
  });

  it('ends a process that does not heed a cancel, without calling it dead', async () => {
    const deaths: string[] = [];
    client.onDeath(({ code }) => deaths.push(code));
    const abort = new AbortController();
    const pending = client.request('heads', { sessionId: 's' }, { signal: abort.signal });
    abort.abort();
    expect(await pending).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    await exited();
    expect(deaths).toEqual([]);
  });

  it('settles everything that is pending when the process dies', async () => {
    const deaths: string[] = [];
    client.onDeath(({ code }) => deaths.push(code));
    const silent = client.request('text', TEXT);
    const dying = client.request('report', {});
    expect(await Promise.all([silent, dying])).toMatchObject([
      { error: { code: 'process-died' } },
      { error: { code: 'process-died' } },
    ]);
    expect(deaths).toEqual(['process-died']);
  });

  it('is busy until the last answer has come, and says when', async () => {
    const idle: boolean[] = [];
    client.onIdle(() => idle.push(client.isBusy));
    const both = [client.request('bodies', BODIES), client.request('bodies', BODIES)];
    expect(client.isBusy).toBe(true);
    await Promise.all(both);
    expect(idle).toEqual([false]);
  });

  it('settles everything that is pending when it is closed', async () => {
    const silent = client.request('text', TEXT);
    client.close();
    expect(await silent).toMatchObject({ error: { code: 'cancelled' } });
  });
});
