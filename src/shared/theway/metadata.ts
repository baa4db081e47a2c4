import { isJsonObject, type JsonNode, type JsonObject, memberValue } from '../json/node';
import { parseJson } from '../json/parse';
import { printJson } from '../json/print';
import { isBlank } from '../text/white-space';
import { corrupted, type Ruled } from './error';
import { jsonObject } from './session-entry';

/** What is known of a session beside its entries; contract, section 4. Optional keys that are not set are null. */
export interface SessionMetadata {
  readonly id: string;
  readonly createdAt: string;
  readonly cwd: string;
  readonly path: string;
  readonly parentSessionPath: string | null;
  readonly importedFrom: ImportedFrom | null;
  readonly binding: Binding | null;
  readonly collapseNodeId: string | null;
  /** Null: the key is not there, which means the same as false. */
  readonly collapsed: boolean | null;
}

/** Where an imported session comes from. */
interface ImportedFrom {
  readonly sessionId: string;
  readonly cwd: string;
  readonly exportedAt: string;
  readonly thewayVersion: string;
}

/** The client and the runtime a session belongs to. Never holds credentials. */
export interface Binding {
  readonly clientKey: string;
  readonly runtime: {
    readonly workDir: string;
    readonly provider?: string | undefined;
    readonly model?: string | undefined;
    readonly baseUrl?: string | undefined;
    readonly thinking?: boolean | undefined;
  };
}

/** The keys, in the order of an archive's header. */
export const METADATA_KEYS = [
  'id',
  'createdAt',
  'cwd',
  'path',
  'parentSessionPath',
  'importedFrom',
  'binding',
  'collapseNodeId',
  'collapsed',
] as const;
export type MetadataKey = (typeof METADATA_KEYS)[number];

/** What is wrong with a value of an optional key, one part of a sentence each; null and absent are never wrong. */
export function optionalFaults(key: string, node: JsonNode | undefined): string[] {
  const rule = OPTIONAL.get(key);
  return rule === undefined || node === undefined || node === null ? [] : ruleFaults(key, node, rule);
}

/**
 * Reads metadata, given the value of each key; null reads as absent and unknown keys are not asked for. Fails with
 * `corrupted`: a required key that is missing, an id that is blank, a value of another shape.
 */
export function readMetadata(given: (key: MetadataKey) => JsonNode | undefined): Ruled<SessionMetadata> {
  for (const key of REQUIRED) {
    const value = given(key) ?? null;
    const isMissing = value === null || (key === 'id' && typeof value === 'string' && isBlank(value));
    if (isMissing) return refused(`session metadata is missing ${key}`);
    if (typeof value !== 'string') return refused(`session metadata has invalid ${key}`);
  }
  for (const key of OPTIONAL.keys()) {
    // The keys of the table are optional keys of the metadata.
    const [fault] = optionalFaults(key, given(key as MetadataKey));
    if (fault !== undefined) return refused(`session metadata has invalid ${key}`, fault);
  }
  const text = (key: MetadataKey) => textOf(given(key)) ?? '';
  const value = {
    id: text('id'),
    createdAt: text('createdAt'),
    cwd: text('cwd'),
    path: text('path'),
    parentSessionPath: textOf(given('parentSessionPath')),
    importedFrom: importedFromOf(given('importedFrom')),
    binding: bindingOf(given('binding')),
    collapseNodeId: textOf(given('collapseNodeId')),
    collapsed: booleanOf(given('collapsed')),
  };
  return { ok: true, value };
}

/** Reads the metadata line of a transcript in JSON lines. Fails as {@link readMetadata} does. */
export function readMetadataLine(line: string): Ruled<SessionMetadata> {
  const parsed = parseJson(line);
  if (!parsed.ok)
    return refused('session metadata must be a JSON object', `not JSON: ${parsed.error.message}`);
  const { node } = parsed;
  if (!isJsonObject(node)) return refused('session metadata must be a JSON object');
  return readMetadata((key) => memberValue(node, key));
}

/** The value of each key that is set, in the order of an archive's header; `collapsed` is set only when true. */
export function metadataValues(metadata: SessionMetadata): [key: MetadataKey, value: JsonNode][] {
  const { importedFrom, binding } = metadata;
  const values: Readonly<Record<MetadataKey, JsonNode>> = {
    ...metadata,
    importedFrom: importedFrom && importedFromNode(importedFrom),
    binding: binding && bindingNode(binding),
    collapsed: metadata.collapsed || null,
  };
  const all: [MetadataKey, JsonNode][] = METADATA_KEYS.map((key) => [key, values[key]]);
  return all.filter(([, value]) => value !== null);
}

/** The metadata line of a transcript in JSON lines, without its line feed. */
export function writeMetadataLine(metadata: SessionMetadata): string {
  return printJson(jsonObject(Object.fromEntries(metadataValues(metadata))));
}

/** A binding as it is written: absent fields left out. */
export function bindingNode({ clientKey, runtime }: Binding): JsonObject {
  const { workDir, provider, model, baseUrl, thinking } = runtime;
  return jsonObject({ clientKey, runtime: jsonObject({ workDir, provider, model, baseUrl, thinking }) });
}

const REQUIRED = ['id', 'createdAt', 'cwd', 'path'] as const;

type Rule = 'text' | 'boolean' | { readonly [field: string]: Rule | readonly ['optional', Rule] };

const OPTIONAL: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['parentSessionPath', 'text'],
  ['importedFrom', { sessionId: 'text', cwd: 'text', exportedAt: 'text', thewayVersion: 'text' }],
  [
    'binding',
    {
      clientKey: 'text',
      runtime: {
        workDir: 'text',
        provider: ['optional', 'text'],
        model: ['optional', 'text'],
        baseUrl: ['optional', 'text'],
        thinking: ['optional', 'boolean'],
      },
    },
  ],
  ['collapseNodeId', 'text'],
  ['collapsed', 'boolean'],
]);

function ruleFaults(path: string, node: JsonNode, rule: Rule): string[] {
  if (rule === 'text') return typeof node === 'string' ? [] : [`${path} is not a string`];
  if (rule === 'boolean') return typeof node === 'boolean' ? [] : [`${path} is not a boolean`];
  if (!isJsonObject(node)) return [`${path} is not an object`];
  return Object.entries(rule).flatMap(([field, inner]) => {
    const [isOptional, innerRule] = Array.isArray(inner) ? [true, inner[1] as Rule] : [false, inner as Rule];
    const value = memberValue(node, field) ?? null;
    if (value === null) return isOptional ? [] : [`${path}.${field} is missing`];
    return ruleFaults(`${path}.${field}`, value, innerRule);
  });
}

function importedFromOf(node: JsonNode | undefined): ImportedFrom | null {
  if (!isJsonObject(node)) return null;
  const text = (key: string) => textOf(memberValue(node, key)) ?? '';
  return {
    sessionId: text('sessionId'),
    cwd: text('cwd'),
    exportedAt: text('exportedAt'),
    thewayVersion: text('thewayVersion'),
  };
}

function importedFromNode({ sessionId, cwd, exportedAt, thewayVersion }: ImportedFrom): JsonObject {
  return jsonObject({ sessionId, cwd, exportedAt, thewayVersion });
}

function bindingOf(node: JsonNode | undefined): Binding | null {
  const runtime = isJsonObject(node) ? memberValue(node, 'runtime') : undefined;
  if (!isJsonObject(node) || !isJsonObject(runtime)) return null;
  const optional = (key: string) => textOf(memberValue(runtime, key)) ?? undefined;
  return {
    clientKey: textOf(memberValue(node, 'clientKey')) ?? '',
    runtime: {
      workDir: optional('workDir') ?? '',
      provider: optional('provider'),
      model: optional('model'),
      baseUrl: optional('baseUrl'),
      thinking: booleanOf(memberValue(runtime, 'thinking')) ?? undefined,
    },
  };
}

function textOf(node: JsonNode | undefined): string | null {
  return typeof node === 'string' ? node : null;
}

function booleanOf(node: JsonNode | undefined): boolean | null {
  return typeof node === 'boolean' ? node : null;
}

function refused(
  message: string,
  detail = '',
): { readonly ok: false; readonly error: ReturnType<typeof corrupted> } {
  return { ok: false, error: corrupted(message, detail) };
}
