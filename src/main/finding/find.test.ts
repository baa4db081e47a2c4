import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FindQuery } from '../../shared/contract/find';
import { bodyTexts, type EntryText } from '../../shared/find/entry-texts';
import { compileQuery, type Matcher } from '../../shared/find/matcher';
import type { DatabaseSource, SessionSource } from '../formats/format';
import { readTexts, WHOLE_TEXTS } from '../formats/read-texts';
import { makeStoreFolder, type StoreFolder } from '../formats/test-support/open-store';
import {
  assistant,
  entry,
  META,
  message,
  row,
  type SessionFileParts,
  toolResult,
  user,
  writeSessionFile,
} from '../formats/theway/test-support/session-file';
import { writeThewaySample } from '../samples/theway-sample';
import { writeVvAgentSample } from '../samples/vv-agent-sample';
import { hitsInEntry } from './entry-hits';
import { findInSession } from './find';

let folder: StoreFolder;
beforeEach(() => {
  folder = makeStoreFolder();
});
afterEach(() => folder.remove());

const storeOf = (parts: SessionFileParts): Promise<DatabaseSource> =>
  folder.store(writeSessionFile(folder.file('session.db'), parts));

function matcherOf(text: string, options: Partial<FindQuery> = {}): Matcher {
  const query = { isCaseSensitive: false, isWholeWord: false, isRegExp: false, ...options, text };
  const compiled = compileQuery(query);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.matcher;
}

interface Searched {
  readonly counts: ReadonlyMap<number, number>;
  readonly end: Awaited<ReturnType<typeof findInSession>>;
}

async function search(
  source: SessionSource,
  matcher: Matcher,
  options: { sessionId?: string; entryCount?: number; signal?: AbortSignal } = {},
): Promise<Searched> {
  const counts = new Map<number, number>();
  const end = await findInSession(source, {
    sessionId: META.id,
    entryCount: 1_000_000,
    signal: new AbortController().signal,
    ...options,
    matcher,
    onFound: ({ rows, counts: found }) => rows.forEach((each, at) => void counts.set(each, found[at] ?? 0)),
  });
  return { counts, end };
}

/** The texts of every entry, as its body has them. */
function textsOfBodies(store: DatabaseSource, sessionId: string, count: number): EntryText[][] {
  return Array.from({ length: count }, (_, at) => {
    const bodies = store.bodies(sessionId, [at], WHOLE_TEXTS);
    if (!bodies.ok) throw new Error(bodies.error.message);
    return bodies.value.flatMap(bodyTexts);
  });
}

async function textsOf(store: SessionSource, sessionId: string, mayHold = true): Promise<EntryText[][]> {
  const all: EntryText[][] = [];
  const read = await readTexts(store, sessionId, {
    entryCount: 1_000_000,
    mayHold: () => mayHold,
    entry: (_row, texts) => void all.push([...texts]),
  });
  expect(read.ok).toBe(true);
  return all;
}

describe('the texts of a session', () => {
  it.each([
    ['theway', writeThewaySample],
    ['vv-agent', writeVvAgentSample],
  ] as const)('are those of the bodies: the sample of %s', async (_name, write) => {
    write(folder.file('sample.db'));
    const store = await folder.store(folder.file('sample.db'));
    for (const { id, entryCount } of store.sessions().sessions)
      expect(await textsOf(store, id)).toEqual(textsOfBodies(store, id, entryCount ?? 0));
  });

  it('are those of the bodies where a record is odd', async () => {
    const call = (args: unknown) => ({ type: 'toolCall', id: 'c', name: 'run', arguments: args });
    const answer = (id: string, fields: object) =>
      message(id, null, { role: 'assistant', content: [], ...fields });
    const store = await storeOf({
      entries: [
        user('a', null, 'plain'),
        user('b', 'a', ['not a block', { type: 'text', text: 'x' }, { type: 'text' }]),
        answer('c', { content: [call({ n: 1.5, '2': 'b', '1': 'a' }), call('as text'), call(null)] }),
        answer('d', { errorMessage: 'overloaded', stopReason: 'error', more: 'further' }),
        answer('e', { errorMessage: 'e'.repeat(9000) }),
        message('f', null, {
          role: 'toolResult',
          toolCallId: 'c',
          toolName: 'run',
          content: '',
          details: { a: [1] },
        }),
        message('g', null, { role: 'toolResult', toolName: 'run', content: 'no call', isError: true }),
        message('h', null, { role: 'other', content: 'of an application', x: 1 }),
        { ...user('i', 'a', 'with more'), extra: { deep: ['field'] } },
        entry('label', 'j', 'a', { targetId: 'a', label: 'a label' }),
        entry('nonsense', 'k', 'a', { word: 'kept' }),
      ],
      rows: [
        row(
          'l',
          '',
          'message',
          '{"type":"message","id":"l","parentId":null,"timestamp":"t","message":{"role":"user","content":"a","content":"b"}}',
        ),
        row(
          'm',
          '',
          'message',
          '{"type":"message","id":"m","parentId":null,"timestamp":"t","message":{"role":"assistant","content":[{"type":"toolCall","id":"1","name":"n","arguments":{"x": 1.0, "y": 1e3}}]}}',
        ),
        row('n', '', 'message', 'no JSON'),
      ],
    });
    const texts = await textsOf(store, META.id);
    expect(texts).toEqual(textsOfBodies(store, META.id, 14));
    expect(texts.flat().map(({ text }) => text)).toEqual(
      expect.arrayContaining(['plain', 'overloaded', 'a label', '{"x":1.0,"y":1e3}', 'no JSON', '{"a":[1]}']),
    );
  });

  it('come without what cannot be wanted, and only as many as are', async () => {
    const store = await storeOf({ entries: [user('a', null, 'one'), user('b', 'a', 'two')] });
    expect(await textsOf(store, META.id, false)).toEqual([[], []]);
    const { counts, end } = await search(store, matcherOf('o'), { entryCount: 1 });
    expect([...counts]).toEqual([[0, 1]]);
    expect(end).toMatchObject({ ok: true, value: { doneEntries: 1, isGivenUp: false } });
  });

  it('are taken from the bodies of a source that has no other way', async () => {
    const store = await storeOf({
      entries: [user('a', null, 'one'), assistant('b', 'a', 'two', { c: 'read' })],
    });
    const plain: SessionSource = {
      format: store.format,
      formatVersion: null,
      facts: () => store.facts(),
      sessions: () => store.sessions(),
      heads: (...input) => store.heads(...input),
      bodies: (...input) => store.bodies(...input),
      text: (...input) => store.text(...input),
      schemaChecks: () => store.schemaChecks(),
    };
    const { counts } = await search(plain, matcherOf('o'), { entryCount: 2 });
    expect([...counts]).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });
});

describe('a search', () => {
  it('counts the hits of each entry: text, reasoning, names, arguments, results, errors, labels', async () => {
    const store = await storeOf({
      entries: [
        user('a', null, 'Needle and needle'),
        message('b', 'a', {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'a needle' },
            { type: 'toolCall', id: 'c', name: 'needle_tool', arguments: { text: 'needle needle' } },
          ],
          errorMessage: 'the needle broke',
        }),
        toolResult('c', 'b', 'needle'),
        entry('label', 'd', 'c', { targetId: 'a', label: 'Needle' }),
        user('e', 'd', 'nothing'),
      ],
    });
    const { counts, end } = await search(store, matcherOf('needle'));
    expect([...counts]).toEqual([
      [0, 2],
      [1, 5],
      [2, 1],
      [3, 1],
    ]);
    expect(end).toEqual({
      ok: true,
      value: { type: 'end', doneEntries: 5, slowEntries: 0, isGivenUp: false },
    });
  });

  it('finds the same by a pattern, in batches', async () => {
    const text = 'needle '.repeat(500);
    let parentId: string | null = null;
    const entries = Array.from({ length: 600 }, (_, at) => {
      const made = user(`e${at}`, parentId, text);
      parentId = made.id;
      return made;
    });
    const store = await storeOf({ entries });
    const { counts } = await search(store, matcherOf('n[e]+dle', { isRegExp: true }));
    expect(counts.size).toBe(600);
    expect(new Set(counts.values())).toEqual(new Set([500]));
  });

  it('leaves entries out in which a pattern takes too long, and gives up after some', async () => {
    const trap = `${'a'.repeat(60)}!`;
    const few = await storeOf({
      entries: [user('a', null, 'aaa'), user('b', 'a', trap), user('c', 'b', 'aa')],
    });
    const pattern = matcherOf('^(a+)+$', { isRegExp: true });
    const { counts, end } = await search(few, pattern);
    expect([...counts]).toEqual([
      [0, 1],
      [2, 1],
    ]);
    expect(end).toMatchObject({ ok: true, value: { slowEntries: 1, isGivenUp: false } });
    folder.remove();
    folder = makeStoreFolder();
    const many = await storeOf({
      entries: Array.from({ length: 30 }, (_, at) => user(`e${at}`, null, trap)),
    });
    const started = performance.now();
    expect((await search(many, pattern)).end).toMatchObject({
      ok: true,
      value: { slowEntries: 5, isGivenUp: true },
    });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('lets other requests in between, and ends when it is no longer wanted', async () => {
    const entries = Array.from({ length: 3000 }, (_, at) => user(`e${at}`, null, 'e '.repeat(2000)));
    const store = await storeOf({ entries });
    const abort = new AbortController();
    const searched = search(store, matcherOf('e'), { signal: abort.signal });
    setTimeout(() => abort.abort(), 20);
    await expect(searched).rejects.toThrow(/aborted/i);
  });

  it('says that there is no such session', async () => {
    const store = await storeOf({});
    expect((await search(store, matcherOf('e'), { sessionId: 'other' })).end).toMatchObject({
      ok: false,
      error: { code: 'unknown-session' },
    });
  });
});

describe('the hits of an entry', () => {
  const HIT = { isInName: false, before: '', after: '' };

  it('tell where they stand, and what stands around them', async () => {
    const store = await storeOf({
      entries: [assistant('a', null, 'one read, two', { c: 'read' })],
    });
    const found = await hitsInEntry(store, {
      sessionId: META.id,
      row: 0,
      matcher: matcherOf('read'),
      first: 0,
      most: 9,
    });
    expect(found).toEqual({
      ok: true,
      value: {
        isStopped: false,
        hits: [
          { ...HIT, block: 0, start: 4, length: 4, text: 'read', before: 'one ', after: ', two' },
          { ...HIT, block: 1, start: 0, length: 4, text: 'read', isInName: true },
        ],
      },
    });
  });

  it('can be told from any of them on, over several texts', async () => {
    const blocks = [3, 4, 5].map((count) => ({ type: 'text', text: 'x '.repeat(count) }));
    const store = await storeOf({ entries: [user('a', null, blocks)] });
    const places = async (first: number, most: number) => {
      const input = { sessionId: META.id, row: 0, matcher: matcherOf('x'), first, most };
      const found = await hitsInEntry(store, input);
      return found.ok ? found.value.hits.map(({ block, start }) => [block, start]) : null;
    };
    const all = await places(0, 100);
    expect(all).toHaveLength(12);
    for (const first of [0, 2, 3, 6, 7, 11])
      expect(await places(first, 4)).toEqual(all?.slice(first, first + 4));
    expect(await places(12, 4)).toEqual([]);
  });

  it('are those up to where a pattern took too long', async () => {
    const store = await storeOf({ entries: [user('a', null, `aaa\n${'a'.repeat(60)}!`)] });
    const matcher = matcherOf('^(a+)+$', { isRegExp: true });
    expect(
      await hitsInEntry(store, { sessionId: META.id, row: 0, matcher, first: 0, most: 9 }),
    ).toMatchObject({
      ok: true,
      value: { isStopped: true },
    });
  });
});
