import fs from 'node:fs';
import path from 'node:path';
import { MAX_SESSIONS_LISTED } from '../../../shared/model/session';
import { openRegularFile } from '../../sqlite/survey';
import { firstRecords } from '../line-session/first-records';
import type { SubAgentFile, SubAgentFinder, SubAgentMeta } from '../sub-agents/sub-agent-files';

/** Folders below each other that are looked into. */
const MAX_DEPTH = 4;
/** What is read of a file to see whose it is. */
const HEAD_BYTES = 64 * 1024;
/** A larger file is no description of an agent. */
const MAX_META_BYTES = 64 * 1024;

const TRANSCRIPT = /^agent-(.+)\.jsonl$/;
const ENDING = '.jsonl';

/** Transcripts lie in the own folder of a session, each with a note beside it. */
export const claudeSubAgents: SubAgentFinder = {
  files: subAgentFiles,
  listing: subAgentListing,
  meta: subAgentMeta,
};

/**
 * The transcripts of sub-agents that belong to a session: those in its own folder, and those that older releases wrote
 * beside its file. Links are not followed: nothing outside of the two folders is looked at.
 */
function subAgentFiles(sessionPath: string): SubAgentFile[] {
  const beside = transcriptsIn(path.dirname(sessionPath), 0).filter((file) => file.path !== sessionPath);
  const sessionIds = new Set([path.basename(sessionPath, ENDING)]);
  const storedId = beside.length === 0 ? null : sessionIdIn(sessionPath);
  if (storedId !== null) sessionIds.add(storedId);
  const ofSession = beside.filter((file) => sessionIds.has(sessionIdIn(file.path) ?? ''));
  return [...ownFiles(sessionPath), ...ofSession].slice(0, MAX_SESSIONS_LISTED - 1);
}

/** The transcripts in the folder of a session, as a text to compare: more of them come while it runs. */
function subAgentListing(sessionPath: string): string {
  return ownFiles(sessionPath)
    .map((file) => file.path)
    .join('\n');
}

function ownFiles(sessionPath: string): SubAgentFile[] {
  if (!sessionPath.endsWith(ENDING)) return [];
  const folder = sessionPath.slice(0, -ENDING.length);
  return isFolder(folder) ? transcriptsIn(path.join(folder, 'subagents'), MAX_DEPTH) : [];
}

/** What stands beside a transcript; nothing where there is no such file, or one that cannot be read. */
function subAgentMeta({ path: transcript }: SubAgentFile): SubAgentMeta {
  const bytes = headOf(`${transcript.slice(0, -ENDING.length)}.meta.json`, MAX_META_BYTES);
  const meta = bytes === null ? null : parsed(bytes.toString('utf8'));
  const field = (name: string) => {
    const value = meta === null ? undefined : Object.entries(meta).find(([key]) => key === name)?.[1];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return { description: field('description'), toolUseId: field('toolUseId') };
}

/** In the order of their names, folder by folder. */
function transcriptsIn(folder: string, depth: number): SubAgentFile[] {
  if (!isFolder(folder)) return [];
  const files: SubAgentFile[] = [];
  for (const entry of entriesOf(folder)) {
    const entryPath = path.join(folder, entry.name);
    const agentId = TRANSCRIPT.exec(entry.name)?.[1];
    if (entry.isFile() && agentId !== undefined) files.push({ path: entryPath, agentId });
    else if (entry.isDirectory() && depth > 0) files.push(...transcriptsIn(entryPath, depth - 1));
    if (files.length >= MAX_SESSIONS_LISTED) break;
  }
  return files;
}

function entriesOf(folder: string): fs.Dirent[] {
  try {
    return fs
      .readdirSync(folder, { withFileTypes: true })
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch {
    return []; // What cannot be listed has nothing to show.
  }
}

/** Whether there is a folder, and no link to one. */
function isFolder(folder: string): boolean {
  return fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The session that the first record of a file says it is of. */
function sessionIdIn(file: string): string | null {
  const head = headOf(file, HEAD_BYTES);
  for (const { sessionId } of head === null ? [] : firstRecords(head))
    if (typeof sessionId === 'string') return sessionId;
  return null;
}

/** The first bytes of a file; null where there is none that can be read, or a link to one. */
function headOf(file: string, maxBytes: number): Buffer | null {
  try {
    if (!fs.lstatSync(file).isFile()) return null;
    const fd = openRegularFile(file);
    try {
      const buffer = Buffer.alloc(maxBytes);
      return buffer.subarray(0, fs.readSync(fd, buffer, 0, maxBytes, 0));
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return null;
  }
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
