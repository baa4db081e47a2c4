import { isNativeObject, type NativeObject } from '../../../shared/json/native';
import type { Fact } from '../../../shared/model/session';
import { ownCopy } from '../../../shared/text/own-copy';
import {
  type LineFormat,
  type LineReader,
  type LineRecord,
  newHead,
  type RecordHead,
  type SessionFacts,
} from '../line-session/line-format';
import { openRecordFile } from '../line-session/open-record-file';
import { lineTextFormat } from '../line-session/text-format';
import { rfc3339Ms } from '../rfc3339';
import { piAbilities, type ReadOnlyCode, SDK_TYPES, versionRefusal } from './abilities';
import { entryId } from './entry-id';
import { isPiHeader, isPiRecord } from './header';
import { type RecordOrder, recordContent } from './record-content';
import { readHead } from './record-head';
import { piSdk } from './sdk-format';

/** Sessions of pi, versions 1 to 3, and of the SDK built on it that adds `leaf` entries. */
const pi: LineFormat = {
  id: 'pi',
  detect: (records) => {
    const [first] = records;
    return first !== undefined && (isPiHeader(first) || records.some(isEntry));
  },
  isRecord: isPiRecord,
  repeatedId: 'another-entry',
  reader: () => new PiReader({ lines: [] }),
  content: recordContent,
};

export const piFormat = lineTextFormat(pi, async (path, options) => {
  const order: RecordOrder = { lines: [] };
  const format: LineFormat = {
    ...pi,
    reader: () => new PiReader(order),
    content: (records, places) => recordContent(records, places, order),
  };
  return { file: await openRecordFile(path, pi.isRecord, options), format };
});

/** Sessions of the SDK's own version 4. */
export const piSdkFormat = lineTextFormat(piSdk);

/** Whether it is an entry that can be of no sibling's: its id is short, as pi makes them. A file may have lost its header. */
function isEntry({ type, id, parentId, timestamp }: NativeObject): boolean {
  const isChild = parentId === null || typeof parentId === 'string';
  return isChild && typeof type === 'string' && typeof timestamp === 'string' && SHORT_ID.test(String(id));
}

const SHORT_ID = /^[0-9a-f]{8}$/;

/** Longest text kept of a name or a first message, in UTF-16 units. */
const MAX_TITLE_CHARS = 2000;

class PiReader implements LineReader {
  #header: NativeObject | null = null;
  #name: string | null = null;
  #firstText: string | null = null;
  /** Where the last `leaf` entry moved the leaf, until another entry follows. */
  #leafMove: { readonly target: string | null } | null = null;
  #previousId: string | null = null;
  /** What of the entries so far keeps the file from being written to. */
  #refusal: ReadOnlyCode | null = null;
  /** Lines of the records so far, while none has an id. */
  #lines: number[] | null;

  /** `order` gets the lines of the records of a session of version 1, whose compactions count them. */
  constructor(order: RecordOrder) {
    const lines: number[] = [];
    order.lines = lines;
    this.#lines = lines;
  }

  push({ value, place }: LineRecord, emit: (head: RecordHead) => void): void {
    this.#lines?.push(place.line);
    if (isPiHeader(value)) {
      // Some releases wrote it twice.
      this.#header ??= value;
      return;
    }
    const ownId = typeof value.id === 'string' ? value.id : null;
    if (SDK_TYPES.has(value.type)) this.#refusal ??= 'sdk-entries';
    else if (ownId === null) this.#refusal ??= 'no-ids';
    if (ownId !== null) this.#dropOrder();
    const id = ownCopy(entryId(ownId, place));
    // Entries of the first version follow each other.
    const head = newHead(id, ownId === null ? this.#previousId : textOrNull(value.parentId), place);
    readHead(head, value);
    head.timeMs = rfc3339Ms(textOrNull(value.timestamp));
    head.label = labelOf(value);
    head.isLeafCandidate = true;
    emit(head);
    this.#previousId = id;
    this.#leafMove = value.type === 'leaf' ? { target: copyOrNull(value.targetId) } : null;
    if (value.type === 'session_info') this.#name = copyOrNull(value.name)?.trim() || null;
    if (this.#firstText === null && head.kind === 'user' && /\S/.test(head.preview))
      this.#firstText = ownCopy(head.preview.slice(0, MAX_TITLE_CHARS));
  }

  flush(): void {}

  #dropOrder(): void {
    if (this.#lines !== null) this.#lines.length = 0;
    this.#lines = null;
  }

  facts(): SessionFacts {
    const header = this.#header;
    return {
      id: header === null ? null : textOrNull(header.id),
      title: this.#name ?? this.#firstText,
      formatVersion: header === null ? null : String(typeof header.version === 'number' ? header.version : 1),
      facts: header === null ? [] : headerFacts(header),
      findings: header === null ? [MISSING_HEADER] : [],
      leafId: this.#leafMove === null ? undefined : this.#leafMove.target,
      abilities: piAbilities(
        header === null ? 'no-header' : (versionRefusal(header.version) ?? this.#refusal),
      ),
    };
  }
}

const MISSING_HEADER = {
  code: 'header-missing',
  severity: 'error',
  message: 'The session header is missing: no line of the file is one.',
} as const;

function headerFacts(header: NativeObject): Fact[] {
  const names = {
    cwd: 'Folder',
    timestamp: 'Started',
    parentSession: 'Parent session',
    branchedFrom: 'Branched from',
    provider: 'Provider at the start',
    modelId: 'Model at the start',
    thinkingLevel: 'Thinking level at the start',
  };
  const facts = Object.entries(names).flatMap(([key, name]) => {
    const value = header[key];
    return typeof value === 'string' ? [{ name, value }] : [];
  });
  if (isNativeObject(header.metadata))
    facts.push({ name: 'Metadata', value: JSON.stringify(header.metadata) });
  return facts;
}

/** An absent label clears, and so does an empty one. */
function labelOf({ type, targetId, label }: NativeObject): RecordHead['label'] {
  if (type !== 'label' || typeof targetId !== 'string') return null;
  return { target: targetId, text: typeof label === 'string' && label !== '' ? label : null };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function copyOrNull(value: unknown): string | null {
  return typeof value === 'string' ? ownCopy(value) : null;
}
