import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import type { VvAgentFile } from '../../samples/vv-agent-file';
import { bundleEntry } from '../../sqlite/test-support/bundle';
import { snapshot } from '../../sqlite/test-support/files';
import { OlderStores } from './test-support/older-store';
import { upgradeStore } from './upgrade';

let folder: string;
let script: string;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ramify-upgrade-'));
  // Readable by the ordinary user of a test below.
  fs.chmodSync(folder, 0o755);
  script = await bundleEntry(folder, path.join(import.meta.dirname, 'test-support', 'upgrade-child.ts'));
}, 60_000);

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const ROOT = process.geteuid?.() === 0;
const NOBODY = 65_534;

let stores: OlderStores;

afterEach(() => stores.remove());

const CONTENT = 'x'.repeat(1000);
const PAYLOAD = JSON.stringify({ type: 'user', content: CONTENT });
const NORMAL = JSON.stringify({ role: 'user', content: CONTENT });

function fill(from: 'v1' | 'legacy', mode: 'wal' | 'delete', items: number, session = 's'): void {
  const payloads = new Array<string>(items).fill(PAYLOAD);
  if (from === 'legacy') stores.legacy(payloads, (database) => database.pragma(`journal_mode = ${mode}`));
  else
    stores.v1((store: VvAgentFile) => {
      store.add(session, payloads);
      store.database.pragma(`journal_mode = ${mode}`);
    });
}

/** Runs the upgrade until `when` says so, then some milliseconds more, and ends it with SIGKILL. */
async function killed(when: string, delayMs: number): Promise<string> {
  const child = spawn(process.execPath, [script, stores.file, stores.folders.cache], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  let isDue = false;
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString();
    if (isDue || !said.includes(when)) return;
    isDue = true;
    setTimeout(() => child.kill('SIGKILL'), delayMs);
  });
  await once(child, 'close');
  return said;
}

/** As one text: cheap to compare. */
function contentText(file = stores.file): string {
  return JSON.stringify(stores.content(file));
}

/** Lets SQLite recover what was left, as the next program would. */
function recover(): void {
  const database = new Database(stores.file);
  database.prepare('SELECT count(*) FROM session_items').get();
  database.close();
}

describe('an upgrade that is killed', () => {
  // The moment is drawn anew each time; a failure tells it.
  const moments = ['start', 'Writing the backup', 'Upgrading the file', 'Verifying the upgrade'];
  const runs = Array.from({ length: 12 }, (_, run) => ({
    run,
    from: run % 2 === 0 ? ('v1' as const) : ('legacy' as const),
    mode: run % 4 < 2 ? ('wal' as const) : ('delete' as const),
    // One is more than SQLite's cache holds: pages reach the file before their transaction ends.
    items: run === 2 ? 3500 : 500,
    session: run === 2 ? 's'.repeat(4000) : 's',
    when: run === 2 ? 'Upgrading the file' : (moments[(run + (run >> 2)) % 4] ?? 'start'),
  }));

  it.each(runs)(
    'leaves all of it or nothing: $from, $mode, after "$when" ($run)',
    async ({ run, from, mode, when, items, session }) => {
      stores = new OlderStores();
      fill(from, mode, items, session);
      const before = contentText();
      const delayMs = Math.random() * (when === 'start' ? 400 : 30);
      const said = await killed(when, delayMs);
      const about = `run ${run}, ${delayMs} ms after ${when}: ${said}`;
      expect(said, about).toContain(when);
      recover();
      const left = contentText();
      const isUpgraded = stores.rows('PRAGMA user_version').toString() === '2';
      if (isUpgraded) {
        const changed = stores.rows(`SELECT count(*) FROM session_items WHERE payload = '${NORMAL}'`);
        expect(changed, about).toEqual([[items]]);
      } else {
        expect(left === before, about).toBe(true);
      }
      const backups = stores
        .names()
        .filter((name) => name.includes('.backup-') && !name.includes('.partial'));
      if (isUpgraded) expect(backups, about).toHaveLength(1);
      for (const name of backups)
        expect(contentText(path.join(stores.folders.user, name)) === before, about).toBe(true);
      if (run === 2) return;
      const again = await upgradeStore(stores.file, stores.options);
      expect(again, about).toMatchObject(isUpgraded ? { error: { code: 'cannot-upgrade' } } : { ok: true });
    },
    60_000,
  );
});

describe('a folder that cannot be written', () => {
  it('is told before any work, and stays as it was', () => {
    stores = new OlderStores();
    fill('v1', 'wal', 3);
    const { user, cache } = stores.folders;
    fs.mkdirSync(cache);
    fs.chmodSync(path.dirname(user), 0o755);
    if (ROOT) fs.chownSync(cache, NOBODY, NOBODY);
    fs.chmodSync(user, 0o555);
    const before = snapshot(user);
    const child = spawnSync(process.execPath, [script, stores.file, cache], {
      encoding: 'utf8',
      cwd: '/',
      ...(ROOT ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    expect(child).toMatchObject({ stdout: 'start\nnot-writable\n', stderr: '' });
    expect(snapshot(user)).toEqual(before);
    fs.chmodSync(user, 0o755);
  });
});

// A small file system in memory, where the tests may mount one.
describe('a disk that is full', () => {
  const mounted =
    (kilobytes: number, work: (folder: string) => Promise<void>) => async (context: TestContext) => {
      const disk = fs.mkdtempSync(path.join(folder, 'disk-'));
      const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', disk]);
      stores = new OlderStores();
      if (mount.status !== 0) context.skip('no file system can be mounted here');
      try {
        await work(disk);
      } finally {
        spawnSync('umount', [disk]);
      }
    };

  /** Upgrades a store of some 700 kB there. */
  async function upgradeOn(disk: string): Promise<{ result: unknown; before: string; file: string }> {
    fill('v1', 'wal', 600);
    const before = contentText();
    const file = path.join(disk, 'store.db');
    fs.copyFileSync(stores.file, file);
    return { result: await upgradeStore(file, stores.options), before, file };
  }

  it(
    'for the backup leaves none',
    mounted(1000, async (disk) => {
      const { result, before, file } = await upgradeOn(disk);
      expect(result).toMatchObject({ ok: false, error: { code: 'no-space' } });
      expect(fs.readdirSync(disk)).toEqual(['store.db']);
      expect(contentText(file)).toBe(before);
    }),
  );

  it(
    'for the transaction changes nothing and keeps the backup',
    mounted(2000, async (disk) => {
      const { result, before, file } = await upgradeOn(disk);
      const message = expect.stringMatching(/The backup "store\.db\.backup-\w+" stays beside the file\.$/);
      expect(result).toMatchObject({ ok: false, error: { code: 'no-space', message } });
      const [backup] = fs.readdirSync(disk).filter((name) => name.includes('.backup-'));
      expect(contentText(path.join(disk, String(backup)))).toBe(before);
      expect(contentText(file)).toBe(before);
    }),
  );
});
