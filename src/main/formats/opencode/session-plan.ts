import { BROKEN_PARENT, type HeadsEnd, NO_PARENT } from '../../../shared/model/heads';
import type { Finding } from '../../../shared/model/report';
import { compareCodePoints } from '../../../shared/text/code-point-order';
import { boundedId, quoteId } from '../stored-id';
import type { FoundMessage, FoundSession, RecordKey, Revert } from './storage';

/** An entry: the record of the session, or a message with its parts. */
export interface PlannedEntry {
  /** Unique in its session. */
  readonly id: string;
  readonly parentRow: number;
  /** Null for a message that is not stored, and of which parts are. */
  readonly record: RecordKey | null;
  /** In their order. */
  readonly parts: readonly RecordKey[];
  /** Of the order; NaN when there is none. */
  readonly timeMs: number;
}

/** The entries of a session in their order, before any is read. */
export interface SessionPlan {
  readonly entries: readonly PlannedEntry[];
  /** Rows of the messages, by their ids. */
  readonly messageRows: ReadonlyMap<string, number>;
  readonly leafRow: number;
  readonly labels: HeadsEnd['labels'];
  /** Id of the first part that was taken back, where its message was not. */
  readonly revertedPartId: string | null;
  readonly findings: readonly Finding[];
}

/**
 * Puts the records of a session in order: its own first, then the messages by their times and ids, each with its parts
 * by their ids, which are made in the order of time. Times of parts say less: they are those of the last write.
 */
export function planSession(found: FoundSession): SessionPlan {
  const messages = inOrder(found.messages);
  const parts = partsByMessage(found);
  const entries: PlannedEntry[] = [];
  const messageRows = new Map<string, number>();
  const ids = new Set<string>();
  const add = (entry: Omit<PlannedEntry, 'id'>, storedId: string): number => {
    let id = boundedId(storedId);
    while (ids.has(id)) id += "'";
    ids.add(id);
    return entries.push({ ...entry, id }) - 1;
  };
  let tip: number = NO_PARENT;
  if (found.key !== null)
    tip = add({ parentRow: tip, record: found.key, parts: [], timeMs: Number.NaN }, found.key.id);
  for (const { key, timeMs } of messages) {
    tip = add({ parentRow: tip, record: key, parts: parts.get(key.id) ?? [], timeMs }, key.id);
    messageRows.set(key.id, tip);
    parts.delete(key.id);
  }
  const leaf = leafOf(found.revert, messageRows, entries);
  // Of what is left, the messages are gone. They are no end of the conversation.
  for (const [messageId, left] of [...parts].sort(([left], [right]) => compareCodePoints(left, right))) {
    const entry = { parentRow: BROKEN_PARENT, record: null, parts: left, timeMs: Number.NaN };
    messageRows.set(messageId, add(entry, messageId));
  }
  return { entries, messageRows, ...leaf, findings: [...found.findings, ...leaf.findings] };
}

/** By the times of the messages, those of equal time by their ids; one without a time follows the one before it by id. */
function inOrder(found: readonly FoundMessage[]): readonly FoundMessage[] {
  let timeMs = Number.NEGATIVE_INFINITY;
  const placed = [...found]
    .sort((left, right) => compareCodePoints(left.key.id, right.key.id))
    .map((message) => {
      if (!Number.isNaN(message.timeMs)) timeMs = message.timeMs;
      return { message, timeMs };
    });
  // Sorting keeps the order of equals.
  return placed
    .sort((left, right) => (left.timeMs === right.timeMs ? 0 : left.timeMs - right.timeMs))
    .map(({ message }) => message);
}

function partsByMessage({ parts }: FoundSession): Map<string, RecordKey[]> {
  const byMessage = new Map<string, RecordKey[]>();
  for (const { key, messageId } of parts) {
    const others = byMessage.get(messageId);
    if (others === undefined) byMessage.set(messageId, [key]);
    else others.push(key);
  }
  for (const keys of byMessage.values()) keys.sort((left, right) => compareCodePoints(left.id, right.id));
  return byMessage;
}

type Leaf = Pick<SessionPlan, 'leafRow' | 'labels' | 'findings' | 'revertedPartId'>;

/** The last message, or the last that was not taken back. */
function leafOf(
  revert: Revert | null,
  messageRows: ReadonlyMap<string, number>,
  entries: readonly PlannedEntry[],
): Leaf {
  const leafRow = messageRows.size === 0 ? -1 : entries.length - 1;
  const plain = { leafRow, labels: [], findings: [], revertedPartId: null };
  if (revert === null) return plain;
  const row = messageRows.get(revert.messageId);
  if (row === undefined) return { ...plain, findings: [targetMissing(revert)] };
  const isKept = revert.partId !== null;
  const first = isKept ? row + 1 : row;
  const kept = first - 1;
  return {
    // Before the first message there is nothing to stand at.
    leafRow: messageRows.has(entries[kept]?.record?.id ?? '') ? kept : -1,
    labels: first < entries.length ? [{ row: first, text: 'taken back' }] : [],
    findings: [takenBack(entries.length - first, revert)],
    revertedPartId: revert.partId,
  };
}

function takenBack(count: number, { messageId, partId }: Revert): Finding {
  const from = partId === null ? quoteId(messageId) : `part ${quoteId(partId)} of ${quoteId(messageId)}`;
  const message = `The user took the session back to before ${from}: ${count} ${count === 1 ? 'message' : 'messages'} behind it will be removed with the next prompt.`;
  return { code: 'taken-back', severity: 'note', message };
}

function targetMissing({ messageId }: Revert): Finding {
  const message = `The session was taken back to before ${quoteId(messageId)}, which is not among its messages.`;
  return { code: 'revert-target-missing', severity: 'warning', message };
}
