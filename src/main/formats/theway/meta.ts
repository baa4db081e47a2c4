import { isJsonObject, type JsonNode } from '../../../shared/json/node';
import { parseJson } from '../../../shared/json/parse';
import { printJson } from '../../../shared/json/print';
import type { Fact } from '../../../shared/model/session';
import { isBlank } from '../../../shared/text/white-space';
import type { ReadDatabase } from '../../sqlite/types';
import { looksLikeCredential, maskCredential } from '../credential';
import { unwrap } from '../database-error';
import type { Layout } from './layout';

/** Keys read at most; a sound file has nine. */
const MAX_META_ROWS = 200;
/** Longest value read, in bytes. */
const MAX_META_BYTES = 64 * 1024;
/** Longest value of a fact, in UTF-16 units. */
const MAX_FACT_CHARS = 1000;

/** One row of `meta`, parsed. */
interface MetaValue {
  /** Undefined when the value is no JSON, no text, or too long to be read. */
  readonly node: JsonNode | undefined;
  /** What is wrong with the value as such, for people; null when it is JSON. */
  readonly fault: string | null;
}

/** The metadata of a session file, by key; empty when there is no table to read it from. */
export type Meta = ReadonlyMap<string, MetaValue>;

/** Reads `meta` whole. */
export function readMeta(db: ReadDatabase, layout: Layout): Meta {
  if (!layout.hasMeta) return new Map();
  const sql = `SELECT key, typeof(value) AS storage, octet_length(value) AS size_bytes,
    CASE WHEN octet_length(value) <= ${MAX_META_BYTES} THEN value END AS value
    FROM meta LIMIT ${MAX_META_ROWS}`;
  const rows = unwrap(db.read((reader) => reader.all(sql)));
  return new Map(
    rows.map(({ key, storage, size_bytes, value }) => [
      typeof key === 'string' ? key : String(key),
      metaValue(value ?? null, String(storage), Number(size_bytes ?? 0)),
    ]),
  );
}

function metaValue(value: unknown, storage: string, sizeBytes: number): MetaValue {
  if (sizeBytes > MAX_META_BYTES) return { node: undefined, fault: `${sizeBytes} bytes long, not read` };
  if (typeof value !== 'string')
    return { node: undefined, fault: `stored as ${storage.toUpperCase()}, not TEXT` };
  const parsed = parseJson(value);
  if (parsed.ok) return { node: parsed.node, fault: null };
  return { node: undefined, fault: `not JSON (${parsed.error.message})` };
}

/** A metadata string; null when the key is absent, null, or anything but a string. */
export function metaText(meta: Meta, key: string): string | null {
  const node = meta.get(key)?.node;
  return typeof node === 'string' ? node : null;
}

/** The session id the file gives itself; null when it gives none, or a blank one. */
export function metaSessionId(meta: Meta): string | null {
  const id = metaText(meta, 'id');
  return id === null || isBlank(id) ? null : id;
}

const NAMES: readonly (readonly [path: string, name: string])[] = [
  ['id', 'Session id'],
  ['createdAt', 'Created'],
  ['cwd', 'Working folder'],
  ['path', 'Path when written'],
  ['parentSessionPath', 'Forked from'],
  ['importedFrom.sessionId', 'Imported from session'],
  ['importedFrom.cwd', 'Imported from folder'],
  ['importedFrom.exportedAt', 'Exported'],
  ['importedFrom.thewayVersion', 'Exported by theway'],
  ['binding.clientKey', 'Binding · client'],
  ['binding.runtime.workDir', 'Binding · work folder'],
  ['binding.runtime.provider', 'Binding · provider'],
  ['binding.runtime.model', 'Binding · model'],
  ['binding.runtime.baseUrl', 'Binding · base URL'],
  ['binding.runtime.thinking', 'Binding · thinking'],
  ['collapseNodeId', 'Collapse node'],
  ['collapsed', 'Collapsed'],
];

/** The metadata for people, known keys first, every other value after them; what looks like a credential is masked. */
export function metaFacts(meta: Meta): Fact[] {
  const values = leaves(meta);
  const names = new Map(NAMES);
  const known = NAMES.flatMap(([path, name]) => {
    const value = values.get(path);
    return value === undefined ? [] : [{ name, value: shown(path, value) }];
  });
  const others = [...values]
    .filter(([path]) => !names.has(path))
    .map(([path, value]) => ({ name: `Meta · ${path.slice(0, 100)}`, value: shown(path, value) }));
  return [...known, ...others];
}

/** Paths of the values, such as `binding.runtime.baseUrl`, that look like credentials. */
export function credentialPaths(meta: Meta): string[] {
  return [...leaves(meta)]
    .filter(([path, value]) => looksLikeCredential(lastName(path), value))
    .map(([path]) => path);
}

/** Every value that is not an object, by its path; null reads as absent (contract, section 4). */
function leaves(meta: Meta): Map<string, string> {
  const found = new Map<string, string>();
  const collect = (path: string, node: JsonNode): void => {
    if (node === null) return;
    if (isJsonObject(node)) {
      for (const { key, value } of node.members) collect(`${path}.${key}`, value);
    } else found.set(path, typeof node === 'string' ? node : printJson(node));
  };
  for (const [key, { node, fault }] of meta) {
    if (node === undefined) found.set(key, fault ?? '');
    else collect(key, node);
  }
  return found;
}

function shown(path: string, value: string): string {
  if (looksLikeCredential(lastName(path), value)) return maskCredential(value);
  return value.length > MAX_FACT_CHARS ? `${value.slice(0, MAX_FACT_CHARS - 1)}…` : value;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
