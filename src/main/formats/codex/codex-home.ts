import fs from 'node:fs';
import path from 'node:path';

const ARCHIVE = 'archived_sessions';
const DAY_MS = 24 * 60 * 60 * 1000;
/** A UUID of version 7 begins with the milliseconds since 1970 in which it was made. */
const TIMED_ID = /^([0-9a-f]{8})-([0-9a-f]{4})-7/i;

/** The folder of Codex that a rollout lies in: `sessions/<year>/<month>/<day>` or `archived_sessions`; null for any other. */
export function homeOf(rollout: string): string | null {
  const folder = path.dirname(rollout);
  if (path.basename(folder) === ARCHIVE) return path.dirname(folder);
  const sessions = path.resolve(folder, '..', '..', '..');
  return path.basename(sessions) === 'sessions' ? path.dirname(sessions) : null;
}

/**
 * The other folders of the same Codex in which the rollout of a thread or a segment can lie: the archive, and those of
 * the days around the one in which its id was made, as the names of folders are in local time. No links.
 */
export function foldersOf(rollout: string, id: string): string[] {
  const home = homeOf(rollout);
  if (home === null) return [];
  const [, high, low] = TIMED_ID.exec(id) ?? [];
  const madeMs = high === undefined || low === undefined ? null : Number.parseInt(high + low, 16);
  const days = madeMs === null ? [] : [-DAY_MS, 0, DAY_MS].map((shift) => dayFolder(madeMs + shift));
  return [ARCHIVE, ...days]
    .map((name) => path.join(home, name))
    .filter((folder) => folder !== path.dirname(rollout) && isFolder(folder));
}

function dayFolder(timeMs: number): string {
  const [day = ''] = new Date(timeMs).toISOString().split('T');
  return path.join('sessions', ...day.split('-'));
}

function isFolder(folder: string): boolean {
  try {
    return fs.lstatSync(folder).isDirectory();
  } catch {
    return false; // There is none, or none that may be looked at.
  }
}
