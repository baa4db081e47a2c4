import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, snapshot, type TestFolders } from '../sqlite/test-support/files';
import { importArchive } from './archive-import';
import { previewArchive } from './archive-read';
import { ThewaySessionError } from './session-error';
import {
  archiveMembers,
  archiveOf,
  CRON,
  LINES,
  manifestFor,
  paxHeader,
  TAR_END,
  TRIGGERS,
  tarMember,
} from './test-support/archive-bytes';
import { METADATA } from './test-support/sessions';

let folders: TestFolders;
let archive: string;
let toDir: string;

beforeEach(() => {
  folders = makeFolders();
  archive = path.join(folders.user, 'some.theway-session');
  toDir = path.join(folders.user, 'sessions');
  fs.mkdirSync(toDir);
});

afterEach(() => folders.remove());

async function refusalOf(work: Promise<unknown>): Promise<ThewaySessionError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ThewaySessionError) return error;
    throw error;
  }
  throw new Error('It was not refused');
}

/** Refused in the same way by a look and by an import, without a trace of either. */
async function expectRefused(bytes: Uint8Array, expected: Partial<ThewaySessionError>): Promise<void> {
  fs.writeFileSync(archive, bytes);
  await expectFileRefused(expected);
}

async function expectFileRefused(expected: Partial<ThewaySessionError>): Promise<void> {
  const before = snapshot(folders.user);
  expect(await refusalOf(previewArchive(archive))).toMatchObject(expected);
  expect(await refusalOf(importArchive(archive, { toDir }))).toMatchObject(expected);
  expect(snapshot(folders.user)).toEqual(before);
  expect(fs.readdirSync(toDir)).toEqual([]);
}

const refused = (message: string) => ({ code: 'corrupted', message }) as const;
const tar = (...members: readonly Buffer[]) => Buffer.concat([...members, TAR_END]);
const lines = (...changed: readonly (string | Buffer)[]) =>
  Buffer.concat(changed.map((line) => Buffer.concat([Buffer.from(line), Buffer.from('\n')])));
const [HEADER = '', USER = '', ASSISTANT = '', LABEL = '', LEAF = ''] = LINES;

describe('previewArchive', () => {
  it('says what is in an archive', async () => {
    fs.writeFileSync(archive, archiveOf({ triggers: TRIGGERS, cron: CRON }));
    const preview = await previewArchive(archive);
    expect(preview).toMatchObject({
      metadata: METADATA,
      entryCount: 4,
      activeLeafId: 'u1',
      firstUserText: 'Hello there',
      triggers: { total: 2, enabled: 1 },
      cronJobs: { total: 2, enabled: 1 },
      archiveBytes: fs.statSync(archive).size,
      transcriptBytes: Buffer.byteLength(LINES.join('\n')) + 1,
      manifest: {
        createdAt: '2026-02-03T04:05:06Z',
        thewayVersion: '0.9.1',
        source: { sessionId: METADATA.id, cwd: METADATA.cwd, sessionPath: METADATA.path },
      },
    });
    expect(preview.statements).toEqual([expect.stringContaining('holds the whole transcript')]);
  });

  it('repeats what a manifest admits', async () => {
    const jsonl = `${LINES.join('\n')}\n`;
    const manifest = manifestFor(jsonl);
    const sensitivity = { ...manifest.sensitivity, provider_credentials_included: true };
    const text = JSON.stringify({ ...manifest, sensitivity, later: { unknown: [1] } });
    fs.writeFileSync(archive, archiveOf({ jsonl, manifest: text }));
    expect((await previewArchive(archive)).statements.join(' ')).toContain('credentials of model providers');
  });

  it('takes members in any order, headers of GNU and pax, and lines that end in a carriage return', async () => {
    const jsonl = `${LINES.join('\r\n')}\r\n`;
    const manifest = JSON.stringify(manifestFor(jsonl));
    const gnu = { magic: 'ustar  \0' };
    fs.writeFileSync(
      archive,
      tar(
        paxHeader({ path: 'session.jsonl', mtime: '1.5' }),
        tarMember('cut off name', jsonl),
        tarMember('././@LongLink', 'manifest.json\0', { type: 'L', ...gnu }),
        tarMember('manifest.js', manifest, gnu),
      ),
    );
    expect(await previewArchive(archive)).toMatchObject({ entryCount: 4 });
  });

  it('takes a transcript without entries, and skips blank lines, counting them', async () => {
    const content = { entry_count: 0, active_leaf_id: null };
    fs.writeFileSync(archive, archiveOf({ jsonl: HEADER, content }));
    expect(await previewArchive(archive)).toMatchObject({ entryCount: 0, firstUserText: null });
    const spaced = lines(HEADER, '', USER, ' \t\u00a0', ASSISTANT, LABEL, '\r', LEAF, '');
    fs.writeFileSync(archive, archiveOf({ jsonl: spaced }));
    expect(await previewArchive(archive)).toMatchObject({ entryCount: 4 });
    const broken = archiveOf({ jsonl: lines(HEADER, '', USER, '', '{'), content: { entry_count: 2 } });
    await expectRefused(broken, refused('parse session entry line 5: session entry must be a JSON object'));
  });

  it('tells how far it is, and stops when it is told to', async () => {
    fs.writeFileSync(archive, archiveOf());
    const phases: string[] = [];
    await previewArchive(archive, { onProgress: ({ phase }) => phases.push(phase) });
    expect(phases).toContain('reading');
    const signal = AbortSignal.abort();
    expect(await refusalOf(previewArchive(archive, { signal }))).toMatchObject({
      code: 'aborted',
      reason: 'cancelled',
    });
  });
});

describe('members of an archive that are refused', () => {
  const NON_FILE = 'session archive contains a non-file entry';
  const UNSAFE = 'session archive contains an unsafe path';
  const UNEXPECTED = 'session archive contains an unexpected file';

  it.each([
    ['a folder', tarMember('sidecars/', '', { type: '5' })],
    ['a symlink', tarMember('session.jsonl', '', { type: '2', link: '/etc/passwd' })],
    ['a hard link', tarMember('session.jsonl', '', { type: '1', link: 'manifest.json' })],
    ['a device', tarMember('session.jsonl', '', { type: '3' })],
    ['a pipe', tarMember('session.jsonl', '', { type: '6' })],
    ['a contiguous file', tarMember('session.jsonl', LINES.join('\n'), { type: '7' })],
    ['a sparse file of GNU', tarMember('session.jsonl', 'x', { type: 'S', magic: 'ustar  \0' })],
    ['a kind nobody knows', tarMember('session.jsonl', 'x', { type: 'Z' })],
    [
      'a sparse file of pax',
      Buffer.concat([paxHeader({ 'GNU.sparse.major': '1' }), tarMember('session.jsonl', 'x')]),
    ],
  ])('%s', async (_what, member) => {
    await expectRefused(tar(member, ...archiveMembers()), refused(NON_FILE));
  });

  it.each([
    '/manifest.json',
    '../manifest.json',
    'sidecars/../manifest.json',
    'sidecars/..',
    './manifest.json',
    '..\\manifest.json',
    'C:\\manifest.json',
    '\\\\host\\manifest.json',
  ])('the unsafe path %s', async (name) => {
    await expectRefused(tar(tarMember(name, 'x'), ...archiveMembers()), refused(UNSAFE));
  });

  it('an unsafe path that stands in a pax header or a long name', async () => {
    const pax = tar(paxHeader({ path: '../../evil' }), tarMember('manifest.json', '{}'));
    await expectRefused(pax, refused(UNSAFE));
    const long = tarMember('././@LongLink', `${'../'.repeat(100)}evil\0`, { type: 'L' });
    await expectRefused(tar(long, tarMember('manifest.json', '{}')), refused(UNSAFE));
  });

  it.each([
    '',
    'Manifest.json',
    'manifest.json ',
    'sidecars/endpoints.json',
    'sidecars/',
    'attachments/a',
    'session.jsonl\ufffd',
    '__proto__',
    'constructor',
  ])('the unexpected file %j', async (name) => {
    await expectRefused(tar(...archiveMembers(), tarMember(name, 'x')), refused(UNEXPECTED));
  });

  it('a duplicate, also behind the end of the archive', async () => {
    const duplicate = refused('session archive contains duplicate file paths');
    const [manifest = TAR_END] = archiveMembers();
    await expectRefused(tar(...archiveMembers(), manifest), duplicate);
    await expectRefused(Buffer.concat([archiveOf(), manifest, TAR_END]), duplicate);
  });

  it.each([
    ['manifest.json', 128 * 1024],
    ['session.jsonl', 50 * 1024 * 1024],
    ['sidecars/triggers.json', 2 * 1024 * 1024],
    ['sidecars/cron.toml', 2 * 1024 * 1024],
  ])('%s with more than %d bytes, before it is read', async (name, limit) => {
    const large = { ...refused('session archive file is too large'), reason: 'too-large' } as const;
    await expectRefused(tarMember(name, '', { size: limit + 1 }), large);
    // A size in base 256, of which an archive of 2^70 bytes could be made.
    await expectRefused(tarMember(name, '', { sizeField: '\u0080'.padEnd(12, '\u0001') }), large);
    const pax = Buffer.concat([paxHeader({ size: String(limit + 1) }), tarMember(name, 'x')]);
    await expectRefused(pax, large);
  });

  it('what is missing', async () => {
    const [manifest = TAR_END, session = TAR_END] = archiveMembers();
    await expectRefused(tar(session), refused('session archive is missing manifest.json'));
    await expectRefused(tar(manifest), refused('session archive is missing session.jsonl'));
    await expectRefused(Buffer.alloc(0), refused('session archive is missing manifest.json'));
    await expectRefused(tar(), refused('session archive is missing manifest.json'));
  });
});

describe('files that are no sound tar', () => {
  it.each([
    ['a gzip archive', gzipSync(archiveOf())],
    ['a SQLite database', Buffer.from(`SQLite format 3\0${'x'.repeat(600)}`)],
    ['a PNG image', Buffer.from('89504e470d0a1a0a'.padEnd(2000, '0'), 'hex')],
  ])('%s is called what it is', async (label, bytes) => {
    fs.writeFileSync(archive, bytes);
    const { message, reason, code } = await refusalOf(previewArchive(archive));
    expect(message).toContain(`This is ${label}, not a session archive`);
    expect({ code, reason }).toEqual({ code: 'corrupted', reason: 'unknown-format' });
  });

  it('text, noise and a few bytes are no archive either', async () => {
    for (const bytes of [Buffer.from('hello\n'.repeat(300)), Buffer.alloc(2048, 0xa7), Buffer.from('x')])
      await expectRefused(bytes, { code: 'corrupted', reason: 'unknown-format' });
  });

  it('one cut off anywhere is refused', async () => {
    const whole = Buffer.concat(archiveMembers({ triggers: TRIGGERS }));
    for (let end = 100; end < whole.length; end += 300) {
      fs.writeFileSync(archive, whole.subarray(0, end));
      expect((await refusalOf(importArchive(archive, { toDir }))).code).toBe('corrupted');
    }
    expect(fs.readdirSync(toDir)).toEqual([]);
    await expectRefused(whole.subarray(0, 700), { code: 'corrupted', reason: 'truncated' });
  });

  it('one whose header was changed, or says a size that is not there', async () => {
    const changed = archiveOf();
    changed.writeUInt8(changed.readUInt8(600) ^ 1, 600 - 512);
    await expectRefused(changed, { code: 'corrupted', reason: 'damaged' });
    const [manifest = TAR_END] = archiveMembers();
    const short = tarMember('session.jsonl', 'x', { size: 50 * 1024 * 1024 });
    await expectRefused(tar(manifest, short), { code: 'corrupted', reason: 'truncated' });
    // A size that is too small makes a header of the content.
    const small = tarMember('session.jsonl', LINES.join('\n').repeat(3), { size: 10 });
    await expectRefused(tar(manifest, small), { code: 'corrupted' });
    await expectRefused(tar(manifest, tarMember('session.jsonl', 'x', { sizeField: '-0000000001\0' })), {
      code: 'corrupted',
    });
  });

  it('one with something behind its end', async () => {
    await expectRefused(Buffer.concat([archiveOf(), Buffer.from('rubbish')]), {
      code: 'corrupted',
      reason: 'truncated',
    });
    await expectRefused(Buffer.concat([archiveOf(), Buffer.alloc(1024, 'x')]), { code: 'corrupted' });
  });

  it('one that never ends is read no further than an archive can be long', async () => {
    fs.writeFileSync(archive, archiveOf());
    fs.truncateSync(archive, 20 * 1024 ** 3);
    expect(await refusalOf(previewArchive(archive))).toMatchObject({
      message: 'session archive file is too large',
    });
  });

  it('a million tiny members end with the second, and headers of no member with nothing', async () => {
    const tiny = tarMember('manifest.json', '');
    await expectRefused(Buffer.concat(Array.from({ length: 20_000 }, () => tiny)), {
      message: 'session archive contains duplicate file paths',
    });
    const long = tarMember('x', 'y\0', { type: 'L' });
    await expectRefused(Buffer.concat([...Array.from({ length: 5000 }, () => long), ...archiveMembers()]), {
      message: 'session archive contains an unexpected file',
    });
    const huge = tarMember('x', '', { type: 'x', size: 8 * 1024 * 1024 });
    await expectRefused(Buffer.concat([huge, archiveOf()]), { code: 'corrupted' });
  });

  it('a missing file, a folder and a pipe have a sentence', async () => {
    expect(await refusalOf(previewArchive(archive))).toMatchObject({ code: 'not_found', reason: 'missing' });
    expect(await refusalOf(previewArchive(toDir))).toMatchObject({ reason: 'is-a-folder' });
    expect(await refusalOf(previewArchive('/dev/null'))).toMatchObject({ reason: 'unknown-format' });
  });
});

describe('content that is refused', () => {
  it('manifests: no JSON, no object, another schema, fields of another kind', async () => {
    const jsonl = LINES.join('\n');
    const sound = manifestFor(jsonl);
    const parse = refused('parse session archive manifest');
    const schema = refused('unsupported session archive schema');
    for (const manifest of ['{', '[]', '"x"', '', Buffer.from([0x22, 0xff, 0x22])])
      await expectRefused(archiveOf({ manifest }), parse);
    for (const named of ['theway.session_export.v2', null, 1, undefined])
      await expectRefused(archiveOf({ manifest: JSON.stringify({ ...sound, schema: named }) }), schema);
    const wrong = [
      { created_at: 1 },
      { theway_version: undefined },
      { source: null },
      { source: { ...sound.source, cwd: 1 } },
      { content: { ...sound.content, entry_count: -4 } },
      { content: { ...sound.content, entry_count: '4' } },
      { content: { ...sound.content, active_leaf_id: 1 } },
      { content: { ...sound.content, has_cron: 'no' } },
      { sensitivity: {} },
    ];
    for (const part of wrong)
      await expectRefused(archiveOf({ jsonl, manifest: JSON.stringify({ ...sound, ...part }) }), parse);
  });

  it.each([
    ['session archive checksum mismatch', { content: { session_jsonl_sha256: '0'.repeat(64) } }],
    ['session.jsonl is not UTF-8', { jsonl: lines(HEADER, Buffer.from([0x7b, 0xff, 0x7d])) }],
    ['session transcript is empty', { jsonl: '' }],
    ['session metadata is missing id', { jsonl: lines(HEADER.replace(METADATA.id, ' \u0085'), USER) }],
    ['session archive entry count mismatch', { content: { entry_count: 5 } }],
    ['session archive active leaf mismatch', { content: { active_leaf_id: 'm1' } }],
    ['session archive active leaf mismatch', { content: { active_leaf_id: null } }],
  ])('%s', async (text, parts) => {
    await expectRefused(archiveOf(parts), refused(text));
  });

  it.each([
    ['1: session metadata must be a JSON object', ['', HEADER, USER]],
    ['1: session metadata must be a JSON object', [USER.slice(1)]],
    ['1: session metadata is missing cwd', [HEADER.replace('"cwd"', '"other"')]],
    ['2: session entry must be a JSON object', [HEADER, '[]']],
    ['2: unknown session entry type x', [HEADER, USER.replace('"message"', '"x"')]],
    ['3: session entry has invalid parentId', [HEADER, USER, ASSISTANT.replace('"u1"', '1')]],
    ['3: session transcript contains duplicate entry id', [HEADER, USER, USER]],
    ['2: session transcript contains dangling parent reference', [HEADER, ASSISTANT, USER]],
    [
      '3: session transcript contains dangling leaf target',
      [
        HEADER,
        USER,
        '{"type":"leaf","id":"m","parentId":"u1","timestamp":"t","targetId":"later"}',
        ASSISTANT,
      ],
    ],
    // What does not parse goes before what does not fit.
    ['4: session entry must be a JSON object', [HEADER, USER, USER, '{}}']],
  ])('parse session entry line %s', async (text, changed) => {
    await expectRefused(archiveOf({ jsonl: lines(...changed) }), refused(`parse session entry line ${text}`));
  });

  it.each([
    ['parse trigger sidecar', { triggers: '{' }],
    ['parse trigger sidecar', { triggers: '"x"' }],
    ['parse trigger sidecar', { triggers: '{"rules":[1]}' }],
    ['parse trigger sidecar', { triggers: '{"rules":[{"enabled":"yes"}]}' }],
    ['trigger sidecar is not UTF-8', { triggers: Buffer.from([0xff]) }],
    ['parse cron sidecar', { cron: '[[jobs]' }],
    ['parse cron sidecar', { cron: 'jobs = [1]' }],
    ['parse cron sidecar', { cron: 'jobs = [2026-01-01]' }],
    ['parse cron sidecar', { cron: '[[jobs]]\nenabled = 1' }],
    ['parse cron sidecar', { cron: `x = ${'['.repeat(100_000)}` }],
    ['cron sidecar is not UTF-8', { cron: Buffer.from([0xff]) }],
    ['session archive sidecar mismatch', { triggers: TRIGGERS, content: { has_triggers: false } }],
    ['session archive sidecar mismatch', { content: { has_triggers: true } }],
    ['session archive sidecar mismatch', { cron: CRON, content: { has_cron: false } }],
    ['session archive sidecar mismatch', { content: { has_cron: true } }],
  ])('sidecars: %s', async (text, parts) => {
    await expectRefused(archiveOf(parts), refused(text));
  });

  it('in the order of the contract, whatever else is wrong', async () => {
    const cron = '[[';
    const content = { session_jsonl_sha256: 'x', entry_count: 9, active_leaf_id: 'x' };
    const hash = {
      ...content,
      session_jsonl_sha256: manifestFor(lines(HEADER, USER)).content.session_jsonl_sha256,
    };
    await expectRefused(archiveOf({ cron, content }), refused('session archive checksum mismatch'));
    const counted = { jsonl: lines(HEADER, USER), cron, content: hash };
    await expectRefused(archiveOf(counted), refused('session archive entry count mismatch'));
    const leaf = { ...hash, entry_count: 1 };
    await expectRefused(
      archiveOf({ ...counted, content: leaf }),
      refused('session archive active leaf mismatch'),
    );
    const all = { ...leaf, active_leaf_id: 'u1' };
    await expectRefused(archiveOf({ ...counted, content: all }), refused('parse cron sidecar'));
  });
});
