import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionEntry } from '../../shared/theway/session-entry';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { exportArchive } from './archive-export';
import { importArchive } from './archive-import';
import { readMembers } from './archive-members';
import { previewArchive } from './archive-read';
import { openMemorySession } from './memory-session';
import type { Session, SessionReader } from './session';
import { createSqliteSession, openSqliteSession } from './sqlite-session';
import { archiveOf, CRON, LINES, TRIGGERS } from './test-support/archive-bytes';
import { transcripts } from './test-support/random-transcript';
import { BINDING, entryOf, METADATA } from './test-support/sessions';

let folders: TestFolders;
let source: Session;
let sourcePath: string;
let out: string;
let outDir: string;

beforeEach(() => {
  folders = makeFolders();
  sourcePath = path.join(folders.user, 'source.db');
  outDir = path.join(folders.user, 'out');
  out = path.join(outDir, 'some.theway-session');
  fs.mkdirSync(outDir);
  source = createSqliteSession(sourcePath, METADATA);
  source.appendAll(LINES.slice(1).map((line) => entryOf(line)));
});

afterEach(() => {
  source.close();
  folders.remove();
});

async function linesOf(archive: string): Promise<string[]> {
  const { bytes } = await readMembers(archive, {});
  return bytes.get('session.jsonl')?.toString('utf8').split('\n') ?? [];
}

function withSidecars(triggers: string, cron: string): void {
  fs.writeFileSync(path.join(folders.user, 'source.triggers.json'), triggers);
  fs.writeFileSync(path.join(folders.user, 'source.cron.toml'), cron);
}

describe('exportArchive', () => {
  it('writes what can be looked at and imported, for its owner only, and warns', async () => {
    withSidecars(TRIGGERS, CRON);
    const exported = await exportArchive(source, { out, sidecarsOf: sourcePath });
    expect(exported).toEqual({ path: out, warning: expect.stringContaining('the whole transcript') });
    expect(fs.readdirSync(outDir)).toEqual(['some.theway-session']);
    expect(fs.statSync(out).mode & 0o777).toBe(0o600);
    expect(await linesOf(out)).toEqual([...LINES, '']);
    expect(await previewArchive(out)).toMatchObject({
      metadata: METADATA,
      entryCount: 4,
      activeLeafId: 'u1',
      triggers: { total: 2, enabled: 1 },
      cronJobs: { total: 2, enabled: 1 },
      manifest: {
        thewayVersion: expect.stringMatching(/^ramify \d/),
        source: { sessionId: METADATA.id, cwd: METADATA.cwd, sessionPath: source.location },
        sensitivity: { isTranscriptPreserved: true, hasProviderCredentials: false },
      },
    });
    const { bytes } = await readMembers(out, {});
    expect([...bytes.keys()]).toEqual([
      'manifest.json',
      'session.jsonl',
      'sidecars/triggers.json',
      'sidecars/cron.toml',
    ]);
    expect(bytes.get('sidecars/triggers.json')?.toString()).toBe(TRIGGERS);
    expect(bytes.get('sidecars/cron.toml')?.toString()).toBe(CRON);
  });

  it('leaves triggers and jobs out where they are not wanted or not there', async () => {
    withSidecars(TRIGGERS, CRON);
    await exportArchive(source, { out, sidecarsOf: null });
    expect(await previewArchive(out)).toMatchObject({ triggers: null, cronJobs: null });
    const other = `${out}2`;
    await exportArchive(source, { out: other, sidecarsOf: path.join(folders.user, 'none.db') });
    expect(await previewArchive(other)).toMatchObject({ triggers: null, cronJobs: null });
  });

  it('has the keys of the metadata in their order, and leaves out those that are not set', async () => {
    source.setBinding(BINDING);
    source.setCollapsed(true);
    await exportArchive(source, { out, sidecarsOf: null });
    const [header = ''] = await linesOf(out);
    expect(Object.keys(JSON.parse(header))).toEqual([
      'id',
      'createdAt',
      'cwd',
      'path',
      'binding',
      'collapsed',
    ]);
  });

  it('keeps entries to the byte, and in one line where they were several', async () => {
    const odd = '{ "type":"session_info","id":"i","parentId":null,"timestamp":"t","n":1e400,"n":"\\ud800" }';
    const several = '{"type":"session_info",\n"id":"j","parentId":null,\r\n"timestamp":"t","n":10.00}';
    source.appendAll([entryOf(odd), entryOf(several)]);
    await exportArchive(source, { out, sidecarsOf: null });
    const lines = await linesOf(out);
    expect(lines.slice(5)).toEqual([odd, several.replaceAll(/[\r\n]/g, ''), '']);
    expect(await previewArchive(out)).toMatchObject({ entryCount: 6 });
  });

  it('of an imported archive has the same lines after the metadata line', async () => {
    const archive = path.join(folders.user, 'first.theway-session');
    fs.writeFileSync(archive, archiveOf());
    const imported = openSqliteSession(await importArchive(archive, { toDir: folders.user }));
    try {
      await exportArchive(imported, { out, sidecarsOf: null });
      expect((await linesOf(out)).slice(1)).toEqual([...LINES.slice(1), '']);
      const { metadata } = await previewArchive(out);
      expect(metadata.importedFrom?.sessionId).toBe(METADATA.id);
    } finally {
      imported.close();
    }
  });

  it('never writes over anything, not even over a link that leads nowhere', async () => {
    fs.symlinkSync(path.join(folders.user, 'elsewhere'), out);
    for (const target of [sourcePath, outDir, out]) {
      const before = fs.lstatSync(target).ino;
      await expect(exportArchive(source, { out: target, sidecarsOf: null })).rejects.toMatchObject({
        code: 'already_exists',
        reason: 'exists-already',
      });
      expect(fs.lstatSync(target).ino).toBe(before);
    }
    expect(fs.existsSync(path.join(folders.user, 'elsewhere'))).toBe(false);
  });

  it('above 50 MiB is refused before anything is written, and at 50 MiB it is not', async () => {
    const large = openMemorySession(METADATA);
    const text = 'x'.repeat(10 * 1024 * 1024);
    const entry = (id: string, content: string) =>
      entryOf({ type: 'session_info', id, parentId: null, timestamp: 't', name: content });
    for (const id of ['1', '2', '3', '4']) large.append(entry(id, text));
    const used = [...large.entries()].reduce((sum, { payload }) => sum + payload.length + 1, 0);
    const header = Buffer.byteLength(LINES[0] ?? '') + 1;
    const left = 50 * 1024 * 1024 - used - header - entry('5', '').payload.length - 1;
    large.append(entry('5', 'x'.repeat(left)));
    await exportArchive(large, { out, sidecarsOf: null });
    expect(await previewArchive(out)).toMatchObject({ transcriptBytes: 50 * 1024 * 1024, entryCount: 5 });
    large.append(entry('6', ''));
    await expect(exportArchive(large, { out: `${out}2`, sidecarsOf: null })).rejects.toMatchObject({
      code: 'storage_failure',
      message: 'session transcript is too large to export',
    });
    expect(fs.readdirSync(outDir)).toEqual(['some.theway-session']);
  });

  it.each([
    ['parse trigger sidecar', '{', CRON],
    ['parse cron sidecar', TRIGGERS, 'x'],
    ['session sidecar is too large to export', TRIGGERS, `# ${'x'.repeat(2 * 1024 * 1024)}`],
  ])('refuses sidecars that no import would take: %s', async (message, triggers, cron) => {
    withSidecars(triggers, cron);
    await expect(exportArchive(source, { out, sidecarsOf: sourcePath })).rejects.toMatchObject({ message });
    expect(fs.readdirSync(outDir)).toEqual([]);
  });

  it('refuses a transcript that breaks a rule', async () => {
    const broken: SessionReader = new Proxy(source, {
      get: (target, key: keyof Session) => {
        if (key === 'entries') return () => [...target.entries()].slice(1);
        const value = target[key];
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await expect(exportArchive(broken, { out, sidecarsOf: null })).rejects.toMatchObject({
      code: 'corrupted',
      message: 'session transcript contains dangling parent reference',
    });
  });

  it('leaves nothing behind when it is stopped, or has no folder to write to', async () => {
    const signal = AbortSignal.abort();
    await expect(exportArchive(source, { out, sidecarsOf: null, signal })).rejects.toMatchObject({
      code: 'aborted',
    });
    const late = new AbortController();
    const stopped = exportArchive(source, { out, sidecarsOf: null, signal: late.signal });
    late.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'aborted', reason: 'cancelled' });
    expect(fs.readdirSync(outDir)).toEqual([]);
    const missing = path.join(outDir, 'none', 'some.theway-session');
    await expect(exportArchive(source, { out: missing, sidecarsOf: null })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

it('random sessions survive export, import, and export again', async () => {
  const saysOf = (session: SessionReader, entries: readonly SessionEntry[]) => ({
    payloads: entries.map(({ payload }) => payload),
    parents: entries.map(({ id, parentId }) => [id, parentId]),
    labels: entries.map(({ id }) => session.label(id)),
    leaf: session.activeLeafId(),
    name: session.name(),
  });
  await fc.assert(
    fc.asyncProperty(transcripts({ maxLength: 20 }), async (entries) => {
      const own = makeFolders();
      const session = openMemorySession(METADATA);
      session.appendAll(entries);
      const first = path.join(own.user, 'first.theway-session');
      const again = path.join(own.user, 'again.theway-session');
      try {
        await exportArchive(session, { out: first, sidecarsOf: null });
        const imported = openSqliteSession(await importArchive(first, { toDir: own.user }));
        try {
          expect(saysOf(imported, [...imported.entries()])).toEqual(saysOf(session, entries));
          await exportArchive(imported, { out: again, sidecarsOf: null });
          expect((await linesOf(again)).slice(1)).toEqual((await linesOf(first)).slice(1));
        } finally {
          imported.close();
        }
      } finally {
        own.remove();
      }
    }),
    { numRuns: 40 },
  );
});
