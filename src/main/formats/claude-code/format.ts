import { isNativeObject, type NativeObject } from '../../../shared/json/native';
import type { TextFormat } from '../format';
import type { LineFormat } from '../line-session/line-format';
import { lineTextFormat, openGuarded } from '../line-session/text-format';
import { openSessionFiles } from '../sub-agents/session-files';
import { ClaudeReader } from './line-reader';
import { withPersistedOutputs } from './persisted-output';
import { recordContent } from './record-content';
import { claudeSubAgents } from './sub-agent-files';

/** Sessions of Claude Code. */
const claudeCode: LineFormat = {
  id: 'claude-code',
  detect: (records) => records.some(isNode),
  isRecord: ({ type, uuid, sessionId, leafUuid, messageId }) =>
    typeof type === 'string' && [uuid, sessionId, leafUuid, messageId].some((id) => typeof id === 'string'),
  repeatedId: 'same-entry',
  reader: () => new ClaudeReader(),
  content: recordContent,
};

/** A session comes with those of its sub-agents, and with the outputs in its folder. */
export const claudeCodeFormat: TextFormat = {
  ...lineTextFormat(claudeCode),
  open: (givenPath, options) =>
    openGuarded(givenPath, options, (path) =>
      openSessionFiles(path, withPersistedOutputs(claudeCode, path), claudeSubAgents, options),
    ),
};

/** Whether it is a node of a tree, and not one of Qwen Code, whose records look alike but for the message. */
function isNode(record: NativeObject): boolean {
  const { parentUuid, uuid, isSidechain, sessionId, message } = record;
  if (typeof record.type !== 'string' || typeof sessionId !== 'string' || parentUuid === undefined)
    return false;
  const said = isNativeObject(message) ? message : {};
  if (said.parts !== undefined) return false;
  // Of a long record only its first texts are known, and the id stands behind the message. What is left of a damaged
  // one of Qwen Code may have no parts, but nothing there says which chain it is on.
  return isSidechain !== undefined || (typeof uuid === 'string' && said.content !== undefined);
}
