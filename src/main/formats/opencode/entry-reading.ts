import { type EntryContent, NO_CONTENT } from '../../../shared/content/content';
import type { Part } from '../../../shared/content/part';
import { firstText } from '../../../shared/theway/message';
import type { ReadRecord } from './entry-records';
import { messageContent } from './message-content';
import { partContent } from './part-content';
import { readLossless } from './record-reading';
import { sessionContent } from './session-content';
import type { RecordKey } from './storage';

/** A record that is not read as JSON: it is shown in slices. */
interface LargePart {
  readonly type: 'large';
  readonly key: RecordKey;
}

/** A piece of an entry. */
export type EntryPart = Part | LargePart;

/** What an entry says: its records put together. */
export interface EntryReading extends Omit<EntryContent, 'parts'> {
  readonly parts: readonly EntryPart[];
  /** Stored role word; `session` for the record of a session. */
  readonly type: string;
  /** Ids of the sessions that calls started, by the places of the calls among the parts. */
  readonly startedSessions: ReadonlyMap<number, string>;
  /** Id of the first message that a compaction keeps; null for none. */
  readonly firstKeptId: string | null;
}

/** Puts the records of one entry together, in their order. */
export function readEntry(records: readonly ReadRecord[]): EntryReading {
  let content: EntryContent = NO_CONTENT;
  let type = '';
  let isError = false;
  let firstKeptId: string | null = null;
  const parts: EntryPart[] = [];
  /** What the message says beside its parts: they come first. */
  const beside: EntryPart[] = [];
  const facts: EntryContent['facts'] = [];
  const faults: string[] = [];
  const startedSessions = new Map<number, string>();
  for (const { key, bytes } of records) {
    const read = readLossless(key, bytes);
    if (read.fault !== null) faults.push(read.fault);
    if (read.state === 'too-large') parts.push({ type: 'large', key });
    else if (read.state === 'damaged') parts.push({ type: 'stored', label: labelOf(key), text: read.text });
    else if (key.role === 'part') {
      const said = partContent(read.node);
      if (said.startedSession !== null) startedSessions.set(parts.length, said.startedSession);
      parts.push(...said.parts);
      facts.push(...said.facts);
      isError ||= said.isError;
      firstKeptId ??= said.firstKeptId;
    } else {
      content = key.role === 'session' ? sessionContent(read.node) : messageContent(read.node);
      type = key.role === 'session' ? 'session' : (content.role ?? '');
      beside.push(...content.parts);
    }
  }
  return {
    ...content,
    type,
    parts: [...parts, ...beside],
    preview: content.preview || firstText(parts.filter(isPart)),
    toolNames: parts.flatMap((part) => (part.type === 'tool_call' ? [part.name] : [])),
    facts: [...content.facts, ...facts],
    faults: [...content.faults, ...faults],
    isError: content.isError || isError,
    startedSessions,
    firstKeptId,
  };
}

/** The label of a record that is shown as it is stored. */
export function labelOf({ role }: RecordKey): string {
  return `stored ${role}`;
}

function isPart(part: EntryPart): part is Part {
  return part.type !== 'large';
}
