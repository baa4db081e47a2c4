import { describe, expect, it } from 'vitest';
import { type ArchiveManifest, readManifest, writeManifest } from './archive-manifest';

const MANIFEST: ArchiveManifest = {
  createdAt: '2026-02-03T04:05:06Z',
  thewayVersion: '0.9.1',
  source: { sessionId: 'id', cwd: '/home/dev', sessionPath: '/home/dev/id.db' },
  content: {
    sessionSha256: 'a'.repeat(64),
    entryCount: 12,
    activeLeafId: null,
    hasTriggers: true,
    hasCron: false,
  },
  sensitivity: {
    isTranscriptPreserved: true,
    hasAuthStores: false,
    hasProviderCredentials: false,
    hasMcpConfig: true,
  },
};

describe('the manifest of a session archive', () => {
  it('reads as it was written, with the keys of the contract', () => {
    const text = writeManifest(MANIFEST);
    expect(readManifest(text)).toEqual({ ok: true, value: MANIFEST });
    expect(JSON.parse(text)).toEqual({
      schema: 'theway.session_export.v1',
      created_at: '2026-02-03T04:05:06Z',
      theway_version: '0.9.1',
      source: { session_id: 'id', cwd: '/home/dev', session_path: '/home/dev/id.db' },
      content: {
        session_jsonl_sha256: 'a'.repeat(64),
        entry_count: 12,
        active_leaf_id: null,
        has_triggers: true,
        has_cron: false,
      },
      sensitivity: {
        session_transcript_preserved: true,
        separate_auth_stores_included: false,
        provider_credentials_included: false,
        mcp_config_included: true,
      },
    });
  });

  it('may leave out the leaf, and hold fields nobody knows', () => {
    const { content, ...rest } = JSON.parse(writeManifest(MANIFEST));
    const { active_leaf_id: _leaf, ...others } = content;
    const text = JSON.stringify({ ...rest, content: { ...others, more: 1 }, future: [] });
    expect(readManifest(text)).toEqual({ ok: true, value: MANIFEST });
  });

  it('of another schema is told apart before anything else of it is looked at', () => {
    expect(readManifest('{"schema":"theway.session_export.v2"}')).toMatchObject({
      ok: false,
      error: {
        code: 'corrupted',
        message: 'unsupported session archive schema',
        detail: 'it names "theway.session_export.v2"',
      },
    });
  });

  it.each(['4.0', '4e0', '-1', '9007199254740992', '"4"'])('has no entry count %s', (literal) => {
    const text = writeManifest(MANIFEST).replace('"entry_count": 12', `"entry_count": ${literal}`);
    expect(readManifest(text)).toMatchObject({
      ok: false,
      error: { message: 'parse session archive manifest', detail: 'content.entry_count is no count' },
    });
  });
});
