import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './support/app';
import { documentOf, ramify } from './support/command-line';
import { writeCompactedSession, writeForkedSession } from './support/comparison';
import { writeBranchedSession, writeForeignStore } from './support/stores';

test.describe('two branches of a session', () => {
  let file: string;
  test.beforeEach(({ folder }) => {
    file = path.join(folder, 'session.db');
    writeForkedSession(file);
  });

  test('are compared from where they part, call beside call', () => {
    const document = documentOf(ramify('compare', file, '--left', 'l4', '--right', 'r4', '--json'));
    expect(document).toMatchObject({
      schema: 'ramify.compare.v1',
      commonAncestor: 'q',
      sharedEntries: 1,
      left: {
        leaf: 'l4',
        entries: 4,
        assistantMessages: 2,
        toolCalls: [
          { name: 'read', count: 1, errors: 0 },
          { name: 'bash', count: 1, errors: 1 },
        ],
        files: ['src/cache.ts'],
        changedFiles: [],
        errors: 1,
        tokens: 2400,
        cost: 0.03,
        durationMs: 3000,
      },
      right: { leaf: 'r4', entries: 5, files: ['src/cache.ts'], changedFiles: ['src/cache.ts'], errors: 0 },
    });
    expect(document.rows).toEqual([
      { state: 'right', left: null, right: 'r0' },
      { state: 'changed', left: 'l1', right: 'r1' },
      { state: 'same', left: 'l2', right: 'r2' },
      { state: 'left', left: 'l3', right: null },
      { state: 'left', left: 'l4', right: null },
      { state: 'right', left: null, right: 'r3' },
      { state: 'right', left: null, right: 'r4' },
    ]);
  });

  test('are printed side by side', () => {
    const { stdout, exitCode } = ramify('compare', file, '--left', 'l4', '--right', 'r4');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('common ancestor: q (1 shared)');
    expect(stdout).toMatch(/assistant \[read\].* ≠ assistant \[read\]/);
    expect(stdout).toMatch(/tool_result \[read\].* = tool_result \[read\]/);
    expect(stdout).toMatch(/bash 1 \(1 failed\)/);
    expect(stdout).toContain('src/cache.ts*');
  });

  test('need ids that are there', () => {
    expect(ramify('compare', file, '--left', 'l4', '--right', 'gone')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'unknown-entry: This session has no entry "gone".\n',
    });
    const refused = ramify('compare', file, '--left', 'gone', '--right', 'l4', '--json');
    expect(refused.exitCode).toBe(1);
    expect(documentOf(refused)).toMatchObject({
      schema: 'ramify.compare.v1',
      error: { code: 'unknown-entry' },
    });
    expect(ramify('compare', file, '--left', 'l4').exitCode).toBe(64);
    expect(ramify('compare', `${file}.gone`, '--left', 'a', '--right', 'b').exitCode).toBe(2);
  });

  test('may be the same, or one above the other', () => {
    const same = documentOf(ramify('compare', file, '--left', 'l4', '--right', 'l4', '--json'));
    expect(same).toMatchObject({ commonAncestor: 'l4', left: { entries: 0, tokens: null }, rows: [] });
    const above = documentOf(ramify('compare', file, '--left', 'q', '--right', 'l2', '--json'));
    expect(above).toMatchObject({ commonAncestor: 'q', left: { entries: 0 }, right: { entries: 2 } });
  });

  test('a fork and its source part where the fork was made', ({ folder }) => {
    const target = path.join(folder, 'forks');
    mkdirSync(target);
    const fork = documentOf(ramify('fork', file, '--at', 'l2', '--to', target, '--json')).newPath;
    const compared = documentOf(ramify('compare', fork, '--right-path', file, '--right', 'l4', '--json'));
    expect(compared).toMatchObject({
      path: fork,
      rightPath: file,
      commonAncestor: 'l2',
      left: { leaf: 'l2', entries: 0 },
      right: { leaf: 'l4', entries: 2 },
    });
    const refused = ramify('compare', fork, '--right-path', file, '--right', 'gone');
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(refused.stderr).toContain('session.db: This session has no entry "gone".');
  });
});

test('sessions of a vv-agent store are compared from the first item that differs', ({ folder }) => {
  const store = path.join(folder, 'store.db');
  writeForeignStore(store);
  const compared = documentOf(
    ramify('compare', store, '--session', 'alpha', '--right-session', 'beta', '--json'),
  );
  expect(compared).toMatchObject({
    commonAncestor: null,
    left: {
      sessionId: 'alpha',
      entries: 4,
      toolCalls: [{ name: 'bash' }, { name: 'read' }],
      files: ['gone.txt'],
    },
    right: { sessionId: 'beta', entries: 1, tokens: null, cost: null, durationMs: null },
  });
  expect(ramify('compare', store, '--session', 'nobody', '--right-session', 'beta').exitCode).toBe(1);
});

test('the context at a leaf has what a model is given, and names what a compaction took away', ({
  folder,
}) => {
  const file = path.join(folder, 'session.db');
  writeCompactedSession(file);
  const context = documentOf(ramify('context', file, '--json'));
  expect(context).toMatchObject({
    schema: 'ramify.context.v1',
    leaf: 'a3',
    removed: ['u1', 'a1'],
    excluded: ['lab'],
    tokens: 900,
    tokensAt: 'a3',
  });
  expect(
    context.messages.map(({ entryId, kind }: { entryId: string; kind: string }) => [entryId, kind]),
  ).toEqual([
    ['com', 'compaction'],
    ['u2', 'user'],
    ['bra', 'branch_summary'],
    ['cus', 'custom_message'],
    ['a3', 'assistant'],
  ]);
  expect(context.messages[0].blocks).toEqual([{ type: 'text', text: 'They looked at the cache.' }]);
  expect(context.entries.map(({ id }: { id: string }) => id)).toEqual(['com', 'u2', 'bra', 'cus', 'a3']);
  const before = documentOf(ramify('context', file, '--leaf', 'a1', '--json'));
  expect(before).toMatchObject({ leaf: 'a1', removed: [], tokens: 5000 });

  const { stdout } = ramify('context', file);
  expect(stdout).toContain('They looked at the cache.');
  expect(stdout).toContain('5 given, 2 removed by a compaction, 1 never given, 900 tokens at a3');
  expect(stdout).not.toContain('Where is the leak?');
  expect(ramify('context', file, '--leaf', 'nobody')).toMatchObject({
    exitCode: 1,
    stderr: 'corrupted: parent nobody not found\n',
  });
});

test('the context of a vv-agent session is its items', ({ folder }) => {
  const store = path.join(folder, 'store.db');
  writeForeignStore(store);
  const context = documentOf(ramify('context', store, '--session', 'alpha', '--json'));
  expect(context.messages).toHaveLength(4);
  expect(context).toMatchObject({ removed: [], tokens: null, entries: null });
  expect(context.messages[1].blocks.map(({ type }: { type: string }) => type)).toEqual([
    'thinking',
    'tool_call',
    'tool_call',
  ]);
});

test('a session without entries has no context', ({ folder }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  ramify('leaf', file, '--to', 'none');
  expect(documentOf(ramify('context', file, '--json'))).toMatchObject({
    leaf: null,
    messages: [],
    tokens: null,
  });
});
