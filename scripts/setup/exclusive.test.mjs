import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exclusively } from './exclusive.mjs';

let folder;
let lockFile;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ramify-lock-test-'));
  lockFile = path.join(folder, 'locks', 'setup.lock');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('exclusively', () => {
  it('lets one work after the other', async () => {
    const order = [];
    const work = (name) =>
      exclusively(lockFile, async () => {
        order.push(`${name} begins`);
        await wait(50);
        order.push(`${name} ends`);
      });
    await Promise.all([work('a'), work('b')]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('leaves no lock behind, neither after an error', async () => {
    const fail = async () => {
      throw new Error('broken');
    };
    await expect(exclusively(lockFile, fail)).rejects.toThrow('broken');
    expect(fs.readdirSync(path.dirname(lockFile))).toEqual([]);
  });

  it('takes over the lock of a process that has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    fs.mkdirSync(path.dirname(lockFile));
    fs.writeFileSync(lockFile, `${pid}\n`);
    expect(await exclusively(lockFile, async () => 'done')).toBe('done');
    expect(fs.readdirSync(path.dirname(lockFile))).toEqual([]);
  });
});
