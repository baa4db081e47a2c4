import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { isSound, type Report } from '../../shared/model/report';
import { detectFormat } from '../formats/registry';
import { buildReport } from '../integrity/report';
import { openForReading } from '../sqlite/open';
import type { ThewayEntry } from './theway-file';
import { writeThewaySample } from './theway-sample';
import { writeVvAgentSample } from './vv-agent-sample';

const folder = mkdtempSync(path.join(tmpdir(), 'ramify-samples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

describe.each([
  ['theway', writeThewaySample],
  ['vv-agent', writeVvAgentSample],
])('the %s sample', (name, write) => {
  const first = path.join(folder, `${name}-1`);
  const second = path.join(folder, `${name}-2`);

  it('has the same bytes whenever it is made', () => {
    write(first);
    write(second);
    expect(sha256(first)).toBe(sha256(second));
  });

  it('is one file in WAL mode, cleanly closed', () => {
    expect(readdirSync(folder).filter((file) => file.startsWith(name))).toEqual([`${name}-1`, `${name}-2`]);
    expect([...readFileSync(first).subarray(18, 20)]).toEqual([2, 2]);
  });

  it('is not built over a file that is there', () => {
    expect(() => write(first)).toThrow('exists already');
  });
});

describe('the story of the theway sample', () => {
  const entries = (): ThewayEntry[] => {
    const database = new Database(path.join(folder, 'theway-1'), { readonly: true });
    const rows = database.prepare<[], { payload: string }>('SELECT payload FROM entries ORDER BY seq').all();
    database.close();
    // Written by the code under test as entries.
    return rows.map(({ payload }) => JSON.parse(payload) as ThewayEntry);
  };

  it('is long enough to look around in, and shows every kind of entry but collapse', () => {
    const all = entries();
    expect(all.length).toBeGreaterThanOrEqual(60);
    expect(all.length).toBeLessThanOrEqual(90);
    expect(new Set(all.map(({ type }) => type))).toEqual(
      new Set([
        'message',
        'thinking_level_change',
        'model_change',
        'compaction',
        'branch_summary',
        'custom',
        'custom_message',
        'extension',
        'label',
        'session_info',
        'leaf',
      ]),
    );
  });

  it('forks at two places and ends with its leaf moved back', () => {
    const all = entries();
    const ids = new Set<string>();
    const children = new Map<string, number>();
    for (const { id, parentId, type } of all) {
      expect(parentId === null || ids.has(parentId)).toBe(true);
      expect(ids.has(id)).toBe(false);
      ids.add(id);
      if (parentId !== null && type !== 'leaf') children.set(parentId, (children.get(parentId) ?? 0) + 1);
    }
    expect([...children.values()].filter((count) => count > 1).sort()).toEqual([2, 3]);
    expect(all.at(-1)?.type).toBe('leaf');
  });

  it('has exactly one call without a result, results that are errors, and images in both places', () => {
    const text = entries().map((entry) => JSON.stringify(entry));
    const calls = text.join('').match(/"type":"toolCall"/g)?.length ?? 0;
    const results = text.filter((entry) => entry.includes('"role":"toolResult"'));
    expect(calls - results.length).toBe(1);
    expect(results.filter((entry) => entry.includes('"isError":true')).length).toBeGreaterThanOrEqual(2);
    const images = text.filter((entry) => entry.includes('"mimeType":"image/png"'));
    expect(images.map((entry) => entry.includes('"role":"user"'))).toEqual([true, false]);
  });
});

describe('the checks of the samples', () => {
  const reportOf = async (file: string): Promise<Report> => {
    const opened = await openForReading(file, { cacheDir: path.join(folder, 'cache') });
    if (!opened.ok) throw new Error(opened.message);
    try {
      const detected = detectFormat(opened.db);
      if (!detected.ok) throw new Error(detected.message);
      const store = detected.format.open(opened.db);
      return await buildReport(store, { signal: new AbortController().signal, onProgress: () => {} });
    } finally {
      opened.db.close();
    }
  };

  it('find the theway sample sound, with the call that has no result as the one note', async () => {
    const report = await reportOf(path.join(folder, 'theway-1'));
    expect(report.checks.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning')).toEqual([]);
    expect(report.problems.map(({ severity }) => severity)).toEqual(['note']);
    expect(isSound(report)).toBe(true);
  });

  it('find two verified commits, one popped one and one plain item in the vv-agent sample', async () => {
    const report = await reportOf(path.join(folder, 'vv-agent-1'));
    expect(
      report.commits.map(({ sessionId, state, firstItem, lastItem }) => [
        sessionId,
        state,
        firstItem,
        lastItem,
      ]),
    ).toEqual([
      ['watch-disk-usage', 'verified', '1', '6'],
      ['watch-disk-usage', 'unmatched', null, null],
      ['release-notes', 'verified', '8', '10'],
    ]);
    expect(report.problems).toEqual([]);
    expect(report.checks.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)).toEqual([
      'commits',
    ]);
  });
});
