import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeStoreFolder, type StoreFolder } from '../test-support/open-store';
import { readSession, writeDatabase } from '../test-support/read-session';
import { PARENT, sampleSql, sessionSql, tablesSql } from './test-support/opencode-files';
import { answer, text, USER } from './test-support/stored-messages';

let folder: StoreFolder;
beforeEach(() => {
  folder = makeStoreFolder();
});
afterEach(() => folder.remove());

const open = (...sql: readonly string[]) => folder.store(writeDatabase(folder.file('opencode.db'), ...sql));
const openSample = (...sql: readonly string[]) => open(sampleSql(), ...sql);
const openTables = (...sql: readonly string[]) => open(tablesSql(), ...sql);

describe('files that no program of good will writes', () => {
  it('with records that are damaged: each is shown as it is, in its place', async () => {
    const store = await openTables(
      sessionSql('s', [[USER, text('before'), '{"type":"text","te', '[1]', text('behind')]]),
      `INSERT INTO message VALUES ('s_m2', 's', 1002, 0, '{"role"')`,
    );
    const session = await readSession(store, 's');
    expect(session.problems).toEqual(['record-damaged s_m1', 'record-damaged s_m1', 'record-damaged s_m2']);
    expect(session.blocks('s_m1')).toMatchObject([
      { type: 'text', text: 'before' },
      { type: 'raw', label: 'stored part', text: '{"type":"text","te' },
      { type: 'raw', label: 'stored part', text: '[1]' },
      { type: 'text', text: 'behind' },
    ]);
    expect(session.entries[2]).toEqual(['s_m2', 's_m1', 'unknown']);
    expect(session.blocks('s_m2')).toMatchObject([{ type: 'raw', label: 'stored message', text: '{"role"' }]);
  });

  it('with parts whose message is gone: they stand apart', async () => {
    const store = await openSample(`DELETE FROM message WHERE id = 'msg_inv02'`);
    const { entries, problems, end, blocks } = await readSession(store, PARENT);
    expect(entries.at(-1)).toEqual(['msg_inv02', 'broken', 'unknown']);
    expect(problems).toEqual(['message-missing msg_inv02']);
    expect(blocks('msg_inv02')[0]).toMatchObject({ type: 'thinking' });
    expect(end.storedLeafRow).toBe(2);
    expect(store.schemaChecks().find(({ id }) => id === 'part-messages')).toMatchObject({
      verdict: 'warning',
      found: '5 are of none',
    });
  });

  it('with messages whose parts are gone, or that answer one that is', async () => {
    const store = await openSample(
      `DELETE FROM part WHERE message_id = 'msg_inv03'; DELETE FROM message WHERE id = 'msg_inv01'; DELETE FROM part WHERE message_id = 'msg_inv01'`,
    );
    const { problems } = await readSession(store, PARENT);
    expect(problems).toEqual([
      'answered-message-missing msg_inv02',
      'answered-message-missing msg_inv03',
      'parts-missing msg_inv03',
    ]);
  });

  it('with a message that answers itself', async () => {
    const store = await openTables(sessionSql('s', [[answer({ parentID: 's_m1' }), text('a')]]));
    expect((await readSession(store, 's')).problems).toEqual(['answered-message-missing s_m1']);
  });

  it('with sessions that started each other, or were started by one that is gone', async () => {
    const store = await openTables(
      sessionSql('a', [[USER, text('x')]], { parent_id: 'b' }),
      sessionSql('b', [], { parent_id: 'a' }),
      sessionSql('c', [], { parent_id: 'c' }),
      sessionSql('d', [], { parent_id: 'gone' }),
    );
    const problems = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (id) => (await readSession(store, id)).problems),
    );
    expect(problems).toEqual([
      ['session-parent-cycle'],
      ['session-parent-cycle'],
      ['session-parent-cycle'],
      ['parent-session-missing'],
    ]);
  });

  it('with messages of a session that has no row', async () => {
    const store = await openSample(`DELETE FROM session WHERE id = '${PARENT}'`);
    const { sessions, total } = store.sessions();
    expect([total, sessions.map(({ id, title }) => [id, title])[2]]).toEqual([3, [PARENT, null]]);
    const { entries, problems } = await readSession(store, PARENT);
    expect([entries[0], problems]).toEqual([['msg_inv01', null, 'user'], ['session-record-missing']]);
  });

  it('with a part of megabytes: its first words come with the heads, the rest in slices', async () => {
    const store = await openTables(
      sessionSql('s', [[answer(), text('x')]]),
      `INSERT INTO part SELECT 's_m1_p2', 's_m1', 's', 1, 1, json_object('type', 'text', 'text', hex(zeroblob(3000000)))`,
    );
    const { body, index } = await readSession(store, 's');
    expect(index.preview(1)).toBe('x');
    expect(body('s_m1').blocks[1]).toMatchObject({ totalChars: 6_000_000 });
    expect(store.text('s', 1, 1, 5_999_998, 10)).toMatchObject({
      value: { text: '00', totalChars: 6_000_000 },
    });
    // What is stored comes a record a line.
    expect(store.text('s', 1, null, 0, 30)).toMatchObject({
      value: { text: '{"role":"assistant","time":{"c' },
    });
  });

  it('with a record beyond what is read as JSON, which is shown raw', async () => {
    const store = await openTables(
      sessionSql('s', [[answer(), text('x')]]),
      `INSERT INTO part SELECT 's_m1_p2', 's_m1', 's', 1, 1, json_object('type', 'text', 'text', hex(zeroblob(33600000)))`,
    );
    const { body, problems } = await readSession(store, 's');
    expect(problems).toEqual(['record-too-large s_m1']);
    expect(body('s_m1').blocks).toMatchObject([
      { type: 'text' },
      { type: 'raw', label: 'stored part', text: expect.stringMatching(/^\{"type":"text","text":"0+$/) },
    ]);
  });

  it('with values of every class in every column', async () => {
    const loose = tablesSql().replaceAll(/ NOT NULL| PRIMARY KEY|\b(text|integer|real)\b/g, '');
    const values = ["'t'", 'NULL', '7', '1.5', "x'7bff7d'", "CAST(x'7bff7d' AS TEXT)", '9223372036854775807'];
    const rows = values.flatMap((value) => [
      `INSERT INTO session (id, title, revert, parent_id, time_created, time_updated) VALUES (${value}, ${value}, ${value}, ${value}, ${value}, ${value});`,
      `INSERT INTO message VALUES (${value}, 't', ${value}, ${value}, ${value});`,
      `INSERT INTO part VALUES (${value}, ${value}, 't', ${value}, ${value}, ${value});`,
    ]);
    const store = await open(loose, ...rows);
    for (const { id } of store.sessions().sessions) {
      const { entries, body } = await readSession(store, id);
      for (const [entry] of entries) body(entry);
    }
    expect((await readSession(store, 't')).index.count).toBeGreaterThan(7);
    store.schemaChecks();
  });

  it('without the columns that came later', async () => {
    const older = tablesSql().replace(/, revert text, permission text, agent text, model text/, '');
    expect(older).not.toContain('revert');
    const store = await open(older, sessionSql('s', [[USER, text('a')]]));
    expect((await readSession(store, 's')).index.count).toBe(2);
  });
});
