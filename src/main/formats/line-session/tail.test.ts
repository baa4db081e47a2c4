import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionIndex } from '../../../shared/tree/session-index';
import { makeFolders, type TestFolders } from '../../sqlite/test-support/files';
import { openText } from '../test-support/open-lines';
import { chain, entry, HEADER, said } from './test-support/pi-lines';

let folders: TestFolders;
let file: string;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'session.jsonl');
});
afterEach(() => folders.remove());

/** 5 MB. */
const LONG = chain(5000);

/** Ids of the tail, root first, and each with its body's first text. */
async function tailOf(lines: readonly string[], ending = '\n') {
  const { source } = await openText(file, `${[HEADER, ...lines].join('\n')}${ending}`);
  const tail = await source.tail?.('s', { maxChars: 100, maxImageChars: 10 });
  if (!tail?.ok) throw new Error('no tail');
  if (tail.value === null) return null;
  const index = new SessionIndex();
  index.append(tail.value.heads);
  index.finish(tail.value.end);
  const ids = Array.from({ length: index.count }, (_, row) => index.id(row));
  expect(tail.value.bodies.map(({ row, id }) => [row, id])).toEqual(ids.map((id, row) => [row, id]));
  return { ids, index, bodies: tail.value.bodies };
}

describe('the tail of a long session', () => {
  it('is the end of its path, with bodies, in a session of its own', async () => {
    const tail = await tailOf(LONG);
    expect(tail?.ids).toEqual(Array.from({ length: 40 }, (_, at) => `e${4960 + at}`));
    expect([...(tail?.index.parents ?? [])].slice(0, 3)).toEqual([-1, 0, 1]);
    expect(tail?.bodies[39]?.blocks).toMatchObject([
      { type: 'text', text: expect.stringMatching(/^4999 x/) },
    ]);
  });

  it('is none of a short session', async () => expect(await tailOf(LONG.slice(0, 100))).toBeNull());

  it('follows parents, past entries of other branches', async () => {
    const others = Array.from({ length: 30 }, (_, at) => said(`o${at}`, 'e10', 'elsewhere'));
    const tail = await tailOf([...LONG, ...others, said('end', 'e4999', 'the end')]);
    expect(tail?.ids.slice(-2)).toEqual(['e4999', 'end']);
    expect(tail?.ids.some((id) => id.startsWith('o'))).toBe(false);
  });

  it('has what it can where the path leaves what was read', async () => {
    const tail = await tailOf([...LONG, said('end', 'e0', 'back to the start')]);
    expect(tail?.ids.at(-1)).toBe('end');
  });

  it('reads further back where the last entries are large', async () => {
    const large = Array.from({ length: 30 }, (_, at) =>
      said(`l${at}`, at === 0 ? 'e4999' : `l${at - 1}`, 'y'.repeat(300_000)),
    );
    expect((await tailOf([...LONG, ...large]))?.ids.length).toBeGreaterThanOrEqual(24);
  });

  it('puts results below their calls', async () => {
    const call = entry('call', 'e4999', {
      role: 'assistant',
      content: [{ type: 'toolCall', id: 'c', name: 'read', arguments: {} }],
    });
    const result = entry('result', 'call', { role: 'toolResult', toolCallId: 'c', content: [] });
    const tail = await tailOf([...LONG, call, result]);
    expect(tail?.index.callRow(39)).toBe(38);
    expect(tail?.index.toolNames(39)).toBe('read');
  });

  it('takes a last line without an ending, and none that is torn', async () => {
    expect((await tailOf([...LONG, said('end', 'e4999', 'x')], ''))?.ids.at(-1)).toBe('end');
    expect((await tailOf([...LONG, '{"type":"message","id":"to'], ''))?.ids.at(-1)).toBe('e4999');
  });

  it('ends where parents go round in a circle', async () => {
    expect((await tailOf([...LONG, said('a', 'b', 'x'), said('b', 'a', 'x')]))?.ids).toEqual(['a', 'b']);
  });

  it('holds no image that is not small', async () => {
    const image = { type: 'image', data: 'A'.repeat(5000), mimeType: 'image/png' };
    const tail = await tailOf([...LONG, entry('end', 'e4999', { role: 'user', content: [image] })]);
    expect(tail?.bodies.at(-1)?.blocks).toEqual([{ type: 'raw', label: 'image', text: '', totalChars: 0 }]);
  });
});
