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
import { isPiHeader, isPiRecord, MISSING_HEADER } from './header';
import { isBrokenHeader, isOwnId, mayBePis } from './headless';
import { type RecordOrder, recordContent } from './record-content';
import { readHead } from './record-head';
import { piSdk } from './sdk-format';

/** Sessions of pi, versions 1 to 3, and of the SDK built on it that adds `leaf` entries. */
const pi: LineFormat = {
  id: 'pi',
  detect: ([first, ...others]) =>
    first !== undefined &&
    (isPiHeader(first) || isBrokenHeader(first, others) || mayBePis([first, ...others])),
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

/** Longest text kept of a name or a first message, in UTF-16 units. */
const MAX_TITLE_CHARS = 2000;

class PiReader implements LineReader {
  #header: NativeObject | null = null;
  #name: string | null = null;
  #firstText: string | null = null;
  /** Whether some id is of the kind that only pi makes. */
  #hasOwnId = false;
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
    this.#hasOwnId ||= isOwnId(ownId);
    const id = entryId(ownId, place);
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
      findings: header !== null ? [] : this.#hasOwnId ? [MISSING_HEADER] : [MISSING_HEADER, GUESSED],
      leafId: this.#leafMove === null ? undefined : this.#leafMove.target,
      abilities: piAbilities(
        header === null ? 'no-header' : (versionRefusal(header.version) ?? this.#refusal),
      ),
    };
  }
}

const GUESSED = {
  code: 'format-guessed',
  severity: 'note',
  message: 'Without its header nothing tells this session of pi from one of theway: it is read as one of pi.',
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
