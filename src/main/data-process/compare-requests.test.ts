import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROW_STATES } from '../../shared/compare/align';
import type { Comparison } from '../../shared/contract/comparison';
import type { Result } from '../../shared/contract/errors';
import { type ThewayEntry, ThewayFile } from '../samples/theway-file';
import { VvAgentFile } from '../samples/vv-agent-file';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { compareRequests } from './compare-requests';
import type { DataInput } from './protocol';
import type { RequestContext } from './requests';

let folders: TestFolders;
beforeEach(() => {
  folders = makeFolders();
});
afterEach(() => folders.remove());

type Side = Partial<DataInput<'compare'>['left']> & { file?: string };

async function compare(
  left: Side,
  right: Side,
  more: Partial<RequestContext> = {},
): Promise<Result<Comparison>> {
  const side = ({ file = 's.db', ...given }: Side) => ({
    target: { type: 'file', path: path.join(folders.user, file) } as const,
    sessionId: null,
    entryId: null,
    row: null,
    ...given,
  });
  const input = {
    left: side(left),
    right: side(right),
    cacheDir: folders.cache,
    mostListed: 100,
    isDescribed: true,
  };
  const { signal } = new AbortController();
  const context = { signal, progress: () => {}, chunk: () => {}, port: null, abort: () => {}, ...more };
  return compareRequests.compare(input, context);
}

/** The aligned rows as pairs of ids, with what each pair is. */
async function rows(left: Side, right: Side): Promise<string[]> {
  const found = await compare(left, right);
  if (!found.ok) throw new Error(found.error.message);
  const { leftRows, rightRows, states } = found.value;
  const id = (side: 'left' | 'right', row: number) =>
    found.value[side].entries.find((entry) => entry.row === row)?.id ?? '-';
  return Array.from(
    leftRows,
    (row, at) => `${id('left', row)} ${ROW_STATES[states[at] ?? -1]} ${id('right', rightRows[at] ?? -1)}`,
  );
}

const TIME_MS = Date.UTC(2026, 0, 1);
let clock = 0;

function message(
  id: string,
  parentId: string | null,
  role: string,
  content: unknown,
  more: object = {},
): ThewayEntry {
  clock += 1000;
  const timestamp = new Date(TIME_MS + clock).toISOString();
  return { type: 'message', id, parentId, timestamp, message: { role, content, ...more } };
}

const call = (id: string, name: string, args: object) => ({ type: 'toolCall', id, name, arguments: args });
const result = (id: string, parentId: string, callId: string, name: string, text: string, isError = false) =>
  message(id, parentId, 'toolResult', [{ type: 'text', text }], {
    toolCallId: callId,
    toolName: name,
    isError,
  });

const usage = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3, cost: { total: 0.25 } };
const READ = call('c1', 'read', { path: 'src/a.ts' });

/** A question that was answered twice, both times by reading one file first. */
const FORKED: readonly ThewayEntry[] = [
  message('q', null, 'user', 'Why?'),
  message('l1', 'q', 'assistant', [READ], { usage }),
  result('l2', 'l1', 'c1', 'read', 'text'),
  message('l3', 'l2', 'assistant', [call('c2', 'bash', { command: 'make' })], { usage }),
  result('l4', 'l3', 'c2', 'bash', 'no rule', true),
  message('r0', 'q', 'user', 'Look again.'),
  message('r1', 'r0', 'assistant', [
    { type: 'text', text: 'I do.' },
    { ...READ, id: 'd1' },
  ]),
  result('r2', 'r1', 'd1', 'read', 'text'),
  message('r3', 'r2', 'assistant', [call('d2', 'edit', { path: 'src/a.ts', old_string: 'x' })]),
];

function writeSession(file: string, entries: readonly ThewayEntry[], id = file): void {
  const session = new ThewayFile(path.join(folders.user, file));
  session.setMeta({ id, createdAt: 't', cwd: '/', path: file });
  session.append(entries);
  session.close();
}

describe('two branches of a session', () => {
  beforeEach(() => writeSession('s.db', FORKED));

  it('are aligned from where they part: shared calls and their results stand next to each other', async () => {
    expect(await rows({ entryId: 'l4' }, { entryId: 'r3' })).toEqual([
      '- right r0',
      'l1 changed r1',
      'l2 same r2',
      'l3 left -',
      'l4 left -',
      '- right r3',
    ]);
  });

  it('say what each did', async () => {
    expect(await compare({ entryId: 'l4' }, { entryId: 'r3' })).toMatchObject({
      ok: true,
      value: {
        commonAncestor: { id: 'q', leftRow: 0, rightRow: 0 },
        sharedCount: 1,
        left: {
          leafId: 'l4',
          facts: {
            entryCount: 4,
            tools: [
              { name: 'read', count: 1, errors: 0 },
              { name: 'bash', count: 1, errors: 1 },
            ],
            files: [{ path: 'src/a.ts', isChange: false }],
            errorCount: 1,
            tokens: 6,
            cost: 0.5,
            durationMs: 3000,
          },
        },
        right: { facts: { entryCount: 4, files: [{ path: 'src/a.ts', isChange: true }], tokens: null } },
      },
    });
  });

  it('may be one and the same, or one may be part of the other', async () => {
    const same = await compare({ entryId: 'l4' }, { entryId: 'l4' });
    expect(same).toMatchObject({
      value: { commonAncestor: { id: 'l4' }, left: { facts: { entryCount: 0 } } },
    });
    expect(await rows({ entryId: 'l1' }, { entryId: 'l3' })).toEqual(['- right l2', '- right l3']);
  });

  it('are refused with the id that is not there, or with a place where something else stands', async () => {
    expect(await compare({ entryId: 'l4' }, { entryId: 'no such' })).toMatchObject({
      error: { code: 'unknown-entry', message: 'This session has no entry "no such".' },
    });
    expect(await compare({ entryId: 'l4', row: 0 }, {})).toMatchObject({
      error: { code: 'changed-while-reading' },
    });
  });

  it('stop being read once they are no longer wanted', async () => {
    const abort = new AbortController();
    const progress = ({ label }: { label: string }) => label === 'Comparing' && abort.abort();
    const given = { signal: abort.signal, progress };
    await expect(compare({ entryId: 'l4' }, { entryId: 'r3' }, given)).rejects.toThrow();
  });
});

it('islands have no common ancestor, and are aligned from their roots', async () => {
  writeSession('s.db', [message('a', null, 'user', 'One'), message('b', null, 'user', 'Two')]);
  expect(await compare({ entryId: 'a' }, { entryId: 'b' })).toMatchObject({
    value: { commonAncestor: null, sharedCount: 0 },
  });
  expect(await rows({ entryId: 'a' }, { entryId: 'b' })).toEqual(['a changed b']);
});

it('a fork and its source part where their ids do', async () => {
  writeSession('s.db', FORKED);
  writeSession('fork.db', [...FORKED.slice(0, 3), message('f', 'l2', 'user', 'Go on.')]);
  expect(await compare({ file: 'fork.db' }, { entryId: 'l4' })).toMatchObject({
    value: { commonAncestor: { id: 'l2' }, sharedCount: 3, left: { leafId: 'f' } },
  });
});

describe('vv-agent sessions', () => {
  const user = (content: string) => JSON.stringify({ role: 'user', content });

  it('of one store part after the items that are the same in both, whatever their places', async () => {
    const store = new VvAgentFile(path.join(folders.user, 's.db'));
    store.add('a', [user('1'), user('2'), user('left')]);
    store.add('b', [user('1'), user('2'), user('right'), user('more')]);
    store.close();
    const found = await compare({ sessionId: 'a' }, { sessionId: 'b' });
    expect(found).toMatchObject({
      value: {
        sharedCount: 2,
        commonAncestor: { leftRow: 1, rightRow: 1 },
        left: { facts: { entryCount: 1 } },
      },
    });
  });

  it('have nothing in common with a theway session', async () => {
    const store = new VvAgentFile(path.join(folders.user, 'store.db'));
    store.add('a', [user('Why?')]);
    store.close();
    writeSession('s.db', FORKED);
    expect(await compare({}, { file: 'store.db' })).toMatchObject({ value: { commonAncestor: null } });
    expect(await rows({ entryId: 'q' }, { file: 'store.db' })).toEqual(['q same 1']);
  });
});

it('hostile entries are compared to the last character: lone surrogates, 10 MB of arguments', async () => {
  const big = 'x'.repeat(10_000_000);
  writeSession('s.db', [
    message('q', null, 'user', 'Why?'),
    message('a', 'q', 'assistant', [call('c', 'write', { path: 'a\u0000\u202e', content: `${big}1` })]),
    message('b', 'q', 'assistant', [call('c', 'write', { path: 'a\u0000\u202e', content: `${big}2` })]),
  ]);
  expect(await rows({ entryId: 'a' }, { entryId: 'b' })).toEqual(['a changed b']);
  const found = await compare({ entryId: 'a' }, { entryId: 'b' });
  expect(found).toMatchObject({
    value: { left: { facts: { files: [{ path: 'a\u0000\u202e', isChange: true }] } } },
  });
}, 30_000);
