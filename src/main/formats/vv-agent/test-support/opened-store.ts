import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Body } from '../../../../shared/model/body';
import type { HeadChunk, HeadsEnd } from '../../../../shared/model/heads';
import { SessionIndex } from '../../../../shared/tree/session-index';
import { type SchemaParts, VvAgentFile } from '../../../samples/vv-agent-file';
import { openForReading } from '../../../sqlite/open';
import type { ReadDatabase } from '../../../sqlite/types';
import type { DatabaseSource, SessionSource } from '../../format';
import { vvAgentFormat } from '../format';

/** Files and handles of one test file; `release` removes them all. */
export class StoreBench {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'ramify-vv-agent-'));
  readonly #open: ReadDatabase[] = [];
  #files = 0;

  /** Makes a store with real SQLite and gives its path. */
  write(fill: (file: VvAgentFile) => void, parts: SchemaParts = {}): string {
    this.#files += 1;
    const file = path.join(this.folder, `store-${this.#files}.sqlite3`);
    const store = new VvAgentFile(file, parts);
    try {
      fill(store);
    } finally {
      store.close();
    }
    return file;
  }

  async database(file: string): Promise<ReadDatabase> {
    const opened = await openForReading(file, { cacheDir: path.join(this.folder, 'cache') });
    if (!opened.ok) throw new Error(`${opened.message} ${opened.detail}`);
    this.#open.push(opened.db);
    return opened.db;
  }

  /** Makes a store and opens it as the app would. */
  async store(fill: (file: VvAgentFile) => void, parts: SchemaParts = {}): Promise<DatabaseSource> {
    return vvAgentFormat.open(await this.database(this.write(fill, parts)));
  }

  release(): void {
    for (const db of this.#open) db.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** All heads of a session, with the chunks they came in. */
export interface ReadHeads {
  readonly index: SessionIndex;
  readonly end: HeadsEnd;
  readonly chunks: readonly HeadChunk[];
}

export async function readHeads(store: Pick<SessionSource, 'heads'>, sessionId: string): Promise<ReadHeads> {
  const index = new SessionIndex();
  const chunks: HeadChunk[] = [];
  const result = await store.heads(sessionId, {
    chunk: async (chunk) => {
      chunks.push(chunk);
      if (!index.append(chunk)) throw new Error('a chunk did not follow on the one before');
    },
    progress: () => {},
    signal: new AbortController().signal,
  });
  if (!result.ok) throw new Error(result.error.message);
  index.finish(result.value);
  return { index, end: result.value, chunks };
}

export function readBody(store: DatabaseSource, sessionId: string, row: number): Body {
  const result = store.bodies(sessionId, [row], { maxChars: 65_536, maxImageChars: 1_000_000 });
  const body = result.ok ? result.value[0] : undefined;
  if (!body) throw new Error(result.ok ? 'no body' : result.error.message);
  return body;
}

/** The payload of a user message, in normal form. */
export function user(content: string): string {
  return JSON.stringify({ role: 'user', content });
}

/** The payload of an assistant message with calls `id → tool name`. */
export function assistant(content: string, calls: Readonly<Record<string, string>> = {}): string {
  const toolCalls = Object.entries(calls).map(([id, name]) => ({
    id,
    type: 'function',
    function: { name, arguments: '{"query":"x"}' },
  }));
  return JSON.stringify({
    role: 'assistant',
    content,
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
  });
}

export function toolResult(callId: string, content: string): string {
  return JSON.stringify({ role: 'tool', content, tool_call_id: callId });
}
