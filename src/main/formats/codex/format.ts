import type { NativeObject } from '../../../shared/json/native';
import type { LineFormat } from '../line-session/line-format';
import { lineTextFormat } from '../line-session/text-format';
import { codexContent } from './content';
import { NO_PARTS } from './earlier-parts';
import { openHistory } from './history';
import { CodexReader } from './reader';
import { isEnvelope } from './record';

/** Rollouts of Codex since September 2025: each record in an envelope. */
const rollout: LineFormat = {
  id: 'codex',
  detect: ([first, ...others]) =>
    first !== undefined && (isSessionMeta(first) || [first, ...others].some(isRolloutRecord)),
  isRecord: isEnvelope,
  repeatedId: 'another-entry',
  reader: () => new CodexReader(NO_PARTS),
  content: (records, places) => codexContent(NO_PARTS, records, places),
};

export const codexFormat = lineTextFormat(rollout, async (path, options) => {
  const { file, parts, threadName } = await openHistory(path, options);
  const format: LineFormat = {
    ...rollout,
    reader: () => new CodexReader(parts, threadName),
    content: (records, places) => codexContent(parts, records, places),
  };
  return { file, format };
});

/** Of a first line that is longer than what is looked at only what stands before its payload is known. */
function isSessionMeta({ type, timestamp }: NativeObject): boolean {
  return type === 'session_meta' && typeof timestamp === 'string';
}

/** Whether it can be of no other format: the header may be lost. */
function isRolloutRecord(record: NativeObject): boolean {
  return isEnvelope(record) && TYPES.has(String(record.type));
}

const TYPES: ReadonlySet<string> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
]);
