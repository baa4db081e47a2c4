import type { JsonObject } from '../../../shared/json/node';
import { FLAG } from '../../../shared/model/heads';
import type { EntryKind } from '../../../shared/model/kind';
import type { Finding } from '../../../shared/model/report';
import { ownCopy } from '../../../shared/text/own-copy';
import type { TranscriptEntry } from '../../../shared/theway/transcript';
import type { EntryRow } from './entry-source';
import { storedEntry } from './stored-entry';

/** What the heads take of one entry. Its strings may be parts of the payload, except the ids. */
export interface EntryHead extends TranscriptEntry {
  readonly timestamp: string | null;
  readonly kind: EntryKind;
  /** Bits of `FLAG`, without that of a problem. */
  readonly flags: number;
  /** NaN when the entry reports none. */
  readonly tokens: number;
  /** First words; may be long and of several lines. */
  readonly preview: string;
  /** Names of the tools called, or of the tool that answered. */
  readonly toolNames: readonly string[];
  /** For a tool result: the id of the call it answers. */
  readonly answeredId: string | null;
  /** The calls that it makes and that have an id. */
  readonly calls: readonly { readonly callId: string; readonly name: string }[];
  /** The payload of a `label` entry that is a JSON object. */
  readonly label: JsonObject | null;
  readonly faults: readonly Finding[];
}

/** The head of a row of any kind, by the lossless reader. Never fails: what is wrong becomes faults. */
export function losslessHead(row: EntryRow): EntryHead {
  const entry = storedEntry(row);
  const { content } = entry;
  let flags = content.isError ? FLAG.error : 0;
  let answeredId: string | null = null;
  const calls: { callId: string; name: string }[] = [];
  for (const part of content.parts) {
    if (part.type === 'image') flags |= FLAG.image;
    if (part.type === 'thinking') flags |= FLAG.thinking;
    if (part.type === 'tool_result') answeredId = part.callId;
    if (part.type === 'tool_call' && part.callId !== null)
      calls.push({ callId: ownCopy(part.callId), name: part.name });
  }
  return {
    // Ids are kept to the end of the pass, and must not keep the payloads they were cut out of.
    id: ownCopy(entry.id),
    parentId: entry.parentId,
    leafMove: entry.leafMove,
    timestamp: entry.timestamp,
    kind: content.kind,
    flags,
    tokens: content.usage?.total ?? Number.NaN,
    preview: content.preview,
    toolNames: content.toolNames,
    answeredId,
    calls,
    label: entry.type === 'label' ? entry.object : null,
    faults: entry.faults,
  };
}
