import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, snapshot, type TestFolders } from '../../sqlite/test-support/files';
import { claudeCodeFormat } from './format';
import { answer, node, result, user } from './test-support/records';

const ID = '7b1e6c1a-0d3f-4c55-9f0a-2a4c5d6e7f80';
const sample = (name: string) => path.join(import.meta.dirname, 'samples', name);

let folders: TestFolders;
let main: string;
let own: string;
beforeEach(() => {
  folders = makeFolders();
  main = path.join(folders.user, `${ID}.jsonl`);
  own = path.join(folders.user, ID, 'subagents');
});
afterEach(() => folders.remove());

async function open(file = main) {
  const opened = await claudeCodeFormat.open(file, {
    cacheDir: folders.cache,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  if (!opened.ok) throw new Error(opened.message);
  const { source, hasChanged } = opened.value;
  const { sessions } = await source.sessions();
  return { source, hasChanged, sessions, ids: sessions.map(({ id }) => id) };
}

function write(file: string, ...lines: string[]): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
}

const agentLine = (uuid: string, agentId: string, prompt = 'Look') =>
  user(uuid, null, prompt, { isSidechain: true, agentId });
const started = (uuid: string, parent: string | null, callId: string, prompt: string) =>
  node('assistant', uuid, parent, {
    message: {
      id: uuid,
      role: 'assistant',
      content: [{ type: 'tool_use', id: callId, name: 'Task', input: { prompt } }],
    },
  });

async function linkOf({ source }: Awaited<ReturnType<typeof open>>, row: number) {
  const bodies = await source.bodies(ID, [row], { maxChars: 1000, maxImageChars: 0 });
  const block = bodies.ok ? bodies.value[0]?.blocks.find(({ type }) => type === 'tool_call') : undefined;
  return block?.type === 'tool_call' ? block.startedSession : null;
}

describe('the sub-agents of a session', () => {
  it('are sessions of its file, linked from the calls that started them', async () => {
    fs.mkdirSync(own, { recursive: true });
    fs.copyFileSync(sample('session.jsonl'), main);
    for (const name of ['agent-a1b2c3d4e5f60718a.jsonl', 'agent-a1b2c3d4e5f60718a.meta.json'])
      fs.copyFileSync(sample(name), path.join(own, name));
    const opened = await open();
    expect(opened.sessions).toMatchObject([
      { id: ID, title: 'Red sail cloth', recency: 0 },
      { id: 'a1b2c3d4e5f60718a', title: 'Find supplier', entryCount: 4, recency: 1 },
    ]);
    expect(opened.source.facts()).toContainEqual({ name: 'Sub-agents', value: '1' });
    const bodies = await opened.source.bodies(ID, [8], { maxChars: 1000, maxImageChars: 0 });
    expect(bodies.ok && bodies.value[0]?.blocks).toContainEqual(
      expect.objectContaining({ name: 'Agent', startedSession: 'a1b2c3d4e5f60718a' }),
    );
    const child = await opened.source.bodies('a1b2c3d4e5f60718a', [0], { maxChars: 99, maxImageChars: 0 });
    expect(child.ok && child.value[0]?.blocks).toMatchObject([{ text: 'Who supplies red sail cloth?' }]);
    expect((await opened.source.bodies('other', [0], { maxChars: 9, maxImageChars: 0 })).ok).toBe(false);
  });

  it('are found in folders below, and beside the file where they say they are of the session', async () => {
    write(main, user('a', null));
    write(path.join(own, 'workflows', 'run', 'agent-deep.jsonl'), agentLine('b', 'deep'));
    write(path.join(own, 'journal.jsonl'), agentLine('c', 'journal'));
    write(path.join(folders.user, 'agent-old.jsonl'), agentLine('d', 'old'));
    write(path.join(folders.user, 'agent-other.jsonl'), agentLine('e', 'other').replace(ID, 'another'));
    expect((await open()).ids).toEqual([ID, 'deep', 'old']);
  });

  it('without a note are found by what they were asked, if only one was', async () => {
    write(
      main,
      started('a', null, 'A', 'Look  here'),
      started('b', 'a', 'B', 'Twice'),
      started('c', 'b', 'C', 'Nobody'),
    );
    write(path.join(own, 'agent-one.jsonl'), agentLine('d', 'one', 'Look here'));
    write(path.join(own, 'agent-two.jsonl'), agentLine('e', 'two', 'Twice'));
    write(path.join(own, 'agent-three.jsonl'), agentLine('f', 'three', 'Twice'));
    const opened = await open();
    expect([await linkOf(opened, 0), await linkOf(opened, 1), await linkOf(opened, 2)]).toEqual([
      'one',
      undefined,
      undefined,
    ]);
  });

  it('go by the same id once', async () => {
    write(main, user('a', null));
    write(path.join(own, 'agent-x.jsonl'), agentLine('b', 'same'));
    write(path.join(own, 'agent-y.jsonl'), agentLine('c', 'same'));
    const { ids, source } = await open();
    expect(new Set(ids).size).toBe(3);
    for (const id of ids)
      expect((await source.bodies(id, [0], { maxChars: 9, maxImageChars: 0 })).ok).toBe(true);
  });

  it('may be damaged, empty or odd', async () => {
    write(main, user('a', null));
    write(path.join(own, 'agent-a.jsonl'), '{"torn');
    fs.writeFileSync(path.join(own, 'agent-b.jsonl'), '');
    fs.mkdirSync(path.join(own, 'agent-c.jsonl'));
    write(path.join(own, 'agent-d.jsonl'), agentLine('b', 'd'));
    write(path.join(own, 'agent-d.meta.json'), '[1, null');
    expect((await open()).ids).toEqual([ID, 'a', 'd']);
  });

  it('are not looked for behind links', async () => {
    write(main, user('a', null));
    const elsewhere = path.join(path.dirname(folders.user), 'elsewhere');
    write(path.join(elsewhere, 'subagents', 'agent-x.jsonl'), agentLine('b', 'x'));
    fs.symlinkSync(elsewhere, path.join(folders.user, ID));
    fs.symlinkSync(
      path.join(elsewhere, 'subagents', 'agent-x.jsonl'),
      path.join(folders.user, 'agent-x.jsonl'),
    );
    expect((await open()).ids).toEqual([ID]);
  });

  it('are watched: one that changes, one that comes and one that goes are told', async () => {
    write(main, user('a', null));
    const file = path.join(own, 'agent-x.jsonl');
    write(file, agentLine('b', 'x'));
    const first = await open();
    expect(first.hasChanged()).toBe(false);
    fs.appendFileSync(file, agentLine('c', 'x'));
    expect(first.hasChanged()).toBe(true);
    const second = await open();
    write(path.join(own, 'agent-y.jsonl'), agentLine('d', 'y'));
    expect(second.hasChanged()).toBe(true);
    const third = await open();
    fs.rmSync(file);
    expect(third.hasChanged()).toBe(true);
  });

  it('are read without a change to any file or folder', async () => {
    write(main, user('a', null), answer('b', 'a', { calls: ['A'] }), result('c', 'b', 'A'));
    write(path.join(own, 'agent-x.jsonl'), agentLine('b', 'x'));
    const before = [snapshot(folders.user), snapshot(own)];
    await open();
    expect([snapshot(folders.user), snapshot(own)]).toEqual(before);
  });

  it('opened by themselves are alone', async () => {
    write(main, user('a', null));
    write(path.join(own, 'agent-x.jsonl'), agentLine('b', 'x'));
    write(path.join(own, 'agent-y.jsonl'), agentLine('c', 'y'));
    expect((await open(path.join(own, 'agent-x.jsonl'))).ids).toEqual(['x']);
  });
});
