import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Hasher } from './digest';
import { canonicalItem, commitId, PayloadHash, payloadDigest, storedPayloadDigest } from './digest';
import type { Item } from './item';
import { readItemStrict } from './strict-reader';

function newHasher(hash = createHash('sha256')): Hasher {
  return {
    update: (data) => void hash.update(data),
    copy: () => newHasher(hash.copy()),
    hex: () => hash.digest('hex'),
  };
}
const sha256 = () => newHasher();

function item(text: string): Item {
  const read = readItemStrict(text);
  if (!read.ok) throw new Error(read.message);
  return read.item;
}

function digestOf(...texts: string[]) {
  const result = payloadDigest(texts.map(item), sha256);
  if (!result.ok) throw new Error(result.message);
  return result.digest;
}

describe('commitId', () => {
  it("gives the specification's values", () => {
    expect(commitId('case-key/session', sha256)).toBe(
      'vv-agent:checkpoint-v2:session:d7dbe15110eb769fa38049962a70387dba75050e3da23ab1ad9e862afb5edd3e',
    );
    expect(commitId('conformance-thread/checkpoint', sha256)).toBe(
      'vv-agent:checkpoint-v2:session:af66d7b2dc7ccc9c18880eecc24e36895dd469035e6f4cd3709cf36c81f6be2f',
    );
  });

  it('hashes the UTF-8 bytes of the key, which may be empty', () => {
    expect(commitId('', sha256)).toBe(
      'vv-agent:checkpoint-v2:session:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(commitId('é', sha256)).toBe(
      `vv-agent:checkpoint-v2:session:${createHash('sha256')
        .update(Buffer.from([0xc3, 0xa9]))
        .digest('hex')}`,
    );
  });
});

describe("payloadDigest gives the specification's values", () => {
  const toolCall = JSON.stringify({
    role: 'assistant',
    content: 'working',
    name: 'planner',
    tool_calls: [
      {
        id: 'call_lookup',
        type: 'function',
        function: { name: 'lookup', arguments: ' { "z": 1, "a": {"y": 2, "x": 1} } ' },
        extra_content: { provider: 'fixture' },
      },
    ],
    reasoning_content: 'r',
    image_url: 'data:image/png;base64,AA==',
    metadata: { sequence: 2 },
  });

  it('for no items', () => {
    expect(digestOf()).toBe('b5d15081714ebaf5c27968a77e8e8580e122b44d78f5aef344984a42e377bae3');
  });

  it('for one plain item', () => {
    expect(digestOf('{"role":"assistant","content":"done"}')).toBe(
      '629533c14a9714450dbbc251665b46c530c415757b9434b647c496f6e9dd5b19',
    );
    expect(digestOf('{"role":"assistant","content":"checkpoint terminal"}')).toBe(
      'c938c61c3b80b64af785a5a5aa33c6408121195f7e0416b33877821e36b1cead',
    );
  });

  it('for the tool-call item', () => {
    expect(digestOf(toolCall)).toBe('4fb2d52590eba349d65803228923fd3ac118ddf1b17b1f8ea60b1d2372130062');
  });

  it('for numbers and keys beyond the plain in metadata', () => {
    expect(
      digestOf('{"role":"user","content":"x","metadata":{"\\ufb33":1,"😀":2,"z":1e16,"y":1.0,"n":-0.0}}'),
    ).toBe('6c5ad104dcce5369af665ffb54867d8eb82fc245bb568d0257dc101db1793567');
  });

  it('for numbers and keys beyond the plain in arguments', () => {
    const args = '{"a":1e16,"b":1e-7,"c":1.0,"d":9007199254740993,"e":1e-5,"\\ufb33":1,"😀":2}';
    const text = JSON.stringify({
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: args } }],
    });
    expect(digestOf(text)).toBe('ee4be2899445eba062fc49061ac3ba5117d1ad4b66604eef39a577efcebd712c');
  });
});

describe('storedPayloadDigest', () => {
  const withArguments = (args: string) =>
    item(
      JSON.stringify({
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: args } }],
      }),
    );
  const stored = (args: string) => storedPayloadDigest([withArguments(args)], sha256);
  const given = (args: string) => payloadDigest([withArguments(args)], sha256);

  it('hashes arguments as the text they are', () => {
    const canonical = canonicalItem(withArguments('{"a": 1e-05}'));
    expect(canonical).toEqual({
      ok: true,
      json: '{"content":"","role":"assistant","tool_calls":[{"function":{"arguments":"{\\"a\\": 1e-05}","name":"f"},"id":"c","type":"function"}]}',
    });
    for (const [rust, python] of [
      ['0.00001', '1e-05'],
      ['1.5e-7', '1.5e-07'],
      ['1e+16', '1e16'],
      ['-0.0', '0'],
    ]) {
      expect(stored(`{"a":${rust}}`)).not.toEqual(stored(`{"a":${python}}`));
      expect(stored(`{"a":${rust}}`)).toEqual(given(`{"a":${rust}}`));
    }
    expect(given('{"a":1e-05}')).toEqual(given('{"a":0.00001}'));
  });

  it('leaves out stored empty lists and metadata, as the writer would', () => {
    const bare = storedPayloadDigest([item('{"role":"user","content":"a"}')], sha256);
    const empty = item('{"role":"user","content":"a","tool_calls":[],"metadata":{}}');
    expect(storedPayloadDigest([empty], sha256)).toEqual(bare);
  });
});

describe('items outside I-JSON have no digest', () => {
  const fine = item('{"role":"user","content":"x"}');
  const words = (items: Item[]) => {
    const result = payloadDigest(items, sha256);
    return result.ok ? 'ok' : result.message;
  };
  const outside = (path: string) =>
    `checkpoint_definition_not_i_json: session commit payload.items${path} is outside the JSON-safe integer range`;

  it('names the place of an integer beyond 2^53−1', () => {
    const metadata = '{"role":"user","content":"x","metadata":{"a":{"b":[1,9007199254740992]}}}';
    expect(words([fine, item(metadata)])).toBe(outside('[1].metadata.a.b[1]'));
    const extra =
      '{"role":"assistant","content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"n":-9007199254740992}}]}';
    expect(words([item(extra)])).toBe(outside('[0].tool_calls[0].extra_content.n'));
    const artifact = `{"role":"tool","content":"","tool_call_id":"c","artifact_ref":{"path":".vv-agent/artifacts/a","media_type":"text/plain","encoding":"utf-8","size_bytes":18446744073709551615,"sha256":"${'0'.repeat(64)}"}}`;
    expect(words([item(artifact)])).toBe(outside('[0].artifact_ref.size_bytes'));
  });

  it('lets safe integers, floats of any size and integers inside arguments pass', () => {
    const text =
      '{"role":"assistant","content":"","metadata":{"a":9007199254740991,"b":1e300,"c":18446744073709551616},"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\\"n\\":18446744073709551615}"}}]}';
    expect(words([item(text)])).toBe('ok');
    expect(canonicalItem(item('{"role":"user","content":"","metadata":{"c":18446744073709551616}}'))).toEqual(
      {
        ok: true,
        json: '{"content":"","metadata":{"c":18446744073709552000},"role":"user"}',
      },
    );
  });

  it('gives half of a surrogate pair a verdict of its own', () => {
    expect(canonicalItem({ ...fine, content: '\ud800' })).toEqual({
      ok: false,
      path: '.content',
      reason: 'lone-surrogate',
    });
    expect(words([fine, { ...fine, name: 'a\udc00' }])).toBe(
      'checkpoint_definition_not_i_json: session commit payload.items[1].name holds half of a surrogate pair',
    );
  });
});

describe('PayloadHash', () => {
  it('hashes the published number of canonical bytes and can be read after every item', () => {
    const bytes = { count: 0 };
    const counting = (): Hasher => ({
      update: (data) => {
        bytes.count += Buffer.byteLength(data);
      },
      copy: counting,
      hex: () => String(bytes.count),
    });
    const sizeOf = (text: string) => {
      bytes.count = 0;
      const canonical = canonicalItem(item(text));
      if (!canonical.ok) throw new Error(canonical.path);
      const hash = new PayloadHash(counting);
      hash.add(canonical.json);
      return hash.digest();
    };
    expect(sizeOf('{"role":"assistant","content":"done"}')).toBe('95');
    expect(
      sizeOf('{"role":"user","content":"x","metadata":{"\\ufb33":1,"😀":2,"z":1e16,"y":1.0,"n":-0.0}}'),
    ).toBe('151');

    const done = canonicalItem(item('{"role":"assistant","content":"done"}'));
    if (!done.ok) throw new Error(done.path);
    const hash = new PayloadHash(sha256);
    expect(hash.digest()).toBe(digestOf());
    hash.add(done.json);
    expect(hash.digest()).toBe(digestOf('{"role":"assistant","content":"done"}'));
    hash.add(done.json);
    const twice = createHash('sha256').update(
      `{"items":[${done.json},${done.json}],"schema_version":"vv-agent.session-commit.v1"}`,
    );
    expect(hash.digest()).toBe(twice.digest('hex'));
  });
});
