import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { exportArchive } from './archive-export';
import { importArchive } from './archive-import';
import { previewArchive } from './archive-read';
import { openMemorySession } from './memory-session';
import { archiveOf, CRON, LINES, TRIGGERS } from './test-support/archive-bytes';
import { entryOf, METADATA } from './test-support/sessions';

let folders: TestFolders;

beforeEach(() => {
  folders = makeFolders();
});

afterEach(() => folders.remove());

function sessionOf(kilobytes: number) {
  const session = openMemorySession(METADATA);
  const customType = 'x'.repeat(1000);
  for (let n = 0; n < kilobytes; n += 1)
    session.append(entryOf({ type: 'custom', id: `c${n}`, parentId: null, timestamp: 't', customType }));
  return session;
}

// A small file system in memory, where the tests may mount one.
describe('a disk that is full', () => {
  const onDisk =
    (kilobytes: number, work: (disk: string) => Promise<void>) => async (context: TestContext) => {
      const disk = path.join(folders.user, 'disk');
      fs.mkdirSync(disk);
      const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', disk]);
      if (mount.status !== 0) context.skip('no file system can be mounted here');
      try {
        await work(disk);
      } finally {
        spawnSync('umount', [disk]);
      }
    };
  const noSpace = { code: 'storage_failure', reason: 'no-space' };

  it(
    'for an export leaves none',
    onDisk(500, async (disk) => {
      const out = path.join(disk, 'some.theway-session');
      await expect(exportArchive(sessionOf(2000), { out, sidecarsOf: null })).rejects.toMatchObject(noSpace);
      expect(fs.readdirSync(disk)).toEqual([]);
    }),
  );

  it(
    'for the session of an import leaves none',
    onDisk(500, async (disk) => {
      const archive = path.join(folders.user, 'some.theway-session');
      await exportArchive(sessionOf(2000), { out: archive, sidecarsOf: null });
      await expect(importArchive(archive, { toDir: disk })).rejects.toMatchObject(noSpace);
      expect(fs.readdirSync(disk)).toEqual([]);
    }),
  );

  it(
    'for the sidecars of an import leaves no session',
    onDisk(600, async (disk) => {
      const archive = path.join(folders.user, 'some.theway-session');
      const cron = `${CRON}\n[[jobs]]\naction = "${'x'.repeat(700_000)}"`;
      fs.writeFileSync(archive, archiveOf({ triggers: TRIGGERS, cron }));
      await expect(importArchive(archive, { toDir: disk })).rejects.toMatchObject(noSpace);
      expect(fs.readdirSync(disk)).toEqual([]);
      fs.writeFileSync(archive, archiveOf({ triggers: TRIGGERS, cron: CRON }));
      await importArchive(archive, { toDir: disk });
      expect(fs.readdirSync(disk)).toHaveLength(3);
    }),
  );
});

const tar = (...args: string[]) => spawnSync('tar', args, { encoding: 'utf8' });
const isGnuTar = tar('--version').stdout?.includes('GNU') ?? false;

describe.skipIf(!isGnuTar)('the tar program of GNU', () => {
  it.each(['gnu', 'ustar', 'pax'])('writes archives that can be read, in the format %s', async (format) => {
    const archive = path.join(folders.user, 'some.theway-session');
    fs.writeFileSync(archive, archiveOf({ triggers: TRIGGERS, cron: CRON }));
    const unpacked = path.join(folders.user, 'unpacked');
    fs.mkdirSync(unpacked);
    expect(tar('-xf', archive, '-C', unpacked)).toMatchObject({ status: 0, stderr: '' });
    const names = ['manifest.json', 'session.jsonl', 'sidecars/triggers.json', 'sidecars/cron.toml'];
    const packed = path.join(folders.user, 'packed.theway-session');
    expect(tar('-cf', packed, `--format=${format}`, '-C', unpacked, ...names)).toMatchObject({ status: 0 });
    expect(await previewArchive(packed)).toMatchObject({
      entryCount: 4,
      triggers: { total: 2, enabled: 1 },
    });
  });

  it('reads what is exported', async () => {
    const out = path.join(folders.user, 'some.theway-session');
    const session = openMemorySession(METADATA);
    session.appendAll(LINES.slice(1).map((line) => entryOf(line)));
    await exportArchive(session, { out, sidecarsOf: null });
    expect(tar('-xOf', out, 'session.jsonl').stdout).toBe(`${LINES.join('\n')}\n`);
    expect(tar('-tf', out)).toMatchObject({ stdout: 'manifest.json\nsession.jsonl\n', stderr: '' });
  });
});
