import fs from 'node:fs';
import path from 'node:path';
import { MAX_SESSIONS_LISTED } from '../../../shared/model/session';
import { failureOfSystemError } from '../../sqlite/failure';
import type { SubAgentFile, SubAgentFinder } from '../sub-agents/sub-agent-files';

const ENDING = '.jsonl';
/** An id that names a folder; what is no plain word could lead anywhere. */
const PLAIN_ID = /^[A-Za-z0-9_-]{1,200}$/;

/** The chats of sub-agents lie beside that of their session, in a folder that has its id. */
export const geminiSubAgents: SubAgentFinder = {
  files: chatsIn,
  listing: (sessionPath, sessionId) =>
    chatsIn(sessionPath, sessionId)
      .map((file) => file.path)
      .join('\n'),
  meta: () => ({ description: null, toolUseId: null }),
};

/** In the order of their names; none where there is no such folder. */
function chatsIn(sessionPath: string, sessionId: string): SubAgentFile[] {
  if (!PLAIN_ID.test(sessionId)) return [];
  const folder = path.join(path.dirname(sessionPath), sessionId);
  return namesIn(folder)
    .sort()
    .slice(0, MAX_SESSIONS_LISTED - 1)
    .map((name) => ({ path: path.join(folder, name), agentId: path.basename(name, ENDING) }));
}

function namesIn(folder: string): string[] {
  try {
    if (!fs.lstatSync(folder).isDirectory()) return [];
    const entries = fs.readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && entry.name.endsWith(ENDING)).map(({ name }) => name);
  } catch (error) {
    if (failureOfSystemError(error) === null) throw error;
    return []; // What cannot be listed has nothing to show.
  }
}
