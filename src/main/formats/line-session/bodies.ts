import { NO_CONTENT } from '../../../shared/content/content';
import { blockOf, type Part, partText } from '../../../shared/content/part';
import { isJsonObject, type JsonObject } from '../../../shared/json/node';
import { LARGEST_MAX_DEPTH, parseJson } from '../../../shared/json/parse';
import type { Body } from '../../../shared/model/body';
import { abridgePieces } from '../../lines/abridged-json';
import { limitedBody } from '../body-limits';
import type { BodyOptions } from '../format';
import { decodedSlice, sliceOf, type TextSlice } from '../large-text';
import { MAX_PARSED_BYTES } from '../read-limits';
import { boundedId } from '../stored-id';
import type { LineContent, LineFormat, RecordPlace } from './line-format';
import { pieceId } from './piece-head';
import type { RecordSource } from './record-source';

/** An entry as it is stored. */
export interface StoredRecords {
  /** The id it goes by where its records have another one. */
  readonly standInId: string | null;
  /** The records it is made of. */
  readonly places: readonly RecordPlace[];
  /** Each time that it was written. */
  readonly versions: readonly (readonly RecordPlace[])[];
}

/** Reads entries as a whole. The content read last is kept: the page asks for slices of one long text in turn. */
export class EntryBodies {
  readonly #file: RecordSource;
  readonly #format: LineFormat;
  #kept: { readonly byteOffset: number; readonly part: number; readonly content: LineContent } | null = null;

  constructor(file: RecordSource, format: LineFormat) {
    this.#file = file;
    this.#format = format;
  }

  /** The body of an entry, its blocks cut to the options. Throws `DatabaseError` where it cannot be read. */
  body(entry: StoredRecords, row: number, options: BodyOptions): Body {
    const { places, versions } = entry;
    const isLarge = isTooLarge(places);
    const firstId = this.#firstId(entry);
    const content = isLarge ? this.#largeContent(places) : this.#content(places);
    return limitedBody({
      row,
      id: boundedId(firstId ?? content.id),
      parentId: content.parentId === null ? null : boundedId(content.parentId),
      type: content.type,
      role: content.role,
      timestamp: content.timestamp,
      model: content.model,
      stopReason: content.stopReason,
      errorMessage: content.errorMessage,
      usage: content.usage,
      blocks: isLarge
        ? [{ type: 'raw', label: 'stored record', ...this.#stored(places, 0, options.maxChars) }]
        : content.parts.map((part) => blockOf(part, options.maxChars, options.maxImageChars)),
      place: placeName(places, this.#file),
      sizeBytes: places.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      facts: [...content.facts, ...writtenFacts(versions)],
      problems: [...content.faults],
    });
  }

  /** A slice of the stored record (`block` null) or of one of the blocks; null where there is no such block. */
  text({ places }: StoredRecords, block: number | null, start: number, length: number): TextSlice | null {
    if (block === null) return this.#stored(places, start, length);
    if (isTooLarge(places)) return block === 0 ? this.#stored(places, start, length) : null;
    const part: Part | undefined = this.#content(places).parts[block];
    return part === undefined ? null : sliceOf(partText(part), start, length);
  }

  /**
   * The id that an entry goes by where the records shown may have another one: it was written once more, and a further
   * record of it may stand first there. Null where they have it.
   */
  #firstId({ standInId, places, versions: [first] }: StoredRecords): string | null {
    if (standInId !== null || first === undefined || isTooLarge(first)) return standInId;
    return first[0]?.byteOffset === places[0]?.byteOffset ? null : this.#content(first).id;
  }

  #content(places: readonly RecordPlace[]): LineContent {
    const { byteOffset = -1, part = 0 } = places[0] ?? {};
    if (this.#kept?.byteOffset === byteOffset && this.#kept.part === part && !this.#file.hasChanged())
      return this.#kept.content;
    const records = places.map((place) => this.#file.read(place).toString('utf8'));
    const content = contentOf(places, records, this.#format);
    this.#kept = { byteOffset, part, content };
    return content;
  }

  /** What records say that are too large to be read as a whole, but for their parts: those are shown as stored. */
  #largeContent(places: readonly RecordPlace[]): LineContent {
    const fault = `The line is above the ${MAX_PARSED_BYTES} bytes that are read as JSON.`;
    const records = places.map((place) => abridgePieces(this.#reader(place), place.sizeBytes) ?? '');
    const content = contentOf(places, records, this.#format);
    return { ...content, parts: [], faults: [...content.faults, fault] };
  }

  #reader(place: RecordPlace): (from: number, to: number) => Buffer {
    return (from, to) =>
      this.#file.read({ ...place, byteOffset: place.byteOffset + from, sizeBytes: to - from });
  }

  /** The records as they are stored, a line each. */
  #stored(places: readonly RecordPlace[], start: number, length: number): TextSlice {
    const [first] = places;
    if (first === undefined) return { text: '', totalChars: 0 };
    if (places.length > 1)
      return sliceOf(
        places.map((place) => this.#file.read(place).toString('utf8')).join('\n'),
        start,
        length,
      );
    return decodedSlice(this.#reader(first), first.sizeBytes, 'utf-8', start, length);
  }
}

/** The content of a piece of the file that is no record. */
function pieceContent([place]: readonly RecordPlace[], text: string, fault: string): LineContent {
  return {
    ...NO_CONTENT,
    id: place === undefined ? '' : pieceId(place),
    type: '',
    parentId: null,
    timestamp: null,
    parts: [{ type: 'stored', label: 'stored record', text }],
    preview: text,
    faults: [fault],
  };
}

function isTooLarge(places: readonly RecordPlace[]): boolean {
  return places.some(({ sizeBytes }) => sizeBytes > MAX_PARSED_BYTES);
}

/** What an entry says; a record that is no JSON object comes as it is stored. */
function contentOf(
  places: readonly RecordPlace[],
  records: readonly string[],
  format: LineFormat,
): LineContent {
  const objects: JsonObject[] = [];
  const faults: string[] = [];
  for (const text of records) {
    const parsed = parseJson(text, { maxDepth: LARGEST_MAX_DEPTH });
    if (!parsed.ok) return pieceContent(places, text, `This is no record: ${parsed.error.message}.`);
    if (!isJsonObject(parsed.node)) return pieceContent(places, text, 'This is no record: it is no object.');
    objects.push(parsed.node);
    if (parsed.hasDuplicateKeys) faults.push(DOUBLED_KEYS);
  }
  const content = format.content(objects, places);
  return faults.length === 0 ? content : { ...content, faults: [...content.faults, ...faults] };
}

const DOUBLED_KEYS = 'A key stands in one object more than once; the last one counts.';

function placeName(places: readonly RecordPlace[], file: RecordSource): string {
  return places
    .map((place) => {
      const { line, byteOffset } = place;
      const fileName = file.fileName(place);
      return `${fileName === null ? '' : `${fileName} · `}line ${line} · byte ${byteOffset}`;
    })
    .join(', ');
}

function writtenFacts(versions: StoredRecords['versions']): Body['facts'] {
  if (versions.length < 2) return [];
  const lines = versions.map(([first]) => first?.line);
  return [{ name: 'Written', value: `${versions.length} times: lines ${lines.join(', ')}` }];
}
