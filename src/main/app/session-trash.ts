import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { shell } from 'electron';
import log from 'electron-log/main';
import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/contract/errors';

/** What belongs to a session beside its database: SQLite's own files, and theway's. */
const SIDE_SUFFIXES = ['-wal', '-shm', '-journal'];
const SIDECAR_SUFFIXES = ['.triggers.json', '.cron.toml', '.endpoints.json'];
/** Says where the files of a folder came from; written before the first is moved. */
const RECORD = 'taken-from.json';

const Record = z.object({ file: z.string(), folder: z.string() });

/**
 * Sessions that were deleted: moved into a folder of ours, so that it can be taken back, and on to the system's trash
 * when the app quits, or at the next start where it could not.
 */
export class SessionTrash {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes a session file away with all that belongs to it: all of it, or none. */
  async take(file: string): Promise<Result<{ trashId: string }>> {
    const trashId = randomUUID();
    const folder = path.join(path.dirname(file), `.ramify-deleted-${trashId}`);
    const moved: [from: string, to: string][] = [];
    try {
      // Beside the file: moving is then one rename each, on any disk.
      await mkdir(folder, { mode: 0o700 });
      await mkdir(this.#folder, { recursive: true });
      await writeFile(this.#recordOf(trashId), JSON.stringify({ file, folder }), { mode: 0o600 });
      for (const from of await belongings(file)) {
        const to = path.join(folder, path.basename(from));
        await rename(from, to);
        moved.push([from, to]);
      }
      return ok({ trashId });
    } catch (error) {
      for (const [from, to] of moved.reverse()) await rename(to, from).catch(() => {});
      await this.#forget(trashId, folder).catch(() => {});
      return fail('not-writable', 'The session could not be deleted.', messageOf(error));
    }
  }

  /** Puts a session back where it was, never over what is there now; gives its path. */
  async restore(trashId: string): Promise<Result<string>> {
    try {
      const { file, folder } = await this.#read(trashId);
      const names = await readdir(folder);
      const targets = names.map((name) => path.join(path.dirname(file), name));
      for (const target of targets)
        if (await exists(target))
          return fail('exists-already', 'There is another file in its place by now, which is left as it is.');
      for (const [index, name] of names.entries())
        await rename(path.join(folder, name), targets[index] ?? path.join(path.dirname(file), name));
      await this.#forget(trashId, folder);
      return ok(file);
    } catch (error) {
      return fail('io-error', 'The session could not be put back.', messageOf(error));
    }
  }

  /** Moves what was deleted on to the system's trash; what cannot go there stays for the next time. */
  async empty(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter((each) => each.endsWith(`-${RECORD}`))) {
      const trashId = name.slice(0, -RECORD.length - 1);
      try {
        const { file, folder } = await this.#read(trashId);
        for (const each of await readdir(folder)) await shell.trashItem(path.join(folder, each));
        await this.#forget(trashId, folder);
        log.info('moved a deleted session to the trash', path.basename(file));
      } catch (error) {
        log.warn('a deleted session could not be moved to the trash', error);
      }
    }
  }

  /** Only a folder that is empty goes, and with it its record: what could not be moved out of it is not lost. */
  async #forget(trashId: string, folder: string): Promise<void> {
    if (await exists(folder)) await rmdir(folder);
    await rm(this.#recordOf(trashId), { force: true });
  }

  async #read(trashId: string): Promise<z.infer<typeof Record>> {
    return Record.parse(JSON.parse(await readFile(this.#recordOf(trashId), 'utf8')));
  }

  #recordOf(trashId: string): string {
    return path.join(this.#folder, `${trashId}-${RECORD}`);
  }
}

/** The database first: without it the others are nothing. */
async function belongings(file: string): Promise<string[]> {
  const { dir, name } = path.parse(file);
  const candidates = [
    ...SIDE_SUFFIXES.map((suffix) => `${file}${suffix}`),
    ...SIDECAR_SUFFIXES.map((suffix) => path.join(dir, `${name}${suffix}`)),
  ];
  const found = await Promise.all(candidates.map(exists));
  return [file, ...candidates.filter((_, index) => found[index])];
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
