import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAX_SESSIONS_LISTED } from '../../shared/model/session';
import { TABLES } from '../formats/openai-agents/test-support/agents-file';
import { writeDatabase } from '../formats/test-support/read-session';
import { lookAtFile } from './found-sessions';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ramify-look-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A session of 16 MB, the most that is gone through as a whole: to look it over takes many turns. */
function writeLargeSession(): string {
  const file = path.join(folder, 'large.jsonl');
  const header = '{"type":"session","version":3,"id":"s","timestamp":"2026-10-01T10:00:00.000Z","cwd":"/"}\n';
  const entry = `{"type":"custom","id":"a","parentId":null,"data":"${'x'.repeat(4000)}"}\n`;
  writeFileSync(file, header + entry.repeat(3_900));
  return file;
}

function look(file: string, change: { signal?: AbortSignal; mostMs?: number }) {
  const { size, mtimeMs } = statSync(file);
  const options = { folder, cacheDir: path.join(folder, 'cache'), progress: () => undefined };
  const signal = new AbortController().signal;
  return lookAtFile({ path: file, sizeBytes: size, writtenMs: mtimeMs }, { ...options, signal, ...change });
}

it('says of a file that takes too long that it was not looked into, rather than to wait for it', async () => {
  const file = writeLargeSession();
  expect(await look(file, { mostMs: 1 })).toMatchObject({
    path: 'large.jsonl',
    format: null,
    sessions: [],
    trouble: 'Looking into this file takes long: open it to see what it holds.',
  });
  expect(await look(file, {})).toMatchObject({ format: 'pi', trouble: null, sessionCount: 1 });
});

it('is rejected where the whole folder is left off', async () => {
  await expect(look(writeLargeSession(), { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
});

it('takes no note for a trouble of a file', async () => {
  const many = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= ${MAX_SESSIONS_LISTED})
    INSERT INTO agent_sessions (session_id) SELECT 's' || i FROM n`;
  const noted = writeDatabase(path.join(folder, 'noted.db'), TABLES, many);
  expect(await look(noted, {})).toMatchObject({ format: 'openai-agents', trouble: null });
  const odd = `INSERT INTO agent_messages (session_id, message_data) VALUES (x'7b7d', '{"role":"user"}')`;
  const wrong = writeDatabase(path.join(folder, 'wrong.db'), TABLES, odd);
  expect(await look(wrong, {})).toMatchObject({ trouble: expect.stringContaining('no ordinary text') });
});
