import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { FamilyMember } from '../../shared/contract/theway-editing';
import { detectFormat } from '../formats/registry';
import { openForReading } from '../sqlite/open';
import { readSqliteSession } from './sqlite-session';

interface FamilyOptions {
  readonly cacheDir: string;
  readonly signal: AbortSignal;
}

/** Files of a folder that are looked at; a folder of theway holds the sessions of one project. */
const MAX_FILES = 500;

/** One session file, before it has its place. */
interface Relative {
  readonly member: Omit<FamilyMember, 'parent'>;
  /** Absolute; null without one. */
  readonly parentPath: string | null;
}

/**
 * The sessions in the folder of a file, each after the one it was forked from. A parent that is not there makes a root,
 * and so does the first of a cycle, each with a note. Leaves no trace.
 */
export async function listFamily(file: string, options: FamilyOptions): Promise<FamilyMember[]> {
  const folder = path.dirname(path.resolve(file));
  const names = (await readdir(folder)).filter((name) => name.endsWith('.db')).sort();
  const relatives: Relative[] = [];
  for (const name of names.slice(0, MAX_FILES)) {
    options.signal.throwIfAborted();
    const relative = await readRelative(path.join(folder, name), options);
    if (relative) relatives.push(relative);
  }
  return inOrder(relatives);
}

/** Null for a database that is no session. */
async function readRelative(file: string, { cacheDir, signal }: FamilyOptions): Promise<Relative | null> {
  const about = { path: file, name: path.basename(file) };
  const opened = await openForReading(file, { cacheDir, signal, busyTimeoutMs: 200 });
  if (!opened.ok) return unreadable(about, opened.message);
  const { db } = opened;
  try {
    const detected = detectFormat(db);
    if (!detected.ok || detected.format.id !== 'theway') return null;
    const [summary] = detected.format.open(db).sessions().sessions;
    const { createdAt, id, parentSessionPath } = readSqliteSession(db).metadata();
    const parentPath =
      parentSessionPath === null ? null : path.resolve(path.dirname(file), parentSessionPath);
    const member = { ...about, sessionId: id, title: summary?.title ?? null, createdAt, note: null };
    return { member, parentPath };
  } catch (error) {
    return unreadable(about, error instanceof Error ? error.message : String(error));
  } finally {
    db.close();
  }
}

function unreadable(about: { path: string; name: string }, note: string): Relative {
  return { member: { ...about, sessionId: null, title: null, createdAt: null, note }, parentPath: null };
}

/** Each member after its parent, children in the order of their names; walked without recursion. */
export function inOrder(relatives: readonly Relative[]): FamilyMember[] {
  const placeOf = new Map(relatives.map(({ member }, place) => [member.path, place]));
  const parents = relatives.map(({ parentPath }) =>
    parentPath === null ? -1 : (placeOf.get(parentPath) ?? -1),
  );
  const notes = relatives.map(({ member, parentPath }, place) => {
    if (member.note !== null || parentPath === null || parents[place] !== -1) return member.note;
    return `Forked from ${path.basename(parentPath)}, which is not in this folder.`;
  });
  cutCycles(parents, (place) => {
    notes[place] = 'It is its own ancestor: the cycle is cut here.';
  });
  const children = new Map<number, number[]>();
  for (const [place, parent] of parents.entries())
    children.set(parent, [...(children.get(parent) ?? []), place]);
  const members: FamilyMember[] = [];
  const placed = new Map<number, number>();
  const waiting = [...(children.get(-1) ?? [])].reverse();
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const relative = relatives[place];
    if (!relative) continue;
    placed.set(place, members.length);
    members.push({
      ...relative.member,
      note: notes[place] ?? null,
      parent: placed.get(parents[place] ?? -1) ?? null,
    });
    waiting.push(...[...(children.get(place) ?? [])].reverse());
  }
  return members;
}

/** Makes the first of each cycle a root. */
function cutCycles(parents: number[], onCut: (place: number) => void): void {
  const state = new Uint8Array(parents.length);
  for (let start = 0; start < parents.length; start++) {
    const walked: number[] = [];
    let place = start;
    for (; place >= 0 && state[place] === 0; place = parents[place] ?? -1) {
      state[place] = 1;
      walked.push(place);
    }
    if (place >= 0 && state[place] === 1) {
      parents[place] = -1;
      onCut(place);
    }
    for (const done of walked) state[done] = 2;
  }
}
