import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, type TestFolders } from '../../sqlite/test-support/files';
import { detectTextFormat } from '../registry';
import { readAllHeads } from '../test-support/open-store';

let folders: TestFolders;
beforeEach(() => {
  folders = makeFolders();
});
afterEach(() => folders.remove());

const PARENT = '8c2f1d3e-0000-4000-8000-000000000001';
const CHILD = '8c2f1d3e-0000-4000-8000-000000000002';
const AT = '2026-05-01T08:00:30.000Z';

const metadata = (sessionId: string, more: object = {}) => ({
  ...{ sessionId, projectHash: 'p', startTime: '2026-05-01T08:00:12.345Z', kind: 'main' },
  ...more,
});
const user = (id: string, content: string) => ({ id, timestamp: AT, type: 'user', content });
const started = (prompt: string) => ({
  ...{ id: 'm2', timestamp: AT, type: 'gemini', content: '' },
  toolCalls: [
    {
      ...{ id: 'c', name: 'invoke_agent', args: { agent_name: 'scout', prompt }, status: 'success' },
      ...{ timestamp: AT, result: [{ functionResponse: { id: 'c', response: { output: 'done' } } }] },
    },
  ],
});

function write(name: string, ...records: readonly object[]): string {
  const file = path.join(folders.user, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return file;
}

async function open(file: string) {
  const detected = detectTextFormat(file);
  if (!detected.ok || detected.value?.id !== 'gemini') throw new Error('This is no chat of Gemini CLI.');
  const opened = await detected.value.open(file, {
    cacheDir: folders.cache,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
}

const writeFamily = () => {
  write(`${PARENT}/${CHILD}.jsonl`, metadata(CHILD, { kind: 'subagent' }), user('s1', 'Look around.'));
  return write(
    'session-2026-05-01T08-00-8c2f1d3e.jsonl',
    metadata(PARENT),
    user('m1', 'Go'),
    started('Look around.'),
  );
};

describe('the sub-agents of a chat', () => {
  it('are sessions of its file, and the call leads to the one that it started', async () => {
    const { source } = await open(writeFamily());
    const { sessions } = await source.sessions();
    expect(sessions.map(({ id, title }) => [id, title])).toEqual([
      [PARENT, 'Go'],
      [CHILD, 'Look around.'],
    ]);
    expect(source.facts()).toContainEqual({ name: 'Sub-agents', value: '1' });
    const bodies = await source.bodies(PARENT, [1], { maxChars: 100, maxImageChars: 100 });
    expect(bodies.ok && bodies.value[0]?.blocks[0]).toMatchObject({
      name: 'invoke_agent',
      startedSession: CHILD,
    });
    const child = await source.bodies(CHILD, [0], { maxChars: 100, maxImageChars: 100 });
    expect(child.ok && child.value[0]?.blocks).toMatchObject([{ text: 'Look around.' }]);
  });

  it('say whose they are where they are opened by themselves', async () => {
    writeFamily();
    const { source } = await open(path.join(folders.user, PARENT, `${CHILD}.jsonl`));
    expect((await source.sessions()).total).toBe(1);
    expect(source.facts()).toContainEqual({ name: 'Sub-agent', value: 'yes' });
    expect(source.facts()).toContainEqual({ name: 'Parent session', value: PARENT });
  });

  it('are noticed when they come, and not looked for behind links or ids that lead elsewhere', async () => {
    const file = writeFamily();
    const { hasChanged } = await open(file);
    expect(hasChanged()).toBe(false);
    write(`${PARENT}/another.jsonl`, metadata('another', { kind: 'subagent' }), user('s1', 'Look.'));
    expect(hasChanged()).toBe(true);

    fs.renameSync(path.join(folders.user, PARENT), path.join(folders.user, 'moved'));
    fs.symlinkSync(path.join(folders.user, 'moved'), path.join(folders.user, PARENT));
    expect((await (await open(file)).source.sessions()).total).toBe(1);
    const odd = write('chats/odd.jsonl', metadata('../moved'), user('m1', 'Go'));
    expect((await (await open(odd)).source.sessions()).total).toBe(1);
  });
});

describe('a chat of one document', () => {
  const writeDocument = (name: string) => {
    writeFamily();
    const file = path.join(folders.user, name);
    const messages = [user('m1', 'Go'), started('Look around.')];
    fs.writeFileSync(file, JSON.stringify({ ...metadata(PARENT), messages }, null, 2));
    return file;
  };

  it('has its sub-agents too, which are files of lines', async () => {
    const { source, hasChanged } = await open(writeDocument('session-2026-05-01T08-00-other.json'));
    expect((await source.sessions()).sessions.map(({ id, title }) => [id, title])).toEqual([
      [PARENT, 'Go'],
      [CHILD, 'Look around.'],
    ]);
    const bodies = await source.bodies(PARENT, [1], { maxChars: 100, maxImageChars: 100 });
    expect(bodies.ok && bodies.value[0]?.blocks[0]).toMatchObject({ startedSession: CHILD });
    expect(hasChanged()).toBe(false);
    write(`${PARENT}/another.jsonl`, metadata('another', { kind: 'subagent' }), user('s1', 'Look.'));
    expect(hasChanged()).toBe(true);
  });

  it('says so where it was gone on with in lines', async () => {
    const alone = await readAllHeads((await open(writeDocument('session-alone.json'))).source);
    expect(alone.end.problems).toEqual([]);
    const file = writeDocument('session-2026-05-01T08-00-8c2f1d3e.json');
    const { end } = await readAllHeads((await open(file)).source);
    expect(end.problems).toMatchObject([{ code: 'also-in-lines', severity: 'note' }]);
  });
});

it('names of files say nothing: chats whose names begin alike are told apart by their ids (trap 5)', async () => {
  const first = write('session-2026-05-01T08-00-8c2f1d3e.jsonl', metadata(PARENT), user('m1', 'Go'));
  const second = write('later/session-2026-05-01T08-00-8c2f1d3e.jsonl', metadata(CHILD), user('m1', 'Go'));
  const idOf = async (file: string) => (await (await open(file)).source.sessions()).sessions[0]?.id;
  expect([await idOf(first), await idOf(second)]).toEqual([PARENT, CHILD]);
});

it('a chat starts when its record says, not at the minute of its name (trap 6)', async () => {
  const { source } = await open(writeFamily());
  expect(source.facts()).toContainEqual({ name: 'Started', value: '2026-05-01T08:00:12.345Z' });
});
