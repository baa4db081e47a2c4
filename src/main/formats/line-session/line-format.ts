import type { EntryContent } from '../../../shared/content/content';
import type { NativeObject } from '../../../shared/json/native';
import type { JsonObject } from '../../../shared/json/node';
import type { Abilities } from '../../../shared/model/abilities';
import type { FormatId } from '../../../shared/model/format';
import type { EntryKind } from '../../../shared/model/kind';
import type { Finding } from '../../../shared/model/report';
import type { Fact } from '../../../shared/model/session';
import type { IsRecord } from '../../lines/found-record';

/** Where a record stands in its file. */
export interface RecordPlace {
  /** From 1. */
  readonly line: number;
  /** Of the record's first byte, from the start of the file; of the decoded one where it is compressed. */
  readonly byteOffset: number;
  readonly sizeBytes: number;
  /** Which of several files it is in, where a session has several: from 1; left out for the file that was opened. */
  readonly part?: number;
}

/** A record on its way through a {@link LineReader}: what it says with its long strings cut, and its place. */
export interface LineRecord {
  readonly value: NativeObject;
  readonly place: RecordPlace;
}

/**
 * What the heads take of one entry: made by {@link newHead} and filled in. Ids have memory of their own, as all that
 * `JSON.parse` gives; other strings may be parts of longer ones.
 */
export interface RecordHead {
  readonly id: string;
  /** Other ids of the same entry: those of further records that it is made of. */
  aliases: readonly string[];
  /** Null for a root. */
  parentId: string | null;
  /** Whether the parent may be in another file: where it is not in this one, the entry is a root. */
  mayLackParent?: boolean;
  kind: EntryKind;
  /** Bits of `FLAG`, without that of a problem. */
  flags: number;
  /** Milliseconds since 1970; NaN when absent or not a time. */
  timeMs: number;
  /** NaN when the entry reports none. */
  tokens: number;
  /** First words; may be long and of several lines. */
  preview: string;
  /** Names of the tools called, or of the tool that answered. */
  toolNames: readonly string[];
  /** The calls that it makes and that have an id. */
  calls: readonly { readonly callId: string; readonly name: string }[];
  /** The ids of the calls it answers. */
  answeredIds: readonly string[];
  /** What it says of the label of an entry; a text of null clears it. */
  label: { readonly target: string; readonly text: string | null } | null;
  /** Whether the session could go on from it: the last such entry is where it stands. */
  isLeafCandidate: boolean;
  findings: readonly Finding[];
  /** The records it is made of, at least one; the first is the one it goes by. */
  places: readonly RecordPlace[];
}

const NONE: readonly never[] = [];

/** The head of an entry of which nothing more is known yet. */
export function newHead(id: string, parentId: string | null, place: RecordPlace): RecordHead {
  // One shape for all of them: there are as many as the file has lines.
  return {
    id,
    aliases: NONE,
    parentId,
    mayLackParent: false,
    kind: 'unknown',
    flags: 0,
    timeMs: Number.NaN,
    tokens: Number.NaN,
    preview: '',
    toolNames: NONE,
    calls: NONE,
    answeredIds: NONE,
    label: null,
    isLeafCandidate: false,
    findings: NONE,
    places: [place],
  };
}

/** What a session says of itself as a whole, as far as its records were read. */
export interface SessionFacts {
  /** Null where no record gives one. */
  readonly id: string | null;
  /** Its name, else its first user text; uncut. Null when it has neither. */
  readonly title: string | null;
  readonly formatVersion: string | null;
  /** Names and values for people: folder, model, parent session. */
  readonly facts: readonly Fact[];
  /** Of the session as a whole. */
  readonly findings: readonly Finding[];
  /** Id of the entry that the file names as its leaf; null for none, undefined where the last candidate is it. */
  readonly leafId: string | null | undefined;
  /** What can be done to it by hand; left out where it is only read. */
  readonly abilities?: Abilities;
}

/** Reads the records of one session in the order of the file. */
export interface LineReader {
  /** Takes the next record, and hands over each entry that is complete with it. */
  push(record: LineRecord, emit: (head: RecordHead) => void): void;
  /** Hands over the entry that waited for more records: what comes next is none of its own. */
  flush(emit: (head: RecordHead) => void): void;
  /** What the records so far say of the session. */
  facts(): SessionFacts;
}

/** A format of sessions kept as JSON lines: what is its own, apart from how lines are read and entries are linked. */
export interface LineFormat {
  readonly id: FormatId;
  /** Whether some of the records that a file begins with are those of this format. */
  detect(records: readonly NativeObject[]): boolean;
  /** Whether an object found behind a damaged part of its line is a record. */
  readonly isRecord: IsRecord;
  /**
   * What a record says whose id was there before: the same entry once more, as where a writer appends again what it
   * has written, or another one.
   */
  readonly repeatedId: 'same-entry' | 'another-entry';
  reader(): LineReader;
  /** What an entry says: its records, whole, in the order of the file. Never fails. */
  content(records: readonly JsonObject[], places: readonly RecordPlace[]): LineContent;
}

/** The content of an entry, with what a body says beside it. */
export interface LineContent extends EntryContent {
  readonly id: string;
  /** Stored type or role word. */
  readonly type: string;
  /** As stored; null for a root. */
  readonly parentId: string | null;
  /** As stored. */
  readonly timestamp: string | null;
}
