import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BROKEN_PARENT, NO_PARENT } from '../../../shared/model/heads';
import type { ThewayEntry } from '../../samples/theway-file';
import { makeStoreFolder, type ReadHeads, readAllHeads, type StoreFolder } from '../test-support/open-store';
import {
  assistant,
  entry,
  message,
  row,
  type SessionFileParts,
  toolResult,
  user,
  writeSessionFile,
} from './test-support/session-file';

let folder: StoreFolder;
beforeEach(() => {
  folder = makeStoreFolder();
});
afterEach(() => folder.remove());

async function headsOf(parts: SessionFileParts): Promise<ReadHeads> {
  const file = writeSessionFile(folder.file('session.db'), parts);
  return readAllHeads(await folder.store(file));
}

function problemsOf({ index }: ReadHeads): string[] {
  return index.problems.map(
    ({ code, entryId, rowId, message: text }) => `${code} ${entryId} ${rowId}: ${text}`,
  );
}

describe('heads of a sound session', () => {
  it('give ids, parents, kinds, previews and times in stored order', async () => {
    const { index, end } = await headsOf({
      entries: [
        user('u1', null, 'hello\n  world'),
        assistant('a1', 'u1', 'reading', { c1: 'read', c2: 'bash' }),
        toolResult('r1', 'a1', 'c1'),
        toolResult('r2', 'r1', 'c2', true),
        entry('leaf', 'l1', 'r2', { targetId: 'u1' }),
        assistant('a2', 'u1', 'another way'),
      ],
    });
    const rows = [...Array(index.count).keys()];
    expect(rows.map((at) => index.id(at))).toEqual(['u1', 'a1', 'r1', 'r2', 'l1', 'a2']);
    expect([...index.parents]).toEqual([NO_PARENT, 0, 1, 2, 3, 0]);
    expect(rows.map((at) => index.kind(at))).toEqual([
      'user',
      'assistant',
      'tool_result',
      'tool_result',
      'leaf_move',
      'assistant',
    ]);
    expect(rows.map((at) => index.preview(at))).toEqual([
      'hello world',
      'reading',
      'result of c1',
      'result of c2',
      'u1',
      'another way',
    ]);
    expect(rows.map((at) => index.toolNames(at))).toEqual(['', 'read, bash', 'read', 'read', '', '']);
    expect(rows.map((at) => index.callCount(at))).toEqual([0, 2, 0, 0, 0, 0]);
    expect(rows.map((at) => index.callRow(at))).toEqual([-1, -1, 1, 1, -1, -1]);
    expect(rows.map((at) => index.hasFlag(at, 'error'))).toEqual([false, false, false, true, false, false]);
    expect(index.timeMs(0)).toBe(Date.UTC(2026, 0, 2, 3, 4, 5));
    expect(end).toEqual({
      type: 'end',
      entryCount: 6,
      storedLeafRow: 5,
      labels: [],
      problems: [],
      problemCount: 0,
      problemKinds: [],
    });
    expect(index.problems).toEqual([]);
  });

  it('mark images, reasoning and answers that ended in an error, and give token counts', async () => {
    const { index } = await headsOf({
      entries: [
        user('u', null, [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }]),
        message('a', 'u', {
          role: 'assistant',
          content: [{ type: 'thinking', thinking: 'hm' }],
          stopReason: 'error',
          usage: { totalTokens: 1234 },
        }),
      ],
    });
    expect(index.hasFlag(0, 'image')).toBe(true);
    expect(index.hasFlag(1, 'thinking')).toBe(true);
    expect(index.hasFlag(1, 'error')).toBe(true);
    expect(index.hasFlag(1, 'problem')).toBe(false);
    expect([index.tokens(0), index.tokens(1)]).toEqual([Number.NaN, 1234]);
  });

  it('read NULL and the empty string alike as a root', async () => {
    const { index } = await headsOf({
      entries: [user('u1', null, 'one')],
      rows: [row('u2', null, 'message', JSON.stringify(user('u2', null, 'two')))],
    });
    expect([...index.parents]).toEqual([NO_PARENT, NO_PARENT]);
    expect(index.problems).toEqual([]);
  });

  it('give the latest label of each entry, wherever it stands', async () => {
    const label = (id: string, targetId: string, text: unknown) =>
      entry('label', id, 'u1', { targetId, label: text });
    const { end } = await headsOf({
      entries: [
        user('u1', null, 'one'),
        label('x1', 'u2', 'before its target'),
        label('x2', 'u1', 'old'),
        label('x3', 'u1', 'new'),
        user('u2', 'u1', 'two'),
        label('x4', 'x1', 'cleared'),
        label('x5', 'x1', null),
        label('x6', 'nowhere', 'lost'),
      ],
    });
    expect(end.labels).toEqual([
      { row: 0, text: 'new' },
      { row: 4, text: 'before its target' },
    ]);
    expect(end.problemCount).toBe(0);
  });

  it('pair a result with the nearest call above it, never with one on another branch', async () => {
    const { index, end } = await headsOf({
      entries: [
        user('u', null, 'go'),
        assistant('a1', 'u', '', { same: 'read' }),
        toolResult('r1', 'a1', 'same'),
        assistant('a2', 'r1', '', { same: 'read' }),
        assistant('b1', 'u', '', { other: 'read' }),
        toolResult('r2', 'a2', 'same'),
        toolResult('r3', 'b1', 'same'),
        toolResult('r4', 'r2', 'other'),
        toolResult('r5', 'r2', 'none'),
        toolResult('r6', 'a1', 'same'),
      ],
    });
    expect([2, 5, 6, 7, 8, 9].map((at) => index.callRow(at))).toEqual([1, 3, -1, -1, -1, 1]);
    expect(index.problems.map(({ code, severity, entryId }) => [code, severity, entryId])).toEqual(
      ['r3', 'r4', 'r5'].map((id) => ['result-without-call', 'warning', id]),
    );
    expect(end.problems).toMatchObject([
      { code: 'call-pending', severity: 'note', entryId: 'b1', rowId: '5' },
    ]);
    expect(end.problemCount).toBe(4);
  });

  it('say so when too many calls share an id to look for the right one', async () => {
    const entries: ThewayEntry[] = [user('u', null, 'go'), assistant('first', 'u', '', { c: 'read' })];
    for (let at = 0; at < 300; at++) entries.push(assistant(`x${at}`, 'u', '', { c: 'read' }));
    entries.push(toolResult('r', 'first', 'c'));
    const heads = await headsOf({ entries });
    expect(heads.index.callRow(302)).toBe(-1);
    expect(problemsOf(heads)).toEqual([expect.stringMatching(/^call-not-paired r 303: /)]);
  });
});

describe('heads of a broken transcript', () => {
  it('draw breaks and go on, with theway’s texts naming the entries', async () => {
    const heads = await headsOf({
      entries: [
        user('u1', null, 'one'),
        user('u2', 'ghost', 'an orphan'),
        user('u3', 'u3', 'its own parent'),
        user('u4', 'u5', 'before its parent'),
        user('u5', 'u2', 'below the orphan'),
        entry('leaf', 'l1', 'u1', { targetId: 'ghost' }),
        user('u6', '', 'an empty parent'),
      ],
    });
    expect([...heads.index.parents]).toEqual([
      NO_PARENT,
      BROKEN_PARENT,
      BROKEN_PARENT,
      BROKEN_PARENT,
      1,
      0,
      BROKEN_PARENT,
    ]);
    const dangling = 'session transcript contains dangling parent reference';
    expect(problemsOf(heads)).toEqual([
      `dangling-parent u2 2: ${dangling}: "u2" names the parent "ghost", which is not before it`,
      'own-parent u3 3: cycle in parent chain at u3: the entry names itself as its parent',
      `dangling-parent u4 4: ${dangling}: "u4" names the parent "u5", which is not before it`,
      'dangling-leaf-target l1 6: session transcript contains dangling leaf target: "l1" moves the leaf to "ghost", which is not before it',
      `dangling-parent u6 7: ${dangling}: "u6" names the parent "", which is not before it`,
    ]);
    expect(heads.index.problems.every(({ severity }) => severity === 'error')).toBe(true);
    expect([0, 1, 2, 3, 4, 5, 6].map((at) => heads.index.hasFlag(at, 'problem'))).toEqual([
      false,
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
    expect(heads.end.problemCount).toBe(5);
  });

  it('have no stored leaf after a move to nowhere', async () => {
    const { end } = await headsOf({
      entries: [user('u1', null, 'one'), entry('leaf', 'l1', 'u1', { targetId: '' })],
    });
    expect(end.storedLeafRow).toBe(-1);
  });

  it('give duplicates rows of their own, and children to the first', async () => {
    const heads = await headsOf({
      schema: LOOSE_SCHEMA,
      entries: [user('u1', null, 'first'), user('u1', null, 'second'), user('u2', 'u1', 'child')],
    });
    expect([...heads.index.parents]).toEqual([NO_PARENT, NO_PARENT, 0]);
    expect(problemsOf(heads)).toEqual([
      'duplicate-entry-id u1 2: session transcript contains duplicate entry id: an entry before this one has the id "u1"',
    ]);
  });

  it('list a thousand problems, and sum up the rest as bad as the worst of them', async () => {
    const { index, end } = await headsOf({
      entries: Array.from({ length: 1500 }, (_, at) => user(`u${at}`, 'ghost', 'lost')),
    });
    expect(index.problems.length).toBe(1000);
    expect(end.problemCount).toBe(1500);
    expect(end.problemKinds).toEqual([{ code: 'dangling-parent', severity: 'error', count: 1500 }]);
    expect(end.problems).toMatchObject([
      { code: 'problems-not-listed', severity: 'error', message: expect.stringContaining('500 more') },
    ]);
    expect(index.hasFlag(1499, 'problem')).toBe(true);
  });
});

const LOOSE_SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE entries (seq INTEGER PRIMARY KEY AUTOINCREMENT, id, parent_id, type, timestamp, payload);
`;

describe('heads of rows that are no entries', () => {
  it('stay in their place by their columns, raw, with what is wrong', async () => {
    const heads = await headsOf({
      rows: [
        row('u1', '', 'message', JSON.stringify(user('u1', null, 'fine'))),
        row('x1', 'u1', 'message', '{"type":"message","id":"x1"'),
        row('x2', 'x1', 'compaction', '[1,2]'),
        row('x3', 'x2', 'message', ''),
        row('x4', 'x3', 'later', JSON.stringify({ ...user('x4', 'x3', ''), type: 'later' })),
        row('x5', 'x4', 'leaf', 'not json'),
        row('x6', 'x5', 'message', JSON.stringify(user('x6', 'x5', 'fine again'))),
      ],
    });
    const { index, end } = heads;
    expect([...index.parents]).toEqual([NO_PARENT, 0, 1, 2, 3, 4, 5]);
    expect([0, 1, 2, 3, 4, 5, 6].map((at) => index.kind(at))).toEqual([
      'user',
      'unknown',
      'compaction',
      'unknown',
      'unknown',
      'leaf_move',
      'user',
    ]);
    expect(problemsOf(heads)).toEqual([
      'payload-not-json x1 2: session entry must be a JSON object: the payload is not JSON (the text ends before the value does, at byte 27).',
      'invalid-entry x2 3: session entry must be a JSON object',
      'payload-not-json x3 4: session entry must be a JSON object: the payload is not JSON (the text ends before the value does, at byte 0).',
      'invalid-entry x4 5: unknown session entry type later',
      'payload-not-json x5 6: session entry must be a JSON object: the payload is not JSON (unexpected character, at byte 1).',
    ]);
    expect(index.preview(1)).toBe('{"type":"message","id":"x1"');
    expect(end.storedLeafRow).toBe(6);
  });

  it('keep the kind of an entry whose fields are invalid, and what can be read of it', async () => {
    const heads = await headsOf({
      rows: [
        row('c', '', 'compaction', JSON.stringify(entry('compaction', 'c', null, { summary: 'so far' }))),
      ],
    });
    expect([heads.index.kind(0), heads.index.preview(0)]).toEqual(['compaction', 'so far']);
    expect(problemsOf(heads)).toEqual([
      'invalid-entry c 1: compaction session entry has invalid firstKeptEntryId',
    ]);
  });

  it('believe the payload over the columns, and name both where they differ', async () => {
    const heads = await headsOf({
      rows: [
        row('u1', '', 'message', JSON.stringify(user('u1', null, 'one'))),
        row('column-id', 'column-parent', 'leaf', JSON.stringify(user('u2', 'u1', 'two'))),
        row('u3', 'u1', 'message', JSON.stringify(user('u3', null, 'three'))),
        row('u4', '', 'message', JSON.stringify(user('u4', 'u2', 'four'))),
      ],
    });
    expect([0, 1, 2, 3].map((at) => heads.index.id(at))).toEqual(['u1', 'u2', 'u3', 'u4']);
    expect([...heads.index.parents]).toEqual([NO_PARENT, 0, NO_PARENT, 1]);
    expect(heads.index.kind(1)).toBe('user');
    const says = (column: string, stored: string, payload: string) =>
      `The column ${column} says ${stored} where the payload says ${payload}; the payload is believed.`;
    expect(problemsOf(heads)).toEqual([
      `column-disagrees u2 2: ${says('id', '"column-id"', '"u2"')}`,
      `column-disagrees u2 2: ${says('parent_id', '"column-parent"', '"u1"')}`,
      `column-disagrees u2 2: ${says('type', '"leaf"', '"message"')}`,
      `column-disagrees u3 3: ${says('parent_id', '"u1"', 'null')}`,
      `column-disagrees u4 4: ${says('parent_id', '""', '"u2"')}`,
    ]);
    expect(heads.index.problems.map(({ severity }) => severity)).toEqual([
      'error',
      'error',
      'warning',
      'error',
      'error',
    ]);
  });

  it('survive wrong types in any column', async () => {
    const heads = await headsOf({
      schema: LOOSE_SCHEMA,
      sql: `INSERT INTO entries (id, parent_id, type, timestamp, payload) VALUES
        (x'6162', NULL, 'message', 't', 12345),
        (7, x'6162', 'message', 't', x'7b7d'),
        (NULL, 7, NULL, NULL, NULL),
        ('r', NULL, 1.5, 2, 'null');`,
    });
    expect([0, 1, 2, 3].map((at) => heads.index.id(at))).toEqual(["x'6162'", '7', '', 'r']);
    expect([...heads.index.parents]).toEqual([NO_PARENT, 0, 1, NO_PARENT]);
    const codes = heads.index.problems.map(({ code, rowId }) => `${rowId} ${code}`);
    expect(codes).toEqual([
      '1 payload-not-text',
      '1 column-not-text',
      '2 payload-not-text',
      '2 column-not-text',
      '2 column-not-text',
      '3 payload-not-text',
      '3 column-not-text',
      '3 column-not-text',
      '3 column-not-text',
      '3 column-not-text',
      '4 invalid-entry',
      '4 column-not-text',
      '4 column-not-text',
    ]);
  });

  it('tell text that is not UTF-8 from U+FFFD that was written as such', async () => {
    const broken = Buffer.concat([
      Buffer.from(
        '{"type":"message","id":"u1","parentId":null,"timestamp":"t","message":{"role":"user","content":"a',
      ),
      Buffer.from([0xff]),
      Buffer.from('b"}}'),
    ]);
    const heads = await headsOf({
      sql: `INSERT INTO entries (id, parent_id, type, timestamp, payload)
        VALUES ('u1', '', 'message', 't', CAST(x'${broken.toString('hex')}' AS TEXT));`,
      entries: [user('u0', null, 'right: \ufffd')],
    });
    expect(heads.index.preview(1)).toBe('a\ufffdb');
    expect(heads.index.problems.map(({ code, entryId }) => `${code} ${entryId}`)).toEqual([
      'payload-not-utf8 u1',
    ]);
  });

  it('keep apart ids with NUL, lone surrogates and names of JavaScript', async () => {
    const surrogate =
      '{"type":"message","id":"\\ud800","parentId":"__proto__","timestamp":"2026-01-02T03:04:05Z","message":{"role":"user","content":"\\udfff","__proto__":{"x":1}}}';
    const heads = await headsOf({
      entries: [
        user('a\u0000b', null, 'nul'),
        user('a', 'a\u0000b', 'no nul'),
        user('__proto__', 'a', 'proto'),
      ],
      rows: [row('\ufffd', '__proto__', 'message', surrogate)],
    });
    expect([...heads.index.parents]).toEqual([NO_PARENT, 0, 1, 2]);
    expect([0, 1, 2, 3].map((at) => heads.index.id(at))).toEqual(['a\u0000b', 'a', '__proto__', '\ufffd']);
    expect(heads.index.problems).toEqual([]);
  });
});
