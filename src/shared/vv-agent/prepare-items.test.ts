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

describe('the golden values of section 4', () => {
  const args = (text: string) => JSON.stringify(text);
  const lookup = `{"role":"assistant","content":"working","name":"planner","tool_calls":[{"id":"call_lookup","type":"function","function":{"name":"lookup","arguments":${args(' { "z": 1, "a": {"y": 2, "x": 1} } ')}},"extra_content":{"provider":"fixture"}}],"reasoning_content":"r","image_url":"data:image/png;base64,AA==","metadata":{"sequence":2}}`;
  const call = (text: string) =>
    `{"role":"assistant","content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":${args(text)}}}]}`;
  const given = '{"a":1e16,"b":1e-7,"c":1.0,"d":9007199254740993,"e":1e-5,"\ufb33":1,"😀":2}';
  const normal = '{"a":1e+16,"b":1e-7,"c":1.0,"d":9007199254740993,"e":0.00001,"\ufb33":1,"😀":2}';

  it.each([
    [
      'one plain item',
      '{"role":"assistant","content":"done"}',
      '{"role":"assistant","content":"done"}',
      95,
      '629533c14a9714450dbbc251665b46c530c415757b9434b647c496f6e9dd5b19',
    ],
    [
      'the tool-call item',
      lookup,
      lookup.replace(args(' { "z": 1, "a": {"y": 2, "x": 1} } '), args('{"a":{"x":1,"y":2},"z":1}')),
      null,
      '4fb2d52590eba349d65803228923fd3ac118ddf1b17b1f8ea60b1d2372130062',
    ],
    [
      'numbers and keys in metadata',
      '{"role":"user","content":"x","metadata":{"\\ufb33":1,"😀":2,"z":1e16,"y":1.0,"n":-0.0}}',
      '{"role":"user","content":"x","metadata":{"n":-0.0,"y":1.0,"z":1e+16,"\ufb33":1,"😀":2}}',
      151,
      '6c5ad104dcce5369af665ffb54867d8eb82fc245bb568d0257dc101db1793567',
    ],
    [
      'numbers and keys in arguments',
      call(given),
      call(normal),
      266,
      'ee4be2899445eba062fc49061ac3ba5117d1ad4b66604eef39a577efcebd712c',
    ],
  ])('hold for %s', (_what, text, payload, canonicalBytes, digest) => {
    let hashedBytes = 0;
    const measuring = (hasher = newSha256(), size = 0): Hasher => {
      let sizeBytes = size;
      return {
        update: (data) => {
          sizeBytes += Buffer.byteLength(data);
          hasher.update(data);
        },
        copy: () => measuring(hasher.copy(), sizeBytes),
        hex: () => {
          hashedBytes = sizeBytes;
          return hasher.hex();
        },
      };
    };
    expect(prepareCommit([item(text)], () => measuring())).toEqual({
      ok: true,
      payloads: [payload],
      digest: { ok: true, digest },
    });
    if (canonicalBytes !== null) expect(hashedBytes).toBe(canonicalBytes);
  });
});
