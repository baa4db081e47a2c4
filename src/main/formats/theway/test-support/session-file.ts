import { THEWAY_SCHEMA } from '../../../../shared/theway/schema';
import { type ThewayEntry, ThewayFile, type ThewayRow } from '../../../samples/theway-file';

/** The metadata a sound session has. */
export const META = {
  id: '01932d4e-7a10-7c3a-9e55-3f1f0a6b8c01',
  createdAt: '2026-01-02T03:04:05Z',
  cwd: '/home/dev/project',
  path: '/home/dev/.theway/sessions/0123456789ab/session.db',
} as const;

/** An entry of any type; its time depends on nothing. */
export function entry(
  type: string,
  id: string,
  parentId: string | null,
  fields: Readonly<Record<string, unknown>> = {},
): ThewayEntry {
  return { type, id, parentId, timestamp: '2026-01-02T03:04:05Z', ...fields };
}

export function message(
  id: string,
  parentId: string | null,
  body: Readonly<Record<string, unknown>>,
): ThewayEntry {
  return entry('message', id, parentId, { message: body });
}

export function user(id: string, parentId: string | null, content: unknown): ThewayEntry {
  return message(id, parentId, { role: 'user', content });
}

/** An assistant message that says `text` and calls tools, given as `id: name`. */
export function assistant(
  id: string,
  parentId: string | null,
  text: string,
  calls: Readonly<Record<string, string>> = {},
): ThewayEntry {
  const blocks = Object.entries(calls).map(([callId, name]) => ({
    type: 'toolCall',
    id: callId,
    name,
    arguments: { path: 'a.txt' },
  }));
  return message(id, parentId, { role: 'assistant', content: [{ type: 'text', text }, ...blocks] });
}

export function toolResult(id: string, parentId: string, toolCallId: string, isError = false): ThewayEntry {
  const content = [{ type: 'text', text: `result of ${toolCallId}` }];
  return message(id, parentId, { role: 'toolResult', toolCallId, toolName: 'read', content, isError });
}

/** What a session file is made of; whatever is left out is as in a sound one. */
export interface SessionFileParts {
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly entries?: Iterable<ThewayEntry>;
  /** Rows word for word, after the entries. */
  readonly rows?: readonly ThewayRow[];
  readonly schema?: string;
  /** Last changes to the file, in SQL. */
  readonly sql?: string;
}

/** Writes a session file with real SQLite; a broken one where the parts say so. Gives back its path. */
export function writeSessionFile(path: string, parts: SessionFileParts): string {
  const file = new ThewayFile(path, parts.schema ?? THEWAY_SCHEMA);
  try {
    if (parts.meta !== undefined || parts.schema === undefined) file.setMeta(parts.meta ?? META);
    if (parts.entries !== undefined) file.append(parts.entries);
    for (const row of parts.rows ?? []) file.appendRow(row);
    if (parts.sql !== undefined) file.database.exec(parts.sql);
  } finally {
    file.close();
  }
  return path;
}

/** A row whose columns are sound and whose payload is whatever is given. */
export function row(id: string, parentId: string | null, type: string, payload: string | Buffer): ThewayRow {
  return { id, parentId, type, timestamp: '2026-01-02T03:04:05Z', payload };
}
