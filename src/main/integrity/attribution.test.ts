import { afterAll, expect, it } from 'vitest';
import { StoreBench, user } from '../formats/vv-agent/test-support/opened-store';
import { attributeAll } from './attribution';
import { Watcher } from './watcher';

const bench = new StoreBench();
afterAll(() => bench.release());

type Fill = Parameters<StoreBench['store']>[0];

async function outcomes(fill: Fill) {
  const { commits } = await bench.store(fill);
  if (!commits) throw new Error('no commits');
  const found = await attributeAll(commits, new Watcher(new AbortController().signal, () => {}));
  return found.map(({ state, reason, itemCount }) => reason ?? `${state} ${itemCount}`);
}

it('finds commits whatever the length of their items', async () => {
  const long = (length: number) => user('x'.repeat(length));
  expect(
    await outcomes((file) => {
      file.commit('s', '1', [user('a'), long(40_000), user('b')]);
      file.commit('s', '2', [long(1_200_000), long(40_001), long(32_000)]);
      file.commit('s', '3', [user('c')]);
    }),
  ).toEqual(['verified 3', 'verified 3', 'verified 1']);
});

it('finds commits of sessions that took turns, and across items that are gone', async () => {
  const { commits } = await bench.store((file) => {
    for (const turn of ['1', '2', '3'])
      for (const session of ['s', 't']) file.commit(session, turn, [user(`${session}${turn}`), user('same')]);
    file.database.exec('DELETE FROM session_items WHERE item_index = 7');
  });
  if (!commits) throw new Error('no commits');
  const found = await attributeAll(commits, new Watcher(new AbortController().signal, () => {}));
  expect(
    found.map(({ sessionId, reason, firstItem, lastItem }) => [sessionId, reason, firstItem, lastItem]),
  ).toEqual([
    ['s', null, '1', '2'],
    ['s', null, '5', '6'],
    ['s', null, '9', '10'],
    ['t', null, '3', '4'],
    ['t', 'no-range', null, null],
    ['t', null, '11', '12'],
  ]);
});

it('takes U+FFFD for itself, and bytes that are not UTF-8 for no item', async () => {
  expect(
    await outcomes((file) => {
      file.commit('s', '1', [user('\ufffd'), user('a')]);
      file.commit('s', '2', [user('b')]);
      file.database
        .prepare('UPDATE session_items SET payload = CAST(? AS TEXT) WHERE item_index = 3')
        .run(
          Buffer.concat([
            Buffer.from('{"role":"user","content":"'),
            Buffer.of(0xed, 0xa0, 0x80),
            Buffer.from('"}'),
          ]),
        );
    }),
  ).toEqual(['verified 2', 'undecodable-item']);
});

it('tells half of a surrogate pair from a digest that does not match', async () => {
  const digest = 'a'.repeat(64);
  expect(
    await outcomes((file) => {
      file.add('halved', ['{"role":"user","content":"\\ud83d"}']);
      file.addCommit('halved', '1', digest);
      file.add('halved key', ['{"role":"user","content":"","metadata":{"\\udc00":1}}']);
      file.addCommit('halved key', '1', digest);
      file.add('whole', ['{"role":"user","content":"\\ud83d\\ude00"}']);
      file.addCommit('whole', '1', digest);
      file.add('large', ['{"role":"user","content":"","metadata":{"a":1.0,"n":9007199254740992}}']);
      file.addCommit('large', '1', digest);
    }),
  ).toEqual(['undecodable-item', 'undecodable-item', 'no-range', 'outside-i-json']);
});
