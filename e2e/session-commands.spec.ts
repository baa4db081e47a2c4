import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from './support/app';
import { documentOf, ramify, ramifyWith } from './support/command-line';
import { piRecordsOf, piSampleIn } from './support/pi';
import { writeBranchedSession } from './support/stores';

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

test.describe('a theway session', () => {
  let file: string;

  test.beforeEach(({ folder }) => {
    file = path.join(folder, 'session.db');
    writeBranchedSession(file);
  });

  const leaf = () => documentOf(ramify('tree', file, '--json')).storedLeaf;

  test('gets its leaf moved, labels and a name, appended at the stored leaf', () => {
    const moved = ramify('leaf', file, '--to', 'a2');
    expect(moved).toMatchObject({ exitCode: 0, stderr: '' });
    expect(moved.stdout).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(leaf()).toBe('a2');

    const labelled = documentOf(ramify('label', file, '--entry', 'q', '--text', 'the question', '--json'));
    expect(labelled.entries).toMatchObject([
      { type: 'label', parentId: 'a2', targetId: 'q', label: 'the question' },
    ]);
    expect(Object.keys(labelled.entries[0]).slice(0, 4)).toEqual(['type', 'id', 'parentId', 'timestamp']);
    expect(documentOf(ramify('rename', file, 'Largest file', '--json')).entries).toMatchObject([
      { type: 'session_info', name: 'Largest file' },
    ]);
    expect(documentOf(ramify('inspect', file, '--json')).sessions[0].title).toBe('Largest file');
    expect(ramify('label', file, '--entry', 'q', '--clear').exitCode).toBe(0);
    expect(ramify('leaf', file, '--to', 'none').exitCode).toBe(0);
    expect(leaf()).toBeNull();
    expect(ramify('verify', file).exitCode).toBe(0);
  });

  test('refuses what breaks its rules, in its own words, and stays as it is', () => {
    const before = hashOf(file);
    expect(ramify('leaf', file, '--to', 'nowhere')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'not_found: Entry nowhere not found\n',
    });
    const append = (input: string) => ramifyWith({ input }, 'append', file, '-').stderr;
    expect(append('[{"type":"message"}]')).toBe('corrupted: message session entry has invalid message\n');
    expect(append('[{"type":"leaf","targetId":7}]')).toBe(
      'corrupted: leaf session entry has invalid targetId\n',
    );
    expect(append('[{"type":"nonsense"}]')).toBe('corrupted: unknown session entry type nonsense\n');
    expect(append('[{"type":"session_info","id":"q"}]')).toBe(
      'corrupted: session transcript contains duplicate entry id\n',
    );
    expect(append('[{"type":"session_info","parentId":"gone"}]')).toBe(
      'corrupted: session transcript contains dangling parent reference\n',
    );
    expect(ramify('fork', file, '--before', 'a1', '--to', path.dirname(file)).stderr).toBe(
      'not_found: Entry a1 is not a user message\n',
    );
    expect(hashOf(file)).toBe(before);
  });

  test('takes entries as an array or by lines, all or none', () => {
    const entries = [
      { type: 'message', message: { role: 'user', content: 'One more.', timestamp: 1 } },
      { type: 'custom', customType: 'x', data: { n: 1 } },
    ];
    const appended = documentOf(
      ramifyWith({ input: JSON.stringify(entries) }, 'append', file, '-', '--json'),
    ).entries;
    expect(appended).toMatchObject([{ parentId: 'b2' }, { parentId: appended[0].id }]);
    const lines = entries.map((entry) => JSON.stringify(entry)).join('\n');
    expect(ramifyWith({ input: lines }, 'append', file, '-').stdout.split('\n')).toHaveLength(3);
    expect(documentOf(ramify('tree', file, '--json')).entries).toHaveLength(13);
    expect(ramify('verify', file).exitCode).toBe(0);
  });

  test('is forked and cloned into files of their own', ({ folder }) => {
    const before = hashOf(file);
    const target = path.join(folder, 'forks');
    mkdirSync(target);
    const forked = documentOf(ramify('fork', file, '--at', 'a1', '--to', target, '--json')).newPath;
    expect(documentOf(ramify('tree', forked, '--json')).entries.map(({ id }: { id: string }) => id)).toEqual([
      'q',
      'a1',
    ]);
    const cloned = ramify('clone', file, '--to', target).stdout.trim();
    expect(documentOf(ramify('tree', cloned, '--json'))).toMatchObject({ storedLeaf: 'b2' });
    const database = new Database(forked, { readonly: true });
    const parent = database.prepare("SELECT value FROM meta WHERE key = 'parentSessionPath'").pluck().get();
    database.close();
    expect(parent).toBe(JSON.stringify(file));
    expect(readdirSync(target).filter((name) => name.endsWith('.db'))).toHaveLength(2);
    expect(hashOf(file)).toBe(before);
  });

  test('travels as an archive, and comes back with the same lines', ({ folder }) => {
    const archive = path.join(folder, 'out.theway-session');
    const exported = ramify('export', file, '--format', 'theway-session', '-o', archive);
    expect(exported).toMatchObject({ exitCode: 0, stdout: `${archive}\n` });
    expect(exported.stderr).toContain('transcript');
    expect(ramify('export', file, '--format', 'theway-session', '-o', archive).exitCode).toBe(1);
    const target = path.join(folder, 'imported');
    mkdirSync(target);
    const imported = ramify('import', archive, '--to', target).stdout.trim();
    expect(documentOf(ramify('tree', imported, '--json'))).toMatchObject({ storedLeaf: 'b2' });
    const again = path.join(folder, 'again.theway-session');
    ramify('export', imported, '--format', 'theway-session', '-o', again);
    const linesOf = (each: string) =>
      readFileSync(each, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{"type"'));
    expect(linesOf(again)).toEqual(linesOf(archive));
    expect(linesOf(archive)).toHaveLength(9);

    const broken = path.join(folder, 'broken.theway-session');
    const bytes = readFileSync(archive);
    bytes[bytes.indexOf('Which file')] = 0x77;
    writeFileSync(broken, bytes);
    const result = ramify('import', broken, '--to', target);
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).toBe('corrupted: session archive checksum mismatch\n');
    expect(readdirSync(target)).toHaveLength(1);
  });

  test('shows what a model would see, its bindings and its extensions', () => {
    const context = documentOf(ramify('context', file, '--json')).entries;
    expect(context.map(({ id }: { id: string }) => id)).toEqual(['q', 'b1', 'b2']);
    expect(documentOf(ramify('extensions', file, '--json')).extensions).toEqual([]);
    const envelope = {
      extensionId: 'notes',
      stateSchemaVersion: 1,
      originSequence: 1,
      entry: { kind: 'state_mutation', key: 'n', mutation: { operation: 'set', value: 1.5 } },
    };
    const entry = JSON.stringify([{ type: 'extension', extension: envelope }]);
    ramifyWith({ input: entry }, 'append', file, '-');
    expect(ramify('extensions', file).stdout).toContain('n = 1.5');
    const binding = '{"clientKey":"desk","runtime":{"workDir":"/"}}';
    expect(ramify('bind', file, '--binding', binding)).toMatchObject({ exitCode: 0 });
    expect(ramify('bind', file, '--clear')).toMatchObject({ exitCode: 0 });
    expect(ramify('collapse', file, '--node', 'n1', '--collapsed', 'true')).toMatchObject({ exitCode: 0 });
    expect(ramify('verify', file).exitCode).toBe(0);
  });
});

test.describe('a session of pi', () => {
  test('gets its leaf moved, a label and a name, and is forked', ({ folder }) => {
    const file = piSampleIn(folder, 'v3');
    const [moved] = documentOf(ramify('leaf', file, '--to', '1000a00c', '--json')).entries;
    expect(moved).toMatchObject({ customType: 'ramify.leaf', parentId: '1000a00c' });
    expect(documentOf(ramify('tree', file, '--json')).storedLeaf).toBe(moved.id);
    expect(ramify('label', file, '--entry', '1000a009', '--text', 'the side').exitCode).toBe(0);
    expect(ramify('rename', file, 'Kites again')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(documentOf(ramify('inspect', file, '--json')).sessions[0].title).toBe('Kites again');
    expect(piRecordsOf(file).slice(-2)).toMatchObject([
      { type: 'label', parentId: moved.id },
      { type: 'session_info', name: 'Kites again' },
    ]);
    const { newPath } = documentOf(ramify('fork', file, '--at', '1000a00c', '--to', folder, '--json'));
    expect(piRecordsOf(newPath)[0]).toMatchObject({ parentSession: file });
  });

  test('is left as it is by what it does not have, and of an older version by all', ({ folder }) => {
    const file = piSampleIn(folder, 'v3');
    const old = piSampleIn(folder, 'v1');
    const before = [hashOf(file), hashOf(old)];
    expect(ramify('bind', file, '--clear').stderr).toBe(
      'invalid-input: This cannot be done to a session of pi.\n',
    );
    expect(ramify('leaf', file, '--to', 'none')).toMatchObject({ exitCode: 1, stdout: '' });
    expect(ramify('rename', old, 'x').stderr).toContain('not-editable: This session is of an older version');
    expect(ramify('clone', old, '--to', folder).stderr).toContain('not-editable: ');
    expect([hashOf(file), hashOf(old)]).toEqual(before);
  });
});
