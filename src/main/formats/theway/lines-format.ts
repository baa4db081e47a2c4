import path from 'node:path';
import { textField } from '../../../shared/content/fields';
import { isJsonObject, type JsonNode, type JsonObject, memberValue } from '../../../shared/json/node';
import { LARGEST_MAX_DEPTH, parseJson } from '../../../shared/json/parse';
import type { Check, Finding } from '../../../shared/model/report';
import type { Fact } from '../../../shared/model/session';
import { ENTRY_TYPES, isEntryType } from '../../../shared/theway/entry';
import { LineFile } from '../../lines/line-file';
import type { ReadResult } from '../../sqlite/types';
import type { EntryPlace } from '../call-index';
import type { DatabaseSource, TextFormat } from '../format';
import { LineTable, MARKED_TYPE } from './line-table';
import type { Meta } from './meta';
import { metaChecks } from './meta-checks';
import { ThewayStore } from './store';

/** Transcripts of theway that stand alone: the metadata in the first line, then one entry a line (contract, section 6). */
export const thewayLines: TextFormat<DatabaseSource> = {
  id: 'theway',
  detect: isTranscript,
  async open(file, { signal, onProgress }) {
    const opened = await LineFile.open(file, { signal, onProgress, marker: `"${MARKED_TYPE}"` });
    if (!opened.ok) return opened;
    const lines = opened.value;
    const header = readHeader(lines);
    if (!header.ok) return header;
    const { meta, finding } = header.value;
    const hasChanged = () => lines.hasChanged();
    const source = new ThewayStore({
      formatVersion: 'jsonl',
      readOnlyReason: 'Transcripts of lines are only read.',
      table: new LineTable(lines, meta === null ? 0 : 1),
      meta: meta ?? new Map(),
      fileName: path.parse(lines.path).name,
      facts: () => facts(lines),
      checks: () => [
        ...lineChecks(lines, finding),
        ...metaChecks({ hasMeta: meta !== null }, meta ?? new Map()),
      ],
      hasChanged,
      findings: finding === null ? [] : [finding],
    });
    return { ok: true, value: { source, sizeBytes: lines.sizeBytes, hasChanged } };
  },
};

/** A metadata line is small; a longer first line is an entry, or nothing that could be read. */
const MAX_HEADER_BYTES = 1024 * 1024;

/** The first line as metadata; null where it is none, and why. It then stays an entry, to be seen in its place. */
interface Header {
  readonly meta: Meta | null;
  readonly finding: (Finding & EntryPlace) | null;
}

function readHeader(lines: LineFile): ReadResult<Header> {
  const line = lines.line(0);
  if (line === undefined) return { ok: true, value: { meta: null, finding: missing(null) } };
  const place = { line: line.number, byteOffset: line.byteOffset };
  if (line.sizeBytes > MAX_HEADER_BYTES) return { ok: true, value: { meta: null, finding: missing(place) } };
  const read = lines.read(0, 1);
  if (!read.ok) return read;
  const node = parsed(read.value[0]?.toString('utf8') ?? '');
  if (!isJsonObject(node)) {
    const message = 'session metadata cannot be read: the first line is no JSON object.';
    return {
      ok: true,
      value: { meta: null, finding: { ...place, code: 'header-missing', severity: 'error', message } },
    };
  }
  if (textField(node, 'type') !== null) return { ok: true, value: { meta: null, finding: missing(place) } };
  return { ok: true, value: { meta: metaOf(node), finding: null } };
}

function missing(place: EntryPlace | null): Finding & EntryPlace {
  const message = 'session metadata is missing: the first line is an entry, or there is none.';
  return { ...place, code: 'header-missing', severity: 'error', message };
}

function metaOf(header: JsonObject): Meta {
  return new Map(header.members.map(({ key, value }) => [key, { node: value, fault: null }]));
}

function facts(lines: LineFile): Fact[] {
  return [
    { name: 'Kept as', value: 'JSON lines' },
    { name: 'Opened', value: 'in place, read-only' },
    { name: 'Lines', value: String(lines.count) },
    { name: 'Byte order mark', value: lines.hasMark ? 'yes' : 'no' },
  ];
}

function lineChecks(lines: LineFile, finding: Finding | null): Check[] {
  const last = lines.line(lines.count - 1);
  return [
    {
      id: 'metadata-line',
      title: 'Metadata line',
      verdict: finding === null ? 'ok' : 'failed',
      expected: 'the first line is the metadata of the session',
      found: finding === null ? 'a JSON object' : finding.message,
    },
    {
      id: 'last-line',
      title: 'Last line',
      verdict: last === undefined ? 'not-applicable' : last.isLast ? 'warning' : 'ok',
      expected: 'the last line is complete',
      found: last?.isLast ? 'no line feed at its end' : last === undefined ? 'no lines' : 'complete',
    },
  ];
}

/** Whether some line at the start of a file is an entry of theway, or its metadata. */
function isTranscript(head: Buffer): boolean {
  const text = head.toString('utf8').replace(/^\ufeff/, '');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  // The first line may be longer than the head.
  if (lines.length === 1 && BEGINNING.test(lines[0] ?? '')) return true;
  for (const line of lines) {
    const node = parsed(line);
    if (!isJsonObject(node)) continue;
    // The header of pi, whose entries look the same.
    if (textField(node, 'type') === 'session') return false;
    if (isMetadata(node) || isEntry(node)) return true;
  }
  return false;
}

const BEGINNING = new RegExp(
  `^\\s*\\{"type":"(${ENTRY_TYPES.join('|')})","id":"[^"]+","parentId":(null|"[^"]*"),"timestamp":`,
);

function isMetadata(node: JsonObject): boolean {
  return (
    ['id', 'createdAt', 'cwd', 'path'].filter((key) => textField(node, key) !== null).length >= 3 &&
    !isOfSdk(node) &&
    textField(node, 'type') === null
  );
}

function isEntry(node: JsonObject): boolean {
  const parentId = memberValue(node, 'parentId');
  const isChild = parentId === null || typeof parentId === 'string';
  return (
    isChild && !isOfSdk(node) && textField(node, 'id') !== null && isEntryType(textField(node, 'type') ?? '')
  );
}

/** The records of pi's SDK look like those of theway but for a kind, or a lane. */
function isOfSdk(node: JsonObject): boolean {
  return ['kind', 'lane'].some((key) => textField(node, key) !== null);
}

function parsed(text: string): JsonNode | undefined {
  const result = parseJson(text, { maxDepth: LARGEST_MAX_DEPTH });
  return result.ok ? result.node : undefined;
}
