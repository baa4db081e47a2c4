import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ThewayFile } from '../src/main/samples/theway-file';
import { expect, test } from './support/app';
import { documentOf, ramify, ramifyWith } from './support/command-line';
import { changeOneByte, message, writeBranchedSession, writeForeignStore } from './support/stores';

test('inspect says what a file is, whatever its checks say', ({ folder }) => {
  const file = path.join(folder, 'store.sqlite3');
  writeForeignStore(file);
  const result = ramify('inspect', file, '--json');
  expect(result.exitCode).toBe(0);
  const document = documentOf(result);
  expect(document).toMatchObject({
    schema: 'ramify.inspect.v1',
    path: file,
    format: 'vv-agent',
    formatVersion: '2',
  });
  expect(document.sessions).toMatchObject([
    { id: 'alpha', title: 'What does the build print?', entryCount: 4, storedLeaf: '5' },
    { id: 'beta', title: 'A plain item.', entryCount: 1, storedLeaf: '4' },
  ]);
  for (const check of document.checks)
    expect(Object.keys(check)).toEqual(['id', 'verdict', 'expected', 'found']);
  const failed = document.checks.filter((check: { verdict: string }) => check.verdict === 'failed');
  expect(failed.map((check: { id: string }) => check.id)).toEqual(['commits']);
});

test('inspect of a folder tells what each file is, and opens none as what it is not', ({ folder }) => {
  const at = (name: string) => path.join(folder, name);
  writeForeignStore(at('store.sqlite3'));
  writeBranchedSession(at('session.db'));
  mkdirSync(at('older'));
  const samples = path.join(import.meta.dirname, '../src/main/formats/pi/samples');
  for (const name of ['v1', 'v3', 'harness-v4'])
    cpSync(path.join(samples, `${name}.jsonl`), at(`older/${name}.txt`));
  writeFileSync(at('notes.jsonl'), '{"a":1}\n{"b":2}\n');
  writeFileSync(at('empty.jsonl'), '');
  const result = ramify('inspect', folder, '--json');
  expect(result.exitCode).toBe(0);
  const { schema, path: listed, files } = documentOf(result);
  expect([schema, listed]).toEqual(['ramify.inspect.v1', folder]);
  const formats = files.map((file: { path: string; format?: string; error?: { code: string } }) => [
    path.relative(folder, file.path),
    file.format ?? file.error?.code,
  ]);
  expect(Object.fromEntries(formats)).toEqual({
    'store.sqlite3': 'vv-agent',
    'session.db': 'theway',
    'older/v1.txt': 'pi',
    'older/v3.txt': 'pi',
    'older/harness-v4.txt': 'pi',
    'notes.jsonl': 'not-a-database',
  });
  expect(ramify('inspect', folder).stdout).toContain('6 files');
});

test('tree prints entries in stored order with the active path', ({ folder }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const result = ramify('tree', file, '--json');
  expect(result.exitCode).toBe(0);
  const document = documentOf(result);
  expect(document).toMatchObject({ schema: 'ramify.tree.v1', sessionId: 'session-1', storedLeaf: 'b2' });
  const row = (id: string) => document.entries.find((entry: { id: string }) => entry.id === id);
  expect(document.entries.map((entry: { id: string }) => entry.id)).toEqual([
    'q',
    'a1',
    'r1',
    'r2',
    'a2',
    'l1',
    'm1',
    'b1',
    'b2',
  ]);
  expect(row('q')).toEqual({
    id: 'q',
    parentId: null,
    kind: 'user',
    type: 'message',
    timestamp: '2026-03-01T10:00:00.000Z',
    preview: 'Which file is the largest?',
    onActivePath: true,
  });
  expect(row('a2')).toMatchObject({ kind: 'assistant', parentId: 'r2', onActivePath: false });
  expect(row('m1')).toMatchObject({ kind: 'leaf_move', onActivePath: false });
  expect(row('b1')).toMatchObject({ parentId: 'q', onActivePath: true });
});

test('tree draws lanes for people', ({ folder }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const lines = ramify('tree', file).stdout.split('\n');
  expect(lines.find((line) => line.includes(' a1 '))).toMatch(/^├─○ a1 assistant \[bash, read, grep\]/);
  expect(lines.find((line) => line.includes(' b2 '))).toMatch(/^● b2 user Then look\. ← stored leaf$/);
  expect(lines.at(-2)).toBe('9 entries, 2 branches');
});

test('show pairs calls with results on the path asked for', ({ folder }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const document = documentOf(ramify('show', file, '--leaf', 'a2', '--json'));
  expect(document).toMatchObject({ schema: 'ramify.show.v1', leaf: 'a2' });
  expect(document.entries.map((entry: { id: string }) => entry.id)).toEqual(['q', 'a1', 'r1', 'r2', 'a2']);
  const { blocks, toolCalls } = document.entries[1];
  expect(blocks[0]).toEqual({ type: 'thinking', text: 'List them first.' });
  expect(toolCalls).toEqual([
    {
      id: 'c1',
      name: 'bash',
      arguments: { command: 'ls -lS', big: 1 },
      result: [{ type: 'text', text: 'largest.bin' }],
      outcome: 'ok',
    },
    {
      id: 'c2',
      name: 'read',
      arguments: { path: 'missing.txt' },
      result: [{ type: 'text', text: 'no such file' }],
      outcome: 'error',
    },
    { id: 'c3', name: 'grep', arguments: { pattern: 'x' }, result: null, outcome: 'missing' },
  ]);
  const unfinished = documentOf(ramify('show', file, '--leaf', 'a1', '--json'));
  expect(unfinished.entries[1].toolCalls.map((call: { outcome: string }) => call.outcome)).toEqual([
    'pending',
    'pending',
    'pending',
  ]);
});

test('show keeps arguments as stored: a string where one is stored, every digit of a number', ({
  folder,
}) => {
  const file = path.join(folder, 'store.sqlite3');
  writeForeignStore(file);
  const result = ramify('show', file, '--session', 'alpha', '--json');
  const [call, missing] = documentOf(result).entries[1].toolCalls;
  expect(call).toMatchObject({ id: 'call_1', arguments: '{"command": "make", "limit": 1.0}', outcome: 'ok' });
  expect(missing).toMatchObject({ id: 'call_2', outcome: 'missing', result: null });
});

test('without --session the only one is taken, else the one written last', ({ folder }) => {
  const file = path.join(folder, 'store.sqlite3');
  writeForeignStore(file);
  expect(documentOf(ramify('show', file, '--json')).sessionId).toBe('alpha');
  expect(documentOf(ramify('tree', file, '--session', 'beta', '--json')).sessionId).toBe('beta');
});

test('verify finds the commits of another program, and one changed byte', ({ folder }) => {
  const file = path.join(folder, 'store.sqlite3');
  writeForeignStore(file);
  const before = ramify('verify', file, '--json');
  const { commits, schema } = documentOf(before);
  expect(schema).toBe('ramify.verify.v1');
  expect(commits).toMatchObject([
    { sessionId: 'alpha', commitId: 'commit-1', state: 'verified', firstItem: 1, lastItem: 3, itemCount: 3 },
    { sessionId: 'alpha', commitId: 'commit-2', state: 'verified', firstItem: 5, lastItem: 5 },
    { sessionId: 'beta', commitId: 'commit-popped', state: 'unmatched', reason: 'no-range', firstItem: null },
  ]);
  expect(before.exitCode).toBe(1);
  expect(documentOf(ramify('verify', file, '--json')).sound).toBe(false);

  changeOneByte(file);
  const after = documentOf(ramify('verify', file, '--json'));
  expect(after.commits[0]).toMatchObject({ commitId: 'commit-1', state: 'unmatched' });
  expect(after.commits[1]).toMatchObject({ commitId: 'commit-2', state: 'verified' });
});

test('verify ends with 0 on a sound file', ({ folder }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const result = ramify('verify', file, '--json');
  expect(documentOf(result)).toMatchObject({ sound: true, commits: [] });
  expect(result.exitCode).toBe(0);
  expect(ramify('verify', file).stdout).toContain('Sound.');
});

test('what cannot be opened ends with 2 and says why, as a document too', ({ folder }) => {
  const missing = ramify('inspect', path.join(folder, 'none.db'), '--json');
  expect(missing.exitCode).toBe(2);
  expect(documentOf(missing)).toMatchObject({
    schema: 'ramify.inspect.v1',
    error: { code: 'missing' },
    checks: [],
    problems: [],
  });
  writeFileSync(path.join(folder, 'text.db'), 'not a database\n');
  expect(ramify('verify', path.join(folder, 'text.db')).exitCode).toBe(2);
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  expect(documentOf(ramify('show', file, '--session', 'none', '--json')).error.code).toBe('unknown-session');
  const unknownLeaf = ramify('show', file, '--leaf', 'none', '--json');
  expect(unknownLeaf.exitCode).toBe(2);
  expect(documentOf(unknownLeaf).error.code).toBe('unknown-entry');
});

test('digest and commit-id print the golden values', ({ folder }) => {
  const items = path.join(folder, 'items.json');
  const digest = (text: string) => {
    writeFileSync(items, text);
    return ramify('digest', items).stdout.trim();
  };
  expect(digest('[]')).toBe('b5d15081714ebaf5c27968a77e8e8580e122b44d78f5aef344984a42e377bae3');
  expect(digest('[{"role":"assistant","content":"done"}]')).toBe(
    '629533c14a9714450dbbc251665b46c530c415757b9434b647c496f6e9dd5b19',
  );
  const golden = {
    role: 'assistant',
    content: 'working',
    name: 'planner',
    tool_calls: [
      {
        id: 'call_lookup',
        type: 'function',
        function: { name: 'lookup', arguments: ' { "z": 1, "a": {"y": 2, "x": 1} } ' },
        extra_content: { provider: 'fixture' },
      },
    ],
    reasoning_content: 'r',
    image_url: 'data:image/png;base64,AA==',
    metadata: { sequence: 2 },
  };
  const expected = '4fb2d52590eba349d65803228923fd3ac118ddf1b17b1f8ea60b1d2372130062';
  expect(digest(JSON.stringify([golden]))).toBe(expected);
  expect(ramifyWith({ input: JSON.stringify([golden]) }, 'digest', '-').stdout.trim()).toBe(expected);
  expect(
    digest('[{"role":"user","content":"x","metadata":{"\ufb33":1,"😀":2,"z":1e16,"y":1.0,"n":-0.0}}]'),
  ).toBe('6c5ad104dcce5369af665ffb54867d8eb82fc245bb568d0257dc101db1793567');
  expect(ramify('commit-id', 'case-key/session').stdout.trim()).toBe(
    'vv-agent:checkpoint-v2:session:d7dbe15110eb769fa38049962a70387dba75050e3da23ab1ad9e862afb5edd3e',
  );
});

test('digest refuses what is no array of items, with the place', ({ folder }) => {
  const items = path.join(folder, 'items.json');
  writeFileSync(items, '[{"role":"user","content":"x"},{"role":"robot","content":"x"}]');
  const result = ramify('digest', items);
  expect(result.exitCode).toBe(2);
  expect(result.stderr).toContain('items[1]: unknown message role: robot');
  writeFileSync(items, '{}');
  expect(ramify('digest', items).exitCode).toBe(2);
  expect(ramify('digest', path.join(folder, 'none.json')).stderr).toContain('there is no such file');
});

test('usage mistakes end with 64, help and version with 0', () => {
  for (const words of [
    [],
    ['frobnicate'],
    ['tree'],
    ['tree', 'a', 'b'],
    ['verify', 'a', '--leaf', 'x'],
    ['show', 'a', '--no'],
  ]) {
    expect(ramify(...words).exitCode, words.join(' ')).toBe(64);
  }
  expect(ramify('--help')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(ramify('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('controls and bidirectional characters of a session never reach the terminal', ({ folder }) => {
  const file = path.join(folder, 'session.db');
  const session = new ThewayFile(file);
  session.setMeta({ id: 'evil', createdAt: '', cwd: '\u001b[2J', path: file });
  session.append([
    message('m1', null, 'user', 'before \u001b]0;title\u0007\u202egnp.exe\u009b31m after'),
    message('m2', 'm1', 'assistant', [
      { type: 'toolCall', id: 'c1', name: '\u001b[31mbash', arguments: { command: '\u202e' } },
    ]),
  ]);
  session.close();
  for (const command of ['inspect', 'tree', 'show', 'verify']) {
    for (const options of [[], ['--json']]) {
      const { stdout, stderr } = ramify(command, file, ...options);
      expect(stdout.length).toBeGreaterThan(0);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
      expect(stdout + stderr, `${command} ${options}`).not.toMatch(/[\u001b\u0007\u009b\u202e]/);
    }
  }
  expect(documentOf(ramify('show', file, '--json')).entries[0].blocks[0].text).toContain('\u202e');
});
