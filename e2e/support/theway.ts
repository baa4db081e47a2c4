import path from 'node:path';
import Database from 'better-sqlite3';
import { type ThewayEntry, ThewayFile } from '../../src/main/samples/theway-file';

/** The entries of a session in append order, and its metadata, read by a plain connection. */
export function sessionOf(file: string): { entries: ThewayEntry[]; meta: Record<string, unknown> } {
  const database = new Database(file, { readonly: true });
  try {
    const payloads = database.prepare('SELECT payload FROM entries ORDER BY seq').pluck().all();
    const meta = database.prepare('SELECT json_group_object(key, json(value)) FROM meta').pluck().get();
    return {
      entries: payloads.map((payload) => JSON.parse(String(payload))),
      meta: JSON.parse(String(meta)),
    };
  } finally {
    database.close();
  }
}

const TIME = '2026-03-02T09:00:00Z';

function entry(type: string, id: string, parentId: string | null, fields: object): ThewayEntry {
  return { type, id, parentId, timestamp: TIME, ...fields };
}

function envelope(originSequence: number, inner: object): object {
  return { extension: { extensionId: 'todo-list', stateSchemaVersion: 1, originSequence, entry: inner } };
}

function setState(key: string, value: unknown): object {
  return { kind: 'state_mutation', key, mutation: { operation: 'set', value } };
}

/** A session with a question and an answer, named by the file's name. */
export function writeSession(file: string, meta: object = {}, more: readonly ThewayEntry[] = []): void {
  const session = new ThewayFile(file);
  session.setMeta({
    id: `id-${path.parse(file).name}`,
    createdAt: TIME,
    cwd: '/home/dev',
    path: file,
    ...meta,
  });
  session.append([
    entry('message', 'q', null, { message: { role: 'user', content: 'Where is the leak?', timestamp: 1 } }),
    entry('message', 'a', 'q', {
      message: { role: 'assistant', content: [{ type: 'text', text: 'In the cache.' }], timestamp: 2 },
    }),
    entry('session_info', 'n', 'a', { name: path.parse(file).name }),
    ...more,
  ]);
  session.close();
}

/**
 * A session with all that only theway has: an extension's state, a session graph, and a collapse entry whose child is in
 * the folder and whose source is not.
 */
export function writeRichSession(file: string, childId: string): void {
  const binding = { clientKey: 'cli', runtime: { workDir: '/home/dev', model: 'm-1' } };
  writeSession(file, { binding }, [
    entry('extension', 'x1', 'n', envelope(1, setState('open', 2))),
    entry('extension', 'x2', 'x1', envelope(2, setState('owner', 'Ada'))),
    entry('custom', 'g', 'x2', {
      customType: 'session_graph_state',
      data: {
        dags: [{ id: 'd1', title: 'Find the leak', status: 'running', nodes: ['measure', 'fix'] }],
        subagents: [{ name: 'scout', status: 'done' }],
      },
    }),
    entry('collapse', 'c', 'g', {
      sourceSessionId: 'gone',
      childSessionId: childId,
      compactText: 'The cache never let go.',
      rawTextRef: 'raw/1',
      collapsedAt: TIME,
    }),
  ]);
}
