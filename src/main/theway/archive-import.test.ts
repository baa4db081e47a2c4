import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'smol-toml';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleEntry } from '../sqlite/test-support/bundle';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { importArchive } from './archive-import';
import { openSqliteSession } from './sqlite-session';
import { archiveOf, CRON, LINES, TRIGGERS } from './test-support/archive-bytes';
import { METADATA } from './test-support/sessions';

let folders: TestFolders;
let archive: string;
let toDir: string;

beforeEach(() => {
  folders = makeFolders();
  archive = path.join(folders.user, 'some.theway-session');
  toDir = path.join(folders.user, 'sessions');
  fs.mkdirSync(toDir);
  fs.writeFileSync(archive, archiveOf({ triggers: TRIGGERS, cron: CRON }));
});

afterEach(() => folders.remove());

const files = () => fs.readdirSync(toDir).sort();
const sidecar = (session: string, suffix: string) =>
  fs.readFileSync(session.replace(/\.db$/, suffix), 'utf8');

describe('importArchive', () => {
  it('makes <uuidv7>.db with a new id, the same entries to the byte, and where it comes from', async () => {
    const file = await importArchive(archive, { toDir });
    const id = path.parse(file).name;
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    expect(files()).toEqual([`${id}.cron.toml`, `${id}.db`, `${id}.triggers.json`]);
    for (const name of files()) expect(fs.statSync(path.join(toDir, name)).mode & 0o777).toBe(0o600);
    const session = openSqliteSession(file);
    try {
      expect([...session.entries()].map(({ payload }) => payload)).toEqual(LINES.slice(1));
      expect(session.activeLeafId()).toBe('u1');
      expect(session.label('u1')).toBe('mark');
      expect(session.metadata()).toEqual({
        ...METADATA,
        id,
        path: file,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        importedFrom: {
          sessionId: METADATA.id,
          cwd: METADATA.cwd,
          exportedAt: '2026-02-03T04:05:06Z',
          thewayVersion: '0.9.1',
        },
      });
    } finally {
      session.close();
    }
  });

  it('disables triggers and cron jobs, and changes nothing else of them than what happened at the source', async () => {
    const file = await importArchive(archive, { toDir });
    const text = sidecar(file, '.triggers.json');
    expect(text).toContain('"n": 12345678901234567890.0');
    const { rules } = JSON.parse(TRIGGERS);
    expect(JSON.parse(text)).toEqual({ version: 1, rules: [{ ...rules[0], enabled: false }, rules[1]] });
    const cron = sidecar(file, '.cron.toml');
    expect(cron).toContain('big = 9007199254740993');
    expect(cron).toContain('ratio = 1.0');
    expect(cron).toContain('created_at = 2026-01-01T00:00:00');
    expect(parse(cron, { integersAsBigInt: true })).toMatchObject({
      jobs: [
        { id: 'j1', schedule: '0 3 * * *', enabled: false, skipped_overlap_count: 0n },
        { id: 'j2', enabled: false, skipped_overlap_count: 0n },
      ],
    });
    expect(cron).toContain('last_fired_at');
    expect(cron).not.toMatch(/running_trace_id|last_due_at|last_error/);
  });

  it('enables again on request, but only what was enabled at the source', async () => {
    const file = await importArchive(archive, { toDir, activate: true });
    const enabled = (jobs: readonly { enabled: boolean }[]) => jobs.map((job) => job.enabled);
    expect(enabled(JSON.parse(sidecar(file, '.triggers.json')).rules)).toEqual([true, false]);
    expect(parse(sidecar(file, '.cron.toml'), { integersAsBigInt: true })).toMatchObject({
      jobs: [
        { enabled: true, skipped_overlap_count: 0n },
        { enabled: false, skipped_overlap_count: 0n },
      ],
    });
  });

  it('enables nothing that does not say so, and is not led astray by doubled keys', async () => {
    const triggers = '{"rules":[{"id":"a"},{"enabled":true,"id":"b","enabled":false}]}';
    fs.writeFileSync(archive, archiveOf({ triggers, cron: '[[jobs]]\nid = "a"' }));
    const file = await importArchive(archive, { toDir, activate: true });
    expect(sidecar(file, '.triggers.json').match(/"enabled": \w+/g)).toEqual([
      '"enabled": false',
      '"enabled": false',
    ]);
    expect(sidecar(file, '.cron.toml')).toContain('enabled = false');
  });

  it('without sidecars writes none', async () => {
    fs.writeFileSync(archive, archiveOf());
    expect(files()).toEqual([]);
    const file = await importArchive(archive, { toDir });
    expect(files()).toEqual([path.basename(file)]);
  });

  it('needs a folder that is there', async () => {
    const missing = path.join(toDir, 'none');
    await expect(importArchive(archive, { toDir: missing })).rejects.toMatchObject({ code: 'not_found' });
    await expect(importArchive(archive, { toDir: archive })).rejects.toMatchObject({ code: 'not_found' });
    expect(fs.existsSync(missing)).toBe(false);
  });

  it('leaves nothing behind when it is stopped while it writes', async () => {
    const entry = (n: number) =>
      `{"type":"custom","id":"c${n}","parentId":null,"timestamp":"t","customType":"${'x'.repeat(9000)}"}`;
    const entries = Array.from({ length: 500 }, (_, n) => entry(n));
    const content = { entry_count: 500, active_leaf_id: 'c499' };
    const jsonl = [LINES[0], ...entries].join('\n');
    fs.writeFileSync(archive, archiveOf({ jsonl, content, triggers: TRIGGERS }));
    for (const phase of ['checking', 'writing']) {
      const stop = new AbortController();
      const onProgress = (progress: { phase: string }) => {
        if (progress.phase === phase) stop.abort();
      };
      await expect(importArchive(archive, { toDir, signal: stop.signal, onProgress })).rejects.toMatchObject({
        code: 'aborted',
        reason: 'cancelled',
      });
      expect(files()).toEqual([]);
    }
  });

  it('leaves the files of others alone, whatever they look like', async () => {
    const id = '01932d4e-7a10-7c3a-9e55-3f1f0a6b8c01';
    for (const name of [`${id}.triggers.json`, 'notes.importing', 'x.cron.toml'])
      fs.writeFileSync(path.join(toDir, name), '');
    const before = files();
    const file = await importArchive(archive, { toDir });
    expect(files().filter((name) => !name.startsWith(path.parse(file).name))).toEqual(before);
  });
});

describe('a process that is killed while it imports', () => {
  let scripts: TestFolders;
  let script: string;
  let child: ChildProcess | null = null;
  beforeAll(async () => {
    scripts = makeFolders();
    script = await bundleEntry(
      scripts.user,
      path.join(import.meta.dirname, 'test-support', 'import-child.ts'),
    );
  });
  afterEach(() => child?.kill('SIGKILL'));
  afterAll(() => scripts.remove());

  function start(...args: string[]): ChildProcess {
    child = fork(script, [archive, toDir, ...args], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return child;
  }

  /** To be asked for at once: two messages can come in one go. */
  function said(started: ChildProcess, text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      started.on('message', (message) => {
        if (message === text) resolve();
      });
      started.once('exit', () => reject(new Error(`It ended without saying "${text}"`)));
    });
  }

  async function kill(started: ChildProcess): Promise<void> {
    if (started.exitCode !== null || started.signalCode !== null) return;
    const ended = once(started, 'exit');
    started.kill('SIGKILL');
    await ended;
  }

  /** Three files for each session, all whole, and nothing else. */
  function expectWholeSessions(): number {
    const sessions = files().filter((name) => name.endsWith('.db'));
    expect(files()).toEqual(
      sessions.flatMap((name) =>
        ['.cron.toml', '.db', '.triggers.json'].map((suffix) => name.replace('.db', suffix)),
      ),
    );
    for (const name of sessions) {
      const session = openSqliteSession(path.join(toDir, name));
      expect(session.activeLeafId()).toBe('u1');
      session.close();
    }
    return sessions.length;
  }

  it.each(['.triggers.json', '.cron.toml', '.db'])(
    'before %s has its name leaves no session; the rest goes with the next import, but not while it lives',
    async (stopAt) => {
      const importing = start(stopAt);
      await said(importing, 'half-way');
      const [marker] = files().filter((name) => name.endsWith('.importing'));
      const stuck = (marker ?? 'no marker').replace('.importing', '');
      await importArchive(archive, { toDir });
      const isTriggersThere = stopAt !== '.triggers.json';
      expect(files().includes(`${stuck}.triggers.json`)).toBe(isTriggersThere);
      expect(files()).toContain(marker);
      await kill(importing);
      expect(files()).not.toContain(`${stuck}.db`);
      await importArchive(archive, { toDir });
      expect(expectWholeSessions()).toBe(2);
    },
  );

  it('at any moment leaves a whole session or none', async () => {
    let done = 0;
    for (let round = 0; round < 10; round += 1) {
      const importing = start();
      await said(importing, 'begun');
      await wait(round * 8);
      await kill(importing);
      done += 1;
    }
    await importArchive(archive, { toDir });
    expect(expectWholeSessions()).toBeLessThanOrEqual(done + 1);
  });
});
