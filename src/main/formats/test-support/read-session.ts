import Database from 'better-sqlite3';
import type { Block, Body } from '../../../shared/model/body';
import { HeadsEnd } from '../../../shared/model/heads';
import { kindOfCode } from '../../../shared/model/kind';
import { SessionIndex } from '../../../shared/tree/session-index';
import type { DatabaseSource } from '../format';

/** Makes a database by SQL; closed when this returns. */
export function writeDatabase(file: string, ...sql: readonly string[]): string {
  const database = new Database(file);
  // As in most programs that write such files: they declare foreign keys and do not enforce them.
  database.pragma('foreign_keys = OFF');
  for (const text of sql) database.exec(text);
  database.close();
  return file;
}

/** A session as tests ask of it. */
export interface ReadSession {
  readonly index: SessionIndex;
  readonly end: HeadsEnd;
  /** By row: id, id of the parent (null for a root, `broken` for a break), kind. */
  readonly entries: readonly (readonly [id: string, parent: string | null, kind: string])[];
  /** `code entry`, those of the session without an entry. */
  readonly problems: readonly string[];
  body(id: string): Body;
  blocks(id: string): Block[];
}

/** Reads all heads of a session; bodies when asked for. */
export async function readSession(store: DatabaseSource, sessionId: string): Promise<ReadSession> {
  const index = new SessionIndex();
  const result = await store.heads(sessionId, {
    signal: new AbortController().signal,
    progress: () => {},
    chunk: async (chunk) => {
      if (!index.append(chunk)) throw new Error(`chunk of row ${chunk.firstRow} does not follow`);
    },
  });
  if (!result.ok) throw new Error(result.error.message);
  const end = HeadsEnd.parse(result.value);
  index.finish(end);
  const rows = [...Array(index.count).keys()];
  const body = (id: string): Body => {
    const read = store.bodies(sessionId, [rows.findIndex((row) => index.id(row) === id)], {
      maxChars: 1000,
      maxImageChars: 1000,
    });
    const found = read.ok ? read.value[0] : undefined;
    if (found === undefined) throw new Error(`no entry ${id}`);
    return found;
  };
  return {
    index,
    end,
    entries: rows.map((row) => {
      const parent = index.parents[row] ?? -1;
      return [
        index.id(row),
        parent === -1 ? null : parent < 0 ? 'broken' : index.id(parent),
        kindOfCode(index.kinds[row]),
      ];
    }),
    problems: [...index.problems, ...end.problems].map(({ code, entryId }) =>
      [code, entryId].filter((word) => word !== null).join(' '),
    ),
    body,
    blocks: (id) => body(id).blocks,
  };
}
