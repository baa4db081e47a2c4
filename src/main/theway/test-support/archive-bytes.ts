import { createHash } from 'node:crypto';
import { METADATA } from './sessions';

// Session archives made byte by byte, so that each can be wrong in one way.

const BLOCK_BYTES = 512;

/** The fields of a member's header that a test may want otherwise. */
export interface TarFields {
  readonly type?: string;
  /** What the header says, where that is not how much follows. */
  readonly size?: number;
  /** The field of the size, as it stands. */
  readonly sizeField?: string;
  readonly link?: string;
  readonly magic?: string;
}

/** One member: its header, its content and the padding. */
export function tarMember(name: string, content: string | Uint8Array, fields: TarFields = {}): Buffer {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0, 100, 'utf8');
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(
    fields.sizeField ?? `${(fields.size ?? bytes.length).toString(8).padStart(11, '0')}\0`,
    124,
    12,
    'latin1',
  );
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(fields.type ?? '0', 156);
  header.write(fields.link ?? '', 157, 100, 'utf8');
  header.write(fields.magic ?? 'ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, bytes, Buffer.alloc(-bytes.length & (BLOCK_BYTES - 1))]);
}

/** The header before a member that overrules fields of its header: pax records. */
export function paxHeader(records: Readonly<Record<string, string>>, type = 'x'): Buffer {
  const lines = Object.entries(records).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`);
    let length = rest + 1;
    while (String(length).length + rest !== length) length += 1;
    return `${length} ${key}=${value}\n`;
  });
  return tarMember('pax', lines.join(''), { type });
}

/** What ends an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES);

/** A sound transcript: two branches, a leaf move, a label. */
export const LINES: readonly string[] = [
  JSON.stringify({
    id: METADATA.id,
    createdAt: METADATA.createdAt,
    cwd: METADATA.cwd,
    path: METADATA.path,
  }),
  '{"type":"message","id":"u1","parentId":null,"timestamp":"t","message":{"role":"user","content":"Hello there"}}',
  '{"type":"message", "id":"a1","parentId":"u1","timestamp":"t","message":{"role":"assistant","content":[]},"n":1.0}',
  '{"label":"mark","type":"label","id":"l1","parentId":"a1","timestamp":"t","targetId":"u1"}',
  '{"type":"leaf","id":"m1","parentId":"l1","timestamp":"t","targetId":"u1"}',
];

/** The manifest that fits a transcript, as JavaScript's objects. */
export function manifestFor(jsonl: string | Uint8Array, content: Readonly<Record<string, unknown>> = {}) {
  return {
    schema: 'theway.session_export.v1',
    created_at: '2026-02-03T04:05:06Z',
    theway_version: '0.9.1',
    source: { session_id: METADATA.id, cwd: METADATA.cwd, session_path: METADATA.path },
    content: {
      session_jsonl_sha256: createHash('sha256').update(jsonl).digest('hex'),
      entry_count: 4,
      active_leaf_id: 'u1',
      has_triggers: false,
      has_cron: false,
      ...content,
    },
    sensitivity: {
      session_transcript_preserved: true,
      separate_auth_stores_included: false,
      provider_credentials_included: false,
      mcp_config_included: false,
    },
  };
}

/** What an archive is made of; by default of what is sound. */
export interface ArchiveParts {
  readonly jsonl?: string | Uint8Array;
  readonly content?: Readonly<Record<string, unknown>>;
  readonly manifest?: string | Uint8Array;
  readonly triggers?: string | Uint8Array;
  readonly cron?: string | Uint8Array;
}

/** The members of an archive, without its end. */
export function archiveMembers(parts: ArchiveParts = {}): Buffer[] {
  const { jsonl = `${LINES.join('\n')}\n`, triggers, cron } = parts;
  const promised = { has_triggers: triggers !== undefined, has_cron: cron !== undefined };
  const manifest = parts.manifest ?? JSON.stringify(manifestFor(jsonl, { ...promised, ...parts.content }));
  return [
    tarMember('manifest.json', manifest),
    tarMember('session.jsonl', jsonl),
    ...(triggers === undefined ? [] : [tarMember('sidecars/triggers.json', triggers)]),
    ...(cron === undefined ? [] : [tarMember('sidecars/cron.toml', cron)]),
  ];
}

/** A whole archive. */
export function archiveOf(parts: ArchiveParts = {}): Buffer {
  return Buffer.concat([...archiveMembers(parts), TAR_END]);
}

/** The jobs and rules of a session with something enabled and something not. */
export const TRIGGERS = JSON.stringify({
  version: 1,
  rules: [
    { id: 'r1', condition: 'c', action: 'a', enabled: true, fired_at: null, created_at: 't', n: 0 },
    {
      id: 'r2',
      condition: 'c',
      action: 'a',
      enabled: false,
      fired_at: '2026-01-01T00:00:00Z',
      created_at: 't',
    },
  ],
}).replace('"n":0', '"n":12345678901234567890.0');

export const CRON = `# nightly work
[[jobs]]
id = "j1"
schedule = "0 3 * * *"
action = "tidy up"
enabled = true
running_trace_id = "trace"
last_due_at = "2026-01-01T03:00:00Z"
last_fired_at = "2026-01-01T03:00:01Z"
last_error = "no"
skipped_overlap_count = 7
big = 9007199254740993
ratio = 1.0

[[jobs]]
id = "j2"
schedule = "0 4 * * *"
action = "wait"
enabled = false
created_at = 2026-01-01T00:00:00Z
`;
