import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ThewayFile } from '../samples/theway-file';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { type OpenedSource, openSource } from './opened-source';
import { PathRequests } from './path-requests';
import type { RequestContext } from './requests';

let folders: TestFolders;
let opened: OpenedSource | null = null;

beforeEach(() => {
  folders = makeFolders();
});
afterEach(() => {
  opened?.db?.close();
  folders.remove();
});

const signal = new AbortController().signal;
const context: RequestContext = { signal, progress: () => {}, chunk: () => {}, port: null, abort: () => {} };

/** A user's question, a call of `edit` with a text of so many characters, and its result, which failed. */
async function requestsOn(chars: number): Promise<{ requests: PathRequests; sessionId: string }> {
  const file = path.join(folders.user, 'session.db');
  const made = new ThewayFile(file);
  made.setMeta({ id: 's', createdAt: '2026-03-01T10:00:00Z', cwd: '/', path: file });
  const entry = (id: string, parentId: string | null, message: object) => ({
    type: 'message',
    id,
    parentId,
    timestamp: '2026-03-01T10:00:00Z',
    message,
  });
  const call = {
    type: 'toolCall',
    id: 'c1',
    name: 'edit',
    arguments: { path: 'a.ts', old_string: 'x', new_string: 'y'.repeat(chars) },
  };
  made.append([
    entry('q', null, { role: 'user', content: 'Change it.' }),
    entry('a', 'q', { role: 'assistant', content: [call] }),
    entry('r', 'a', {
      role: 'toolResult',
      toolCallId: 'c1',
      toolName: 'edit',
      content: [{ type: 'text', text: 'not found' }],
      isError: true,
    }),
  ]);
  made.close();
  const target = { type: 'file', path: file } as const;
  const result = await openSource({ target, cacheDir: folders.cache }, context);
  if (!result.ok) throw new Error(result.error.message);
  opened = result.value;
  return { requests: new PathRequests(() => opened), sessionId: result.value.summary.sessions[0]?.id ?? '' };
}

it('tells calls with their files, however long their arguments are, and what results answer', async () => {
  const { requests, sessionId } = await requestsOn(300_000);
  expect(await requests.handlers.calls({ sessionId, rows: [1, 2] }, context)).toEqual({
    ok: true,
    value: {
      calls: [{ row: 1, block: 0, callId: 'c1', name: 'edit', files: [{ path: 'a.ts', use: 'edit' }] }],
      results: [{ row: 2, callId: 'c1' }],
    },
  });
});

it('gives the whole text of entries, and ends a long answer after an entry', async () => {
  const { requests, sessionId } = await requestsOn(9_000_000);
  const entries = [
    { row: 0, kind: 'user' as const },
    { row: 1, kind: 'assistant' as const },
    { row: 2, kind: 'tool_result' as const },
  ];
  const first = await requests.handlers.entriesText({ sessionId, entries, form: 'markdown' }, context);
  if (!first.ok) throw new Error(first.error.message);
  expect(first.value.entryCount).toBe(2);
  expect(first.value.text).toMatch(/^## User · 2026-03-01T10:00:00Z\n\nChange it\.\n\n## Assistant/);
  expect(first.value.text.length).toBeGreaterThan(9_000_000);
  const said = await requests.handlers.entriesText(
    { sessionId, entries: entries.slice(2), form: 'text' },
    context,
  );
  expect(said).toEqual({ ok: true, value: { text: 'not found', entryCount: 1 } });
});
