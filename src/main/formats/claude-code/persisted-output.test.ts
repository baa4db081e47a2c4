import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, snapshot, type TestFolders } from '../../sqlite/test-support/files';
import { openText } from '../test-support/open-lines';
import { bodyOf, result, user } from './test-support/records';

let folders: TestFolders;
let file: string;
beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'session.jsonl');
});
afterEach(() => folders.remove());

describe('an output that was kept apart (trap 14)', () => {
  const outputs = () => path.join(folders.user, 'session', 'tool-results');
  const outputOf = async (persistedOutputPath: string) => {
    const lines = [user('a', null), result('b', 'a', 'x', { toolUseResult: { persistedOutputPath } })];
    const opened = await openText(file, `${lines.join('\n')}\n`);
    const { blocks, facts } = await bodyOf(opened, 'b');
    expect(opened.problems.map(({ code }) => code)).toEqual(['result-without-call']);
    expect(JSON.stringify(blocks)).toContain('persistedOutputPath');
    const fact = facts.find(({ name }) => name === 'Output kept apart')?.value;
    const block = blocks.find((each) => 'label' in each && each.label.startsWith('tool-results/'));
    return { fact, text: block !== undefined && 'text' in block ? block.text : null };
  };

  it.each(['/home/else/.claude/projects/p/1/tool-results/x.txt', 'C:\\Users\\else\\1\\tool-results\\x.txt'])(
    'is found in the folder of the session, whatever the machine was (%s)',
    async (stored) => {
      fs.mkdirSync(outputs(), { recursive: true });
      fs.writeFileSync(path.join(outputs(), 'x.txt'), 'all of it \u00e9\n');
      const before = snapshot(outputs());
      expect(await outputOf(stored)).toEqual({
        fact: 'tool-results/x.txt: 13 bytes',
        text: 'all of it \u00e9\n',
      });
      expect(snapshot(outputs())).toEqual(before);
    },
  );

  it('may be gone', async () => {
    const stored = '/home/else/tool-results/x.txt';
    expect(await outputOf(stored)).toEqual({ fact: `${stored}: not beside the session`, text: null });
  });

  it('is not looked for outside of that folder', async () => {
    const outside = path.join(folders.user, 'outside.txt');
    fs.writeFileSync(outside, 'outside');
    fs.mkdirSync(outputs(), { recursive: true });
    for (const stored of [outside, '../../outside.txt', `${outputs()}/../../outside.txt`, '..', 'x/', '.'])
      expect((await outputOf(stored)).text).toBeNull();
  });

  it('is no link, no folder and no pipe', async () => {
    const outside = path.join(folders.user, 'outside.txt');
    fs.writeFileSync(outside, 'outside');
    fs.mkdirSync(outputs(), { recursive: true });
    fs.symlinkSync(outside, path.join(outputs(), 'link.txt'));
    fs.mkdirSync(path.join(outputs(), 'folder.txt'));
    execFileSync('mkfifo', [path.join(outputs(), 'pipe.txt')]);
    for (const name of ['link.txt', 'folder.txt', 'pipe.txt'])
      expect((await outputOf(`/else/${name}`)).text).toBeNull();
  });

  it('is in no folder that is a link', async () => {
    const outside = path.join(folders.user, 'outside');
    fs.mkdirSync(outside);
    fs.writeFileSync(path.join(outside, 'x.txt'), 'outside');
    fs.mkdirSync(path.dirname(outputs()));
    fs.symlinkSync(outside, outputs());
    expect((await outputOf('/else/x.txt')).text).toBeNull();
  });

  it('is shown up to a limit', async () => {
    fs.mkdirSync(outputs(), { recursive: true });
    fs.writeFileSync(path.join(outputs(), 'x.txt'), 'x'.repeat(17 * 1024 * 1024));
    const { fact, text } = await outputOf('/else/x.txt');
    expect(fact).toBe('tool-results/x.txt: 17825792 bytes, of which the first 16777216 are shown');
    expect(text?.startsWith('xxx')).toBe(true);
  });

  it('of a sub-agent is in the folder of its session', async () => {
    fs.mkdirSync(outputs(), { recursive: true });
    fs.writeFileSync(path.join(outputs(), 'x.txt'), 'of the agent');
    file = path.join(folders.user, 'session', 'subagents', 'agent-1.jsonl');
    fs.mkdirSync(path.dirname(file));
    expect((await outputOf('/else/x.txt')).text).toBe('of the agent');
  });

  it('of a session below a folder of that name is in its own folder', async () => {
    const other = path.join(folders.user, 'tool-results');
    fs.mkdirSync(other);
    fs.writeFileSync(path.join(other, 'x.txt'), 'of nobody');
    file = path.join(folders.user, 'subagents', 'session.jsonl');
    fs.mkdirSync(path.dirname(file));
    expect((await outputOf('/else/x.txt')).text).toBeNull();
    const own = path.join(folders.user, 'subagents', 'session', 'tool-results');
    fs.mkdirSync(own, { recursive: true });
    fs.writeFileSync(path.join(own, 'x.txt'), 'its own');
    expect((await outputOf('/else/x.txt')).text).toBe('its own');
  });
});
