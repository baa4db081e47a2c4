import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { canonicalLossless, canonicalOfPayload } from './attribution/canonical-text';
import type { Hasher } from './digest';
import { canonicalItem, payloadDigest } from './digest';
import type { Item } from './item';
import { itemTexts } from './item-texts';
import { parseNativeItem } from './native-item';
import { prepareCommit, prepareItems } from './prepare-items';
import { readItemLossless, readItemStrict } from './strict-reader';
import { HostilePayloads } from './test-support/hostile-payloads';
import { normalizeItem, writeItem, writeNormalForm } from './writer';

/** The fast ways are held to the lossless ones, on texts no one would write as well as on those everyone does. */
const ROUNDS = 10_000;

function newSha256(hash = createHash('sha256')): Hasher {
  return {
    update: (data) => void hash.update(data),
    copy: () => newSha256(hash.copy()),
    hex: () => hash.digest('hex'),
  };
}
const sha256 = () => newSha256();

describe('the fast ways agree with the lossless ones', () => {
  const payloads = new HostilePayloads(7);
  const texts = Array.from({ length: ROUNDS }, () => payloads.next());

  it('on what a payload holds and what is wrong with it', () => {
    let native = 0;
    for (const text of texts) {
      if (parseNativeItem(text) !== undefined) native += 1;
      expectEqual(readItemStrict(text), readItemLossless(text), text);
    }
    // Else the comparison would be of the lossless reader with itself.
    expect(native).toBeGreaterThan(ROUNDS / 5);
    expect(native).toBeLessThan(ROUNDS / 2);
  });

  it('on the canonical text of a payload', () => {
    for (const text of texts) expectEqual(canonicalOfPayload(text), canonicalLossless(text), text);
  });

  it('on the canonical text of calls with arguments of every kind', () => {
    const deep = (levels: number) => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`;
    const plain = String.raw`{} {"a":"b"} {"a":"q\"\\\/\n\t–✓"} {"a":-0.5,"b":[1,[2,{"c":[]}]],"d":{"e":null}} {"":true,"":false}`;
    const broken = String.raw`[] {"a":1,} {,} {"a"} {"a":01} {"a":.5} {"a":1.} {"a":"\x"} {"a":[1,]} {"a":[,1]} {"a":{}]} {"a":1}} {"a":tru}`;
    const odd = String.raw`{"a":1e400} {"a":"\ud800"} {"a":"\u0041"} {"a":1e2} {"a":18014398509481985} ${deep(2)} ${deep(3)} ${deep(63)} ${deep(64)}`;
    const spaced = ['{ "a": 1 }', '{"a":"\n"}', '{"a":"\u0001"}', '', ' ', `{"a":${'9'.repeat(400)}}`];
    let decoded = 0;
    for (const text of [...[plain, broken, odd].flatMap((list) => list.split(' ')), ...spaced]) {
      const call = { id: 'c', type: 'function', function: { name: 'f', arguments: text } };
      const payload = JSON.stringify({ role: 'assistant', content: '', tool_calls: [call, call] });
      const canonical = canonicalOfPayload(payload);
      expect({ text, canonical }).toEqual({ text, canonical: canonicalLossless(payload) });
      if (canonical.ok) decoded += 1;
    }
    expect(decoded).toBeGreaterThan(9);
  });

  it('on the canonical text of items that are nothing but escapes', () => {
    const callOf = (text: string) => ({
      id: 'c',
      type: 'function',
      function: { name: 'f', arguments: text },
    });
    const withCall = (text: string) =>
      JSON.stringify({ role: 'assistant', content: '', tool_calls: [callOf(text)] });
    const escapes = (count: number) => JSON.stringify({ role: 'user', content: '\n'.repeat(count) });
    for (const payload of [
      escapes(300_000),
      escapes(3_500_000),
      withCall(JSON.stringify({ a: '\n'.repeat(150_000) })),
      withCall(`{"a":[${'{},'.repeat(300_000)}{}]}`),
    ])
      expect(canonicalOfPayload(payload).ok).toBe(true);
  });

  it('on the canonical text of metadata', () => {
    const documents = String.raw`{} {"a":1,"b":{"c":[1.5,"x",null,true]}} {"b":1,"a":2} {"a":{"d":1,"c":2}} {"10":1,"9":2} {"דּ":1,"😀":2} {"😀":1,"דּ":2} {"a":9007199254740991} {"a":9007199254740992} {"a":-0} {"a":1.0} {"a":1e21} {"a":1e+21} {"a":1,"a":1} {"a":"\u0041"} {"a":"\ud800"} {"__proto__":{"b":1,"a":2}}`;
    for (const text of documents.split(' ')) {
      const payload = `{"role":"user","content":"","metadata":${text}}`;
      expect({ text, canonical: canonicalOfPayload(payload) }).toEqual({
        text,
        canonical: canonicalLossless(payload),
      });
    }
  });

  it('on what is written of an item and hashed', () => {
    let fast = 0;
    for (const item of itemsOf(texts)) {
      const texts = itemTexts(item);
      const written = writeNormalForm(item);
      if (texts !== undefined) {
        fast += 1;
        expectEqual({ ok: true, text: texts.payload }, written, item);
        expectEqual({ ok: true, json: texts.canonical }, canonicalItem(normalizeItem(item)), item);
      }
      expectEqual(
        prepareCommit([item], sha256),
        written.ok
          ? { ok: true, payloads: [written.text], digest: payloadDigest([item], sha256) }
          : { ok: false, index: 0, message: written.message },
        item,
      );
      const alone = writeItem(item);
      expectEqual(
        prepareItems([item]),
        alone.ok ? { ok: true, payloads: [alone.text] } : { ok: false, index: 0, message: alone.message },
        item,
      );
    }
    expect(fast).toBeGreaterThan(ROUNDS / 5);
  });

  it('on lists of items', () => {
    const items = itemsOf(texts);
    for (let start = 0; start < items.length; start += 5) {
      const list = items.slice(start, start + 5);
      const written = list.map((item) => writeNormalForm(item));
      const broken = written.findIndex(({ ok }) => !ok);
      const prepared = prepareCommit(list, sha256);
      if (broken >= 0) {
        expectEqual(prepared, { index: broken, ...written[broken] }, list);
        continue;
      }
      const payloads = written.map((one) => (one.ok ? one.text : ''));
      expectEqual(prepared, { ok: true, payloads, digest: payloadDigest(list, sha256) }, list);
    }
  });
});

/** `expect` itself takes far longer than what is compared here; it is there to show a difference. */
function expectEqual(fast: unknown, lossless: unknown, about: unknown): void {
  if (!isDeepStrictEqual(fast, lossless))
    expect({ about, result: fast }).toEqual({ about, result: lossless });
}

/** The items of those payloads that hold one; some broken afterwards, as only a program can. */
function itemsOf(texts: readonly string[]): Item[] {
  const items: Item[] = [];
  for (const [index, text] of texts.entries()) {
    const read = readItemLossless(text);
    if (!read.ok) continue;
    items.push(read.item);
    const halved = '\ud83d';
    if (index % 40 === 0) items.push({ ...read.item, content: `${read.item.content}${halved}` });
    if (index % 40 === 1) items.push({ ...read.item, name: halved });
    if (index % 40 === 2)
      items.push({ ...read.item, toolCalls: [{ id: 'c', name: 'f', arguments: `{"${halved}":1}` }] });
    if (index % 40 === 3)
      items.push({ ...read.item, toolCalls: [{ id: '\u0085', name: 'f', arguments: '{}' }] });
    if (index % 40 === 4) items.push({ ...read.item, toolCalls: [{ id: 'c', name: 'f', arguments: '[]' }] });
  }
  return items;
}
