import { textField } from '../content/fields';
import { isJsonObject, type JsonNode, type JsonObject, memberValue } from '../json/node';
import { parseJson } from '../json/parse';
import { printJson } from '../json/print';
import { corrupted, type Ruled } from './error';
import { unsignedLiteral } from './integer-literal';
import { jsonObject } from './session-entry';

/** The only schema of a session archive there is; contract, section 6. */
const ARCHIVE_SCHEMA = 'theway.session_export.v1';

/** What an archive may hold, and how large each may be, in bytes; contract, section 6. */
export const ARCHIVE_MEMBERS = {
  'manifest.json': 128 * 1024,
  'session.jsonl': 50 * 1024 * 1024,
  'sidecars/triggers.json': 2 * 1024 * 1024,
  'sidecars/cron.toml': 2 * 1024 * 1024,
} as const;
export type ArchiveMember = keyof typeof ARCHIVE_MEMBERS;

/** What an archive says of itself; contract, section 6. Only what `content` says can be checked. */
export interface ArchiveManifest {
  readonly createdAt: string;
  /** The program that wrote it. */
  readonly thewayVersion: string;
  readonly source: { readonly sessionId: string; readonly cwd: string; readonly sessionPath: string };
  readonly content: {
    /** In lower-case hex. */
    readonly sessionSha256: string;
    readonly entryCount: number;
    readonly activeLeafId: string | null;
    readonly hasTriggers: boolean;
    readonly hasCron: boolean;
  };
  readonly sensitivity: ArchiveSensitivity;
}

/** What the program that wrote an archive says is in it. */
interface ArchiveSensitivity {
  readonly isTranscriptPreserved: boolean;
  readonly hasAuthStores: boolean;
  readonly hasProviderCredentials: boolean;
  readonly hasMcpConfig: boolean;
}

/** What everyone has to know who makes or takes an archive; contract, section 6. */
export const ARCHIVE_WARNING =
  'The archive holds the whole transcript: every message, every tool call and its output, on every branch, with any secret that stands in them.';

/**
 * Reads `manifest.json`. Fails with `corrupted`: no JSON object, another schema, then the first field that is not what
 * it should be. Unknown fields are ignored.
 */
export function readManifest(text: string): Ruled<ArchiveManifest> {
  const parsed = parseJson(text);
  if (!parsed.ok) return refused(`not JSON: ${parsed.error.message}`);
  const { node } = parsed;
  if (!isJsonObject(node)) return refused('it is not an object');
  if (textField(node, 'schema') !== ARCHIVE_SCHEMA) {
    const named = memberValue(node, 'schema');
    const detail = named === undefined ? 'it names none' : `it names ${printJson(named)}`;
    return { ok: false, error: corrupted('unsupported session archive schema', detail) };
  }
  const fault = shapeFault(node);
  return fault === null ? { ok: true, value: manifestOf(node) } : refused(fault);
}

/** The text of `manifest.json`. */
export function writeManifest({ createdAt, thewayVersion, ...manifest }: ArchiveManifest): string {
  const { source, content, sensitivity } = manifest;
  const node = jsonObject({
    schema: ARCHIVE_SCHEMA,
    created_at: createdAt,
    theway_version: thewayVersion,
    source: jsonObject({
      session_id: source.sessionId,
      cwd: source.cwd,
      session_path: source.sessionPath,
    }),
    content: jsonObject({
      session_jsonl_sha256: content.sessionSha256,
      entry_count: { kind: 'number', literal: String(content.entryCount) },
      active_leaf_id: content.activeLeafId,
      has_triggers: content.hasTriggers,
      has_cron: content.hasCron,
    }),
    sensitivity: jsonObject({
      session_transcript_preserved: sensitivity.isTranscriptPreserved,
      separate_auth_stores_included: sensitivity.hasAuthStores,
      provider_credentials_included: sensitivity.hasProviderCredentials,
      mcp_config_included: sensitivity.hasMcpConfig,
    }),
  });
  return `${printJson(node, 2)}\n`;
}

type FieldKind = 'text' | 'text or null' | 'count' | 'boolean';

const SHAPE: Readonly<Record<string, Readonly<Record<string, FieldKind>>>> = {
  '': { created_at: 'text', theway_version: 'text' },
  source: { session_id: 'text', cwd: 'text', session_path: 'text' },
  content: {
    session_jsonl_sha256: 'text',
    entry_count: 'count',
    active_leaf_id: 'text or null',
    has_triggers: 'boolean',
    has_cron: 'boolean',
  },
  sensitivity: {
    session_transcript_preserved: 'boolean',
    separate_auth_stores_included: 'boolean',
    provider_credentials_included: 'boolean',
    mcp_config_included: 'boolean',
  },
};

const MAX_COUNT = BigInt(Number.MAX_SAFE_INTEGER);

const IS_KIND: Readonly<Record<FieldKind, (value: JsonNode) => boolean>> = {
  text: (value) => typeof value === 'string',
  'text or null': (value) => value === null || typeof value === 'string',
  count: (value) => unsignedLiteral(value, MAX_COUNT) !== null,
  boolean: (value) => typeof value === 'boolean',
};

function shapeFault(manifest: JsonObject): string | null {
  for (const [section, fields] of Object.entries(SHAPE)) {
    const object = section === '' ? manifest : memberValue(manifest, section);
    if (!isJsonObject(object)) return `${section} is not an object`;
    for (const [field, kind] of Object.entries(fields)) {
      const name = section === '' ? field : `${section}.${field}`;
      if (!IS_KIND[kind](memberValue(object, field) ?? null)) return `${name} is no ${kind}`;
    }
  }
  return null;
}

/** Of a manifest whose shape has been checked. */
function manifestOf(node: JsonObject): ArchiveManifest {
  const value = (section: string, field: string) => {
    const object = memberValue(node, section);
    return (isJsonObject(object) ? memberValue(object, field) : null) ?? null;
  };
  const text = (section: string, field: string) => {
    const found = value(section, field);
    return typeof found === 'string' ? found : '';
  };
  const flag = (section: string, field: string) => value(section, field) === true;
  const leaf = value('content', 'active_leaf_id');
  return {
    createdAt: textField(node, 'created_at') ?? '',
    thewayVersion: textField(node, 'theway_version') ?? '',
    source: {
      sessionId: text('source', 'session_id'),
      cwd: text('source', 'cwd'),
      sessionPath: text('source', 'session_path'),
    },
    content: {
      sessionSha256: text('content', 'session_jsonl_sha256'),
      entryCount: Number(unsignedLiteral(value('content', 'entry_count'), MAX_COUNT) ?? 0n),
      activeLeafId: typeof leaf === 'string' ? leaf : null,
      hasTriggers: flag('content', 'has_triggers'),
      hasCron: flag('content', 'has_cron'),
    },
    sensitivity: {
      isTranscriptPreserved: flag('sensitivity', 'session_transcript_preserved'),
      hasAuthStores: flag('sensitivity', 'separate_auth_stores_included'),
      hasProviderCredentials: flag('sensitivity', 'provider_credentials_included'),
      hasMcpConfig: flag('sensitivity', 'mcp_config_included'),
    },
  };
}

function refused(detail: string): { readonly ok: false; readonly error: ReturnType<typeof corrupted> } {
  return { ok: false, error: corrupted('parse session archive manifest', detail) };
}
