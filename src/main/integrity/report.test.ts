import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { isSound, type Report } from '../../shared/model/report';
import { SearchBudget } from '../../shared/vv-agent/attribution/search-budget';
import { DatabaseError } from '../formats/database-error';
import { NO_COMMITS, type SessionSource } from '../formats/format';
import { listedItems } from '../formats/test-support/open-store';
import { thewayFormat } from '../formats/theway/format';
import { writeSessionFile } from '../formats/theway/test-support/session-file';
import { vvAgentFormat } from '../formats/vv-agent/format';
import { assistant, StoreBench, toolResult, user } from '../formats/vv-agent/test-support/opened-store';
import { attributeAll } from './attribution';
import { buildReport } from './report';
import { Watcher } from './watcher';

const bench = new StoreBench();
afterAll(() => bench.release());

const DONE = '{"role":"assistant","content":"done"}';
const DONE_DIGEST = '629533c14a9714450dbbc251665b46c530c415757b9434b647c496f6e9dd5b19';
const EMPTY_DIGEST = 'b5d15081714ebaf5c27968a77e8e8580e122b44d78f5aef344984a42e377bae3';
const LOOKUP =
  '{"role":"assistant","content":"working","name":"planner","tool_calls":[{"id":"call_lookup","type":"function","function":{"name":"lookup","arguments":"{\\"a\\":{\\"x\\":1,\\"y\\":2},\\"z\\":1}"},"extra_content":{"provider":"fixture"}}],"reasoning_content":"r","image_url":"data:image/png;base64,AA==","metadata":{"sequence":2}}';
const LOOKUP_DIGEST = '4fb2d52590eba349d65803228923fd3ac118ddf1b17b1f8ea60b1d2372130062';
const NUMBERS = '{"role":"user","content":"x","metadata":{"n":-0.0,"y":1.0,"z":1e+16,"\ufb33":1,"😀":2}}';
const NUMBERS_DIGEST = '6c5ad104dcce5369af665ffb54867d8eb82fc245bb568d0257dc101db1793567';

function report(store: SessionSource): Promise<Report> {
  return buildReport(store, { signal: new AbortController().signal, onProgress: () => {} });
}

/** Bytes of the heap that are still needed. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  return process.memoryUsage().heapUsed;
}

function check(found: Report, id: string) {
  return found.checks.find((one) => one.id === id);
}

describe('commits', () => {
  it('verifies the golden commits and leaves plain items plain', async () => {
    const store = await bench.store((file) => {
      file.add('s', [user('plain')]);
      for (const [payload, digest] of [
        [DONE, DONE_DIGEST],
        [LOOKUP, LOOKUP_DIGEST],
        [NUMBERS, NUMBERS_DIGEST],
      ] as const) {
        file.add('s', [payload]);
        file.addCommit('s', digest.slice(0, 4), digest);
      }
      file.addCommit('s', 'nothing', EMPTY_DIGEST);
    });
    const found = await report(store);
    expect(
      found.commits.map(({ state, firstItem, lastItem, itemCount }) => [
        state,
        firstItem,
        lastItem,
        itemCount,
      ]),
    ).toEqual([
      ['verified', '2', '2', 1],
      ['verified', '3', '3', 1],
      ['verified', '4', '4', 1],
      ['empty', null, null, 0],
    ]);
    expect(check(found, 'commits')).toMatchObject({
      verdict: 'ok',
      found: '3 of 4 commits verified, 1 empty',
    });
    expect(isSound(found)).toBe(true);
  });

  it('finds commits in sessions that interleave', async () => {
    const store = await bench.store((file) => {
      file.commit('a', 'a1', [user('1'), assistant('2')]);
      file.commit('b', 'b1', [user('3')]);
      file.commit('a', 'a2', [user('4'), assistant('5'), user('6')]);
    });
    const found = await report(store);
    expect(
      found.commits.map(({ sessionId, firstItem, lastItem }) => [sessionId, firstItem, lastItem]),
    ).toEqual([
      ['a', '1', '2'],
      ['a', '4', '6'],
      ['b', '3', '3'],
    ]);
    expect(check(found, 'commits')?.found).toBe('3 of 3 commits verified');
  });

  it('says of a popped commit that no range is left', async () => {
    const store = await bench.store((file) => {
      file.commit('s', '1', [user('stays')]);
      file.commit('s', '2', [assistant('goes')]);
      file.pop('s');
      file.commit('only', '1', [user('goes too')]);
      file.pop('only');
    });
    const found = await report(store);
    expect(found.commits.map(({ sessionId, state, reason }) => [sessionId, state, reason])).toEqual([
      ['s', 'verified', null],
      ['s', 'unmatched', 'no-range'],
      ['only', 'unmatched', 'no-range'],
    ]);
    expect(isSound(found)).toBe(false);
  });

  it('is unsound once one byte of a payload changed', async () => {
    const store = await bench.store((file) => {
      file.commit('s', '1', [user('alpha'), assistant('beta')]);
      file.database.exec("UPDATE session_items SET payload = replace(payload, 'beta', 'bata')");
    });
    const found = await report(store);
    expect(found.commits[0]).toMatchObject({ state: 'unmatched', reason: 'no-range', firstItem: null });
    expect(check(found, 'commits')).toMatchObject({
      verdict: 'failed',
      found: '0 of 1 commits verified, 1 unmatched',
    });
    expect(isSound(found)).toBe(false);
  });

  it('tells integers outside I-JSON and undecodable items from a mismatch, and a malformed digest', async () => {
    const big = '{"role":"user","content":"x","metadata":{"n":9007199254740992}}';
    const store = await bench.store((file) => {
      file.add('big', [big]);
      file.addCommit('big', '1', 'a'.repeat(64));
      file.add('broken', ['{"role":"user"']);
      file.addCommit('broken', '1', 'b'.repeat(64));
      file.add('odd', [user('x')]);
      file.addCommit('odd', '1', 'B'.repeat(64));
    });
    const found = await report(store);
    expect(found.commits.map(({ state, reason }) => [state, reason])).toEqual([
      ['unmatched', 'outside-i-json'],
      ['unmatched', 'undecodable-item'],
      ['malformed', null],
    ]);
    expect(check(found, 'entries-readable')).toMatchObject({
      verdict: 'failed',
      found: '1 of 3 entries not as the format wants',
    });
  });

  it('marks a commit that fits in two places', async () => {
    const store = await bench.store((file) => {
      file.add('s', [DONE, DONE]);
      file.addCommit('s', '1', DONE_DIGEST);
    });
    expect((await report(store)).commits[0]).toMatchObject({
      state: 'verified',
      firstItem: '1',
      ambiguous: true,
    });
  });

  it('says that a store has no commits instead of calling them fine', async () => {
    const store = await bench.store((file) => file.add('s', [user('x')]));
    expect(check(await report(store), 'commits')).toMatchObject({
      verdict: 'not-applicable',
      found: 'no commits',
    });
  });
});

describe('structure', () => {
  it('is green for a sound store, with calls without a result as a note', async () => {
    const store = await bench.store((file) =>
      file.add('s', [user('x'), assistant('', { c1: 'read', c2: 'bash' }), toolResult('c1', 'ok')]),
    );
    const found = await report(store);
    expect(
      ['entry-ids', 'parents', 'stored-leaf', 'entries-readable'].map((id) => check(found, id)),
    ).toMatchObject([
      { verdict: 'ok', found: '3 entries, no duplicate ids' },
      { verdict: 'ok', found: '3 entries, no missing parents' },
      { verdict: 'ok', found: '1 stored leaf, all there' },
      { verdict: 'ok', found: '3 entries, all readable' },
    ]);
    expect(found.problems.map(({ code, severity }) => [code, severity])).toEqual([['call-pending', 'note']]);
    expect(found.checks.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    expect(isSound(found)).toBe(true);
  });

  it('judges nothing in an empty store', async () => {
    const found = await report(await bench.store(() => {}));
    expect(
      ['entry-ids', 'parents', 'stored-leaf', 'entries-readable'].map((id) => check(found, id)?.verdict),
    ).toEqual(Array(4).fill('not-applicable'));
  });

  it('finds ids that a broken schema let in twice', async () => {
    const store = await bench.store(
      (file) => {
        const insert = file.database.prepare("INSERT INTO session_items VALUES ('s', ?, ?)");
        for (const [index, content] of [
          [1, 'a'],
          [2, 'b'],
          [2, 'c'],
        ] as const)
          insert.run(index, user(content));
      },
      {
        items:
          'CREATE TABLE session_items (session_id TEXT NOT NULL, item_index INTEGER, payload TEXT NOT NULL)',
      },
    );
    const found = await report(store);
    expect(check(found, 'entry-ids')).toMatchObject({
      verdict: 'failed',
      found: '1 entry has an id used before, of 3 entries',
    });
    expect(found.problems.map(({ code }) => code)).toContain('duplicate-entry-id');
  });

  it('keeps errors when there are more problems than a report lists', async () => {
    const store = await bench.store((file) => {
      for (let session = 0; session < 5; session += 1) {
        file.add(
          `notes ${session}`,
          Array.from({ length: 600 }, (_, n) => assistant('', { [`c${n}`]: 'read' })),
        );
      }
      for (let session = 0; session < 2; session += 1) {
        file.add(
          `errors ${session}`,
          Array.from({ length: 900 }, () => '{'),
        );
      }
    });
    const { problems, kinds } = await report(store);
    expect(problems.filter(({ severity }) => severity === 'error')).toHaveLength(1800);
    // Counted are all, listed or not.
    expect(kinds).toEqual([
      { code: 'item-undecodable', severity: 'error', count: 1800 },
      { code: 'call-without-result', severity: 'note', count: 2995 },
      { code: 'call-pending', severity: 'note', count: 5 },
    ]);
    expect(problems).toHaveLength(2001);
    expect(problems.at(-1)).toMatchObject({
      code: 'problems-not-listed',
      severity: 'note',
      message: expect.stringMatching(/^43\d\d problems were found; the 2000 gravest are listed\.$/),
    });
  });
});

it('has no check whose id docs/formats.md does not explain', async () => {
  const told = readFileSync(new URL('../../../docs/formats.md', import.meta.url), 'utf8');
  const store = await bench.store((file) => file.add('s', [user('x')]));
  const theway = thewayFormat.open(
    await bench.database(writeSessionFile(path.join(bench.folder, 'theway.db'), {})),
  );
  for (const { checks } of [await report(store), await report(theway)]) {
    expect(checks.length).toBeGreaterThan(15);
    for (const { id } of checks) {
      const part = id.replace(/^session-(items|commits)-/, '');
      expect(told.includes(`\`${id}\``) || told.includes(`\`${part}\``), id).toBe(true);
    }
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  }
});

describe('the work itself', () => {
  it('tells its progress in entries and ends soon after it is cancelled', async () => {
    const store = await bench.store((file) => {
      for (let session = 0; session < 20; session += 1) {
        file.commit(
          `s${session}`,
          '1',
          Array.from({ length: 500 }, (_, n) => user(`item ${n}`)),
        );
      }
    });
    const seen: string[] = [];
    const controller = new AbortController();
    await buildReport(store, {
      signal: controller.signal,
      onProgress: ({ label, done, total, unit }) => void seen.push(`${label} ${done}/${total} ${unit}`),
    });
    expect(seen).toContain('Reading entries 500/10000 entries');
    expect(seen.at(-1)).toBe('Verifying commits 10000/10000 entries');
    const cancelled = buildReport(store, {
      signal: controller.signal,
      onProgress: ({ done }) => {
        if (done >= 1000) controller.abort(new Error('enough'));
      },
    });
    await expect(cancelled).rejects.toThrow('enough');
  });

  it('lets other work through between chunks', async () => {
    const store = await bench.store((file) =>
      file.add(
        's',
        Array.from({ length: 20_000 }, () => user('x')),
      ),
    );
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await report(store);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });

  it('reads the items of one session without holding them', async () => {
    const payload = user('x'.repeat(100_000));
    const file = bench.write((store) => {
      const insert = store.database.prepare(
        "INSERT INTO session_items (session_id, payload) VALUES ('s', ?)",
      );
      store.database.transaction(() => {
        for (let number = 0; number < 600; number += 1) insert.run(payload);
      })();
      store.addCommit('s', 'missing', 'a'.repeat(64));
    });
    const store = vvAgentFormat.open(await bench.database(file));
    const before = heldBytes();
    const items = listedItems(store.commits?.read('s') ?? NO_COMMITS);
    let units = 0;
    for (let place = 0; place < items.length; place += 1) units += items.payloadAt(place).length;
    expect(units).toBe(600 * payload.length);
    // Of 60 MB of payloads a page is held.
    expect(heldBytes() - before).toBeLessThan(30_000_000);
    expect(items.indexAt(599)).toBe(600n);
  });

  it('ends with search-limit in a store of damaged sessions, whatever their number', async () => {
    const store = await bench.store((file) => {
      for (let session = 0; session < 40; session += 1) {
        file.add(
          `s${session}`,
          Array.from({ length: 60 }, (_, number) => user(`item ${number} of ${session}`)),
        );
        file.addCommit(`s${session}`, 'missing', 'a'.repeat(64));
      }
      file.commit('sound', '1', [user('x')]);
    });
    const { commits: source } = store;
    if (!source) throw new Error('no commits');
    const budget = new SearchBudget(20_000_000);
    const watcher = new Watcher(new AbortController().signal, () => {});
    const found = await attributeAll(source, watcher, budget);
    expect(found.slice(0, 3).map(({ reason }) => reason)).toEqual(['no-range', 'no-range', 'no-range']);
    expect(found.slice(-4).map(({ state, reason }) => reason ?? state)).toEqual([
      'search-limit',
      'search-limit',
      'search-limit',
      'verified',
    ]);
  });

  it('fails rather than judge two states of a file', async () => {
    const file = bench.write((store) => {
      store.database.pragma('journal_mode = DELETE');
      store.commit('s', '1', [user('x')]);
    });
    const store = vvAgentFormat.open(await bench.database(file));
    const session = store.commits?.read('s');
    const other = new Database(file);
    other.exec('DELETE FROM session_items');
    other.close();
    expect(() => session?.items().next()).toThrow(DatabaseError);
  });
});
