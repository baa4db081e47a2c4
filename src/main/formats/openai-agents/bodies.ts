import { blockOf, partText } from '../../../shared/content/part';
import type { Body } from '../../../shared/model/body';
import { limitedBody } from '../body-limits';
import type { BodyOptions } from '../format';
import { decodedSlice, sliceOf, type TextSlice } from '../large-text';
import { readItem } from './item-reading';
import type { MessageTable, StoredMessage } from './message-table';
import type { SessionPlan } from './session-plan';
import { summedUsage, usageFacts } from './turn-usage';

/** Where an entry stands, beside its message. */
export interface Placed {
  readonly plan: SessionPlan;
  readonly row: number;
  readonly message: StoredMessage;
  readonly tableName: string;
}

/** The body of one entry, its blocks cut to the options. */
export function bodyOf(table: MessageTable, placed: Placed, options: BodyOptions): Body {
  const { plan, row, message, tableName } = placed;
  const { type, content, findings } = readItem(message);
  const parent = plan.tree.parentOf(row);
  const usage = plan.usage.get(row) ?? [];
  return limitedBody({
    row,
    id: plan.tree.entryId(row),
    parentId: parent < 0 ? null : plan.tree.entryId(parent),
    type,
    role: content.role,
    timestamp: message.createdAt,
    model: content.model,
    stopReason: content.stopReason,
    errorMessage: content.errorMessage,
    usage: summedUsage(usage),
    blocks:
      message.payload.state === 'too-large'
        ? [{ type: 'raw', label: 'stored record', ...largeText(table, message, 0, options.maxChars) }]
        : content.parts.map((part) => blockOf(part, options.maxChars, options.maxImageChars)),
    place: `${tableName} · id ${message.id}`,
    sizeBytes: message.sizeBytes,
    facts: [...placeFacts(plan, row), ...content.facts, ...usageFacts(usage)],
    problems: findings.map(({ message: sentence }) => sentence),
  });
}

/** A slice of a stored message (`block` null) or of one of its blocks; null when it has no such block. */
export function textOf(
  table: MessageTable,
  message: StoredMessage,
  block: number | null,
  start: number,
  length: number,
): TextSlice | null {
  const { payload } = message;
  if (payload.state === 'too-large')
    return block === null || block === 0 ? largeText(table, message, start, length) : null;
  if (block === null) return sliceOf(payload.text, start, length);
  const part = readItem(message).content.parts[block];
  return part === undefined ? null : sliceOf(partText(part), start, length);
}

function largeText(table: MessageTable, { id }: StoredMessage, start: number, length: number): TextSlice {
  const bytes = table.payloadBytes(id);
  return decodedSlice((from, to) => bytes.subarray(from, to), bytes.length, table.encoding, start, length);
}

function placeFacts({ tree, branches }: SessionPlan, row: number): Body['facts'] {
  const branch = branches[tree.branchOf(row)];
  const turn = tree.turnOf(row);
  return [
    ...(branch === undefined ? [] : [{ name: 'Branch', value: branch }]),
    ...(Number.isNaN(turn) ? [] : [{ name: 'Turn', value: String(turn) }]),
  ];
}
