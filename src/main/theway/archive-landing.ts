import fs from 'node:fs';
import path from 'node:path';
import { deleteAbandonedFolders, deleteCopyFolder, makeCopyFolder } from '../sqlite/private-copies';

// An imported session is up to three files, and only the rename of the database makes it one: its sidecars go into place
// just before. Should the process end in between, nothing would say whose they are. So a marker beside them names the
// session, and holds the name of the folder in which this process works. That folder stands under a lock that goes with
// the process: once it was swept away, so may be what the marker names.

const MARKER = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.importing$/;
const SIDECAR_SUFFIXES = ['.triggers.json', '.cron.toml'] as const;

/** The end of a sidecar's name, after the stem of its session's; contract, section 4. */
export type SidecarSuffix = (typeof SIDECAR_SUFFIXES)[number];

/** The sidecar of a session file. */
export function sidecarPath(sessionPath: string, suffix: SidecarSuffix): string {
  const { dir, name } = path.parse(sessionPath);
  return path.join(dir, `${name}${suffix}`);
}

/**
 * Removes from a folder what imports have left there whose process was ended, and nothing of those that go on. Throws
 * system errors, also where the folder cannot be written.
 */
export function sweepLandings(dir: string): void {
  fs.accessSync(dir, fs.constants.W_OK);
  deleteAbandonedFolders(dir);
  for (const name of fs.readdirSync(dir)) {
    const id = MARKER.exec(name)?.[1];
    if (id === undefined) continue;
    const marker = path.join(dir, name);
    if (isLive(dir, marker)) continue;
    removeLanding(dir, id);
  }
}

/** Sidecars that are put beside a session just before it has its name. */
export class Landing {
  readonly #dir: string;
  readonly #folder: string;
  #id: string | null = null;

  /** Works in a folder of its own in `dir`. Throws system errors. */
  constructor(dir: string) {
    this.#dir = dir;
    this.#folder = makeCopyFolder(dir);
  }

  /** Puts the sidecars of a session that has no file yet into place. Throws system errors. */
  put(id: string, sidecars: ReadonlyMap<SidecarSuffix, string>): void {
    if (sidecars.size === 0) return;
    const staged = [...sidecars].map(([suffix, text]) => {
      const from = path.join(this.#folder, `sidecar${suffix}`);
      writeDurably(from, text);
      return { from, to: path.join(this.#dir, `${id}${suffix}`) };
    });
    for (const { to } of staged)
      if (fs.existsSync(to)) throw Object.assign(new Error(`${to} exists`), { code: 'EEXIST' });
    this.#id = id;
    // What holds this process's lock is the folder around its own.
    writeDurably(markerPath(this.#dir, id), path.basename(path.dirname(this.#folder)));
    for (const { from, to } of staged) fs.renameSync(from, to);
  }

  /** To be called once the session has its name, or will not have it: then its sidecars go too. */
  close(): void {
    if (this.#id !== null) removeLanding(this.#dir, this.#id);
    deleteCopyFolder(this.#dir, this.#folder);
  }
}

function isLive(dir: string, marker: string): boolean {
  try {
    const owner = fs.lstatSync(marker).isFile() ? fs.readFileSync(marker, 'utf8') : '';
    return owner !== '' && fs.existsSync(path.join(dir, path.basename(owner)));
  } catch {
    // Gone meanwhile, with its owner done; or not to be read, and so left alone.
    return true;
  }
}

/** The marker goes last: while anything is left, it says whose it is. */
function removeLanding(dir: string, id: string): void {
  if (!fs.existsSync(path.join(dir, `${id}.db`)))
    for (const suffix of SIDECAR_SUFFIXES) fs.rmSync(path.join(dir, `${id}${suffix}`), { force: true });
  fs.rmSync(markerPath(dir, id), { force: true });
}

function markerPath(dir: string, id: string): string {
  return path.join(dir, `${id}.importing`);
}

/** Owner-only, on disk, and never over another file. */
function writeDurably(file: string, text: string): void {
  const fd = fs.openSync(file, 'wx', 0o600);
  try {
    fs.writeFileSync(fd, text);
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}
