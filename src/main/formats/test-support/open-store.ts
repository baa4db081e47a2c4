import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { HeadChunk, HeadsEnd } from '../../../shared/model/heads';
import { SessionIndex } from '../../../shared/tree/session-index';
import { openForReading } from '../../sqlite/open';
import type { ReadDatabase } from '../../sqlite/types';
import type { CommitItems, DatabaseSource, SessionCommits, SessionSource } from '../format';
import { detectFormat } from '../registry';

/** A folder for the files of one test, and a folder for the app's own copies. */
export interface StoreFolder {
  file(name: string): string;
  /** Opens a database the way the app does; closed by `remove`. */
  open(file: string): Promise<ReadDatabase>;
  /** Opens a database with the format it is found to have. */
  store(file: string): Promise<DatabaseSource>;
  remove(): void;
}

export function makeStoreFolder(): StoreFolder {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'ramify-store-'));
  const opened: ReadDatabase[] = [];
  const folder: StoreFolder = {
    file: (name) => path.join(root, name),
    async open(file) {
      const result = await openForReading(file, { cacheDir: path.join(root, 'cache') });
      if (!result.ok) throw new Error(`${result.code}: ${result.message} ${result.detail}`);
      opened.push(result.db);
      return result.db;
    },
    async store(file) {
      const db = await folder.open(file);
      const detected = detectFormat(db);
      if (!detected.ok) throw new Error(detected.message);
      return detected.format.open(db);
    },
    remove() {
      for (const db of opened) db.close();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
  return folder;
}

/** The heads of a store's first session, put together as the page does it. */
export interface ReadHeads {
  readonly index: SessionIndex;
  readonly end: HeadsEnd;
  readonly chunks: readonly HeadChunk[];
}

export async function readAllHeads(store: SessionSource): Promise<ReadHeads> {
  const sessionId = (await store.sessions()).sessions[0]?.id ?? '';
  const index = new SessionIndex();
  const chunks: HeadChunk[] = [];
  const result = await store.heads(sessionId, {
    signal: new AbortController().signal,
    progress: () => {},
    chunk: async (chunk) => {
      // As the page checks what crosses the wire.
      HeadChunk.parse(chunk);
      if (!index.append(chunk)) throw new Error(`chunk of row ${chunk.firstRow} does not follow`);
      chunks.push(chunk);
    },
  });
  if (!result.ok) throw new Error(result.error.message);
  index.finish(HeadsEnd.parse(result.value));
  return { index, end: result.value, chunks };
}

/** The items of a session for commit attribution, listed without pauses. */
export function listedItems(commits: SessionCommits): CommitItems {
  const steps = commits.items();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
