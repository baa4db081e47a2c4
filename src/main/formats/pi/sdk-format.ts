import { NO_CONTENT } from '../../../shared/content/content';
import { numberField, textField } from '../../../shared/content/fields';
import { isNativeObject, type NativeObject } from '../../../shared/json/native';
import type { JsonObject } from '../../../shared/json/node';
import { ownCopy } from '../../../shared/text/own-copy';
import {
  type LineContent,
  type LineFormat,
  type LineReader,
  type LineRecord,
  newHead,
  type RecordHead,
  type RecordPlace,
  type SessionFacts,
} from '../line-session/line-format';
import { pieceId } from '../line-session/piece-head';
import { storedMs } from '../stored-ms';
import { piAbilities } from './abilities';
import { MISSING_HEADER } from './header';
import { recordContent } from './record-content';
import { readHead } from './record-head';

/** The lane whose leaf is that of the session. */
const MAIN_LANE = 'main';

/**
 * Sessions of the SDK that pi is built on, version 4: entries as pi's, and beside them records of what was run, lanes
 * that say where it stands, and facts (name, labels). Only entries are parents; what else there is hangs on the entry
 * before it.
 */
export const piSdk: LineFormat = {
  id: 'pi',
  // The header may be lost.
  detect: (records) => records.some((record) => isHeader(record) || isNumbered(record)),
  isRecord: ({ kind }) => typeof kind === 'string',
  repeatedId: 'another-entry',
  reader: () => new SdkReader(),
  content,
};

function isHeader({ kind, version, id }: NativeObject): boolean {
  return kind === 'header' && version === 4 && typeof id === 'string';
}

/** Whether it is a record after the header: each has a kind, and a number. */
function isNumbered({ kind, seq }: NativeObject): boolean {
  return typeof kind === 'string' && KINDS.has(kind) && typeof seq === 'number';
}

const KINDS: ReadonlySet<string> = new Set(['entry', 'record', 'fact', 'lane']);

class SdkReader implements LineReader {
  #header: NativeObject | null = null;
  #name: string | null = null;
  #firstText: string | null = null;
  /** The last leaf that a lane named for the main lane; undefined while none did. */
  #leafId: string | null | undefined;
  #lastEntryId: string | null = null;

  push({ value, place }: LineRecord, emit: (head: RecordHead) => void): void {
    if (isHeader(value)) {
      this.#header ??= value;
      return;
    }
    const ownId = value.kind === 'entry' ? textOrNull(value.id) || null : null;
    const isEntry = ownId !== null;
    const id = ownId ?? pieceId(place);
    const parentId = isEntry ? textOrNull(value.parentId) : this.#lastEntryId;
    const head = newHead(id, parentId, place);
    head.timeMs = storedMs(value.timestamp);
    if (isEntry) {
      readHead(head, value);
      head.isLeafCandidate = value.lane === undefined || value.lane === MAIN_LANE;
      this.#lastEntryId = id;
      if (head.kind === 'user' && this.#firstText === null) this.#firstText = ownCopy(head.preview);
    } else this.#readBookkeeping(head, value);
    emit(head);
  }

  flush(): void {}

  facts(): SessionFacts {
    const header = this.#header ?? {};
    const createdMs = storedMs(header.createdAt);
    return {
      id: textOrNull(header.id),
      title: this.#name ?? this.#firstText,
      formatVersion: '4',
      facts: [
        ...(typeof header.cwd === 'string' ? [{ name: 'Folder', value: header.cwd }] : []),
        ...(Number.isNaN(createdMs) ? [] : [{ name: 'Started', value: new Date(createdMs).toISOString() }]),
        ...['parentSessionId', 'legacyParentSessionPath'].flatMap((key) => {
          const value = header[key];
          return typeof value === 'string' ? [{ name: 'Parent session', value }] : [];
        }),
        ...(isNativeObject(header.metadata)
          ? [{ name: 'Metadata', value: JSON.stringify(header.metadata) }]
          : []),
      ],
      findings: this.#header === null ? [MISSING_HEADER] : [],
      leafId: this.#leafId,
      abilities: piAbilities('sdk-version'),
    };
  }

  #readBookkeeping(head: RecordHead, value: NativeObject): void {
    head.kind = 'meta';
    head.preview = [value.kind, value.type ?? value.fact]
      .filter((word) => typeof word === 'string')
      .join(' ');
    if (value.kind === 'lane') {
      head.kind = 'leaf_move';
      if (value.lane === MAIN_LANE) this.#leafId = typeof value.leafId === 'string' ? value.leafId : null;
    }
    if (value.fact === 'name') {
      head.kind = 'session_info';
      head.preview = textOrNull(value.name) ?? '';
      this.#name = ownCopy(head.preview) || null;
    }
    if (value.fact === 'label' && typeof value.targetId === 'string') {
      head.kind = 'label';
      const text = textOrNull(value.label) || null;
      head.preview = text ?? 'label cleared';
      head.label = { target: value.targetId, text };
    }
  }
}

function content(records: readonly JsonObject[], places: readonly RecordPlace[]): LineContent {
  const [record] = records;
  const [place] = places;
  const timeMs = record === undefined ? null : numberField(record, 'timestamp');
  const timestamp = timeMs === null ? null : String(timeMs);
  if (record === undefined || place === undefined) return { ...recordContent(records, places), timestamp };
  if (textField(record, 'kind') === 'entry' && textField(record, 'id'))
    return entryOf(record, places, timestamp);
  const type = textField(record, 'kind') ?? '';
  return {
    ...NO_CONTENT,
    kind: 'meta',
    id: pieceId(place),
    type,
    parentId: null,
    timestamp,
    parts: [{ type: 'raw', label: type, node: record }],
  };
}

/** An entry as pi's, out of the envelope that the SDK has it in. */
function entryOf(record: JsonObject, places: readonly RecordPlace[], timestamp: string | null): LineContent {
  const members = record.members.filter(({ key }) => !ENVELOPE.has(key));
  const content = recordContent([{ ...record, members }], places);
  const lane = textField(record, 'lane');
  const number = numberField(record, 'seq');
  return {
    ...content,
    facts: [
      ...content.facts,
      ...(lane === null ? [] : [{ name: 'Lane', value: lane }]),
      ...(number === null ? [] : [{ name: 'Number', value: String(number) }]),
    ],
    timestamp,
  };
}

const ENVELOPE: ReadonlySet<string> = new Set(['kind', 'lane', 'seq']);

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
