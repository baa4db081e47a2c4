import { expect, it } from 'vitest';
import type { FoundSessions } from '../../../../shared/contract/folder';
import { type FolderRow, filteredRows, folderRows } from './folder-rows';

const session = (id: string, writtenMs: number | null, title: string | null = `Title ${id}`) => ({
  id,
  title,
  entryCount: 3,
  writtenMs,
});
const file = (path: string, writtenMs: number, change: Partial<FoundSessions> = {}): FoundSessions => ({
  path,
  sizeBytes: 10,
  writtenMs,
  format: 'codex',
  isSubAgent: false,
  sessions: [session(path, null)],
  sessionCount: 1,
  trouble: null,
  ...change,
});
const titles = (rows: readonly FolderRow[]) => rows.map((row) => row.title);

it('puts the session written last first, by what it says itself, else by its file', () => {
  const rows = folderRows([
    file('old.jsonl', 5, { sessions: [session('a', 90)] }),
    file('new.jsonl', 50),
    file('store.db', 1, { sessions: [session('b', 70), session('c', 20)], sessionCount: 2 }),
  ]);
  expect(titles(rows)).toEqual(['Title a', 'Title b', 'Title new.jsonl', 'Title c']);
});

it('says behind those listed how many sessions of a file are not', () => {
  const rows = folderRows([
    file('store.db', 1, { sessions: [session('b', 70), session('c', 20)], sessionCount: 9 }),
  ]);
  expect(rows.map(({ unlistedCount, sessionId }) => [unlistedCount, sessionId])).toEqual([
    [0, 'b'],
    [0, 'c'],
    [7, null],
  ]);
});

it('shows a file of which no session is known by its name', () => {
  const unreadable = file('a/broken.db', 1, {
    format: null,
    sessions: [],
    sessionCount: 0,
    trouble: 'Damaged.',
  });
  expect(folderRows([unreadable])).toMatchObject([
    { title: 'broken.db', sessionId: null, trouble: 'Damaged.' },
  ]);
  expect(titles(folderRows([file('a\\windows.db', 1, { sessions: [], sessionCount: 0 })]))).toEqual([
    'windows.db',
  ]);
});

it('filters by words of the title, the format, the path and the id, in any case and order', () => {
  const rows = folderRows([
    file('2026/a.jsonl', 2, { sessions: [session('id-1', 2, 'Fix the Flaky test')] }),
    file('2025/b.jsonl', 1, { format: 'claude-code', sessions: [session('id-2', 1, 'Rate limiter')] }),
  ]);
  const found = (filter: string) => titles(filteredRows(rows, filter, true));
  expect(found('flaky 2026')).toEqual(['Fix the Flaky test']);
  expect(found('claude')).toEqual(['Rate limiter']);
  expect(found('ID-1 codex')).toEqual(['Fix the Flaky test']);
  expect(found('flaky claude')).toEqual([]);
  expect(found('  ')).toEqual(['Fix the Flaky test', 'Rate limiter']);
});

it('leaves out sub-agents until they are asked for', () => {
  const rows = folderRows([file('main.jsonl', 2), file('agent.jsonl', 1, { isSubAgent: true })]);
  expect(titles(filteredRows(rows, '', false))).toEqual(['Title main.jsonl']);
  expect(titles(filteredRows(rows, 'title', false))).toEqual(['Title main.jsonl']);
  expect(titles(filteredRows(rows, '', true))).toEqual(['Title main.jsonl', 'Title agent.jsonl']);
});
