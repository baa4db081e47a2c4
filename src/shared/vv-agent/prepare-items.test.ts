import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Hasher } from './digest';
import { payloadDigest } from './digest';
import type { Item } from './item';
import { prepareCommit, prepareItems } from './prepare-items';
import { readItemStrict } from './strict-reader';
import { writeItem } from './writer';

function newSha256(hash = createHash('sha256')): Hasher {
  return {
    update: (data) => void hash.update(data),
    copy: () => newSha256(hash.copy()),
    hex: () => hash.digest('hex'),
  };
}
const sha256 = () => newSha256();

function item(text: string): Item {
  const read = readItemStrict(text);
  if (!read.ok) throw new Error(read.message);
  return read.item;
}

const plain = item('{"role":"user","content":"x"}');
const big = item('{"role":"user","content":"x","metadata":{"n":9007199254740992}}');
const huge = item(
  `{"role":"tool","content":"","tool_call_id":"c","artifact_ref":{"path":".vv-agent/artifacts/a","media_type":"text/plain","encoding":"utf-8","size_bytes":9007199254740992,"sha256":"${'0'.repeat(64)}"}}`,
);
const broken: Item = { ...plain, toolCalls: [{ id: ' ', name: 'f', arguments: '{}' }] };
const halved: Item = { ...plain, content: '\ud800' };

describe('prepareCommit', () => {
  it('gives the payloads as written and the digest of them', () => {
    const items = [plain, item('{"content":"","metadata":{"b":1e2,"a":"é"},"role":"assistant"}')];
    expect(prepareCommit(items, sha256)).toEqual({
      ok: true,
      payloads: [
        '{"role":"user","content":"x"}',
        '{"role":"assistant","content":"","metadata":{"a":"é","b":100.0}}',
      ],
      digest: payloadDigest(items, sha256),
    });
    expect(prepareCommit([], sha256)).toEqual({ ok: true, payloads: [], digest: payloadDigest([], sha256) });
  });

  it('leaves to the digest what breaks no strict rule', () => {
    for (const [outside, place] of [
      [big, 'items[1].metadata.n'],
      [huge, 'items[1].artifact_ref.size_bytes'],
    ] as const)
      expect(prepareCommit([plain, outside], sha256)).toMatchObject({
        ok: true,
        digest: {
          ok: false,
          index: 1,
          message: `checkpoint_definition_not_i_json: session commit payload.${place} is outside the JSON-safe integer range`,
        },
      });
  });

  it('names the first item that breaks a strict rule, even behind one without digest', () => {
    expect(prepareCommit([plain, big, broken, halved], sha256)).toEqual({
      ok: false,
      index: 2,
      message: 'session tool call id must be non-empty',
    });
    expect(prepareCommit([halved], sha256)).toMatchObject({ ok: false, index: 0 });
  });
});

describe('prepareItems', () => {
  it('writes items without digest, but no artifact beyond 2^53−1 bytes', () => {
    expect(prepareItems([plain, big])).toMatchObject({ ok: true, payloads: { length: 2 } });
    expect(prepareItems([plain, huge])).toEqual({ ...writeItem(huge), index: 1 });
    expect(prepareItems([halved])).toEqual({ ...writeItem(halved), index: 0 });
  });
});
