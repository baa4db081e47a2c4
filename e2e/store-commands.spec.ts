import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LEGACY_SCHEMA, VvAgentFile } from '../src/main/samples/vv-agent-file';
import { RedisServer } from '../src/main/stores/test-support/redis-server';
import { expect, test } from './support/app';
import { documentOf, ramify, ramifyWith } from './support/command-line';

const user = (content: string) => `{"role":"user","content":"${content}"}`;
const list = (...contents: string[]) => `[${contents.map(user).join(',')}]`;
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

test('a store is made, appended to, committed to once, popped and cleared', ({ folder }) => {
  const store = path.join(folder, 'new.db');
  const items = path.join(folder, 'items.json');
  writeFileSync(items, list('one', 'two'));
  const session = ['--session', 's'];

  // A path that is not there is made only when asked to.
  expect(ramify('append', store, ...session, items)).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ramify('append', store, ...session, items).stderr).toMatch(/^missing: /);
  expect(existsSync(store)).toBe(false);
  expect(ramify('append', store, ...session, items, '--create')).toMatchObject({
    exitCode: 0,
    stdout: '2 items appended.\n',
  });

  const commit = ['commit', store, ...session, '-', '--checkpoint-key', 'case-key/session'];
  expect(ramifyWith({ input: list('three') }, ...commit)).toMatchObject({
    exitCode: 0,
    stdout: 'committed\n',
  });
  const replayed = documentOf(ramifyWith({ input: list('three') }, ...commit, '--json'));
  expect(replayed).toMatchObject({
    schema: 'ramify.commit.v1',
    sessionId: 's',
    outcome: 'replayed',
    itemCount: 0,
    commitId:
      'vv-agent:checkpoint-v2:session:d7dbe15110eb769fa38049962a70387dba75050e3da23ab1ad9e862afb5edd3e',
  });
  expect(ramifyWith({ input: list('other') }, ...commit)).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'session_commit_identity_conflict: commit_id has a different payload\n',
  });

  expect(documentOf(ramify('sessions', store, '--json'))).toMatchObject({
    schema: 'ramify.sessions.v1',
    sessionCount: 1,
    sessions: [{ id: 's', title: 'one', itemCount: 3, commitCount: 1 }],
  });
  expect(ramify('sessions', store).stdout).toBe('s: 3 items, 1 commit: one\n');
  expect(ramify('verify', store).exitCode).toBe(0);

  expect(ramify('pop', store, ...session)).toMatchObject({ exitCode: 0, stdout: `${user('three')}\n` });
  const refused = ramify('clear', store, ...session);
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toContain('--yes');
  expect(ramify('clear', store, ...session, '--yes')).toMatchObject({
    exitCode: 0,
    stdout: '2 items and 1 commit removed.\n',
  });
  expect(documentOf(ramify('pop', store, ...session, '--json'))).toMatchObject({ item: null });
});

test('every refusal is a code and a message, and leaves the file as it was', ({ folder }) => {
  const store = path.join(folder, 'store.db');
  const file = new VvAgentFile(store);
  file.commit('s', 'key', [user('one')]);
  file.close();
  const before = hashOf(store);
  const commit = (input: string, ...words: string[]) =>
    ramifyWith({ input }, 'commit', store, '--session', 's', '-', ...words).stderr;

  expect(commit('[]', '--commit-id', ' ')).toBe(
    'session_commit_identity_invalid: commit_id must be non-empty\n',
  );
  expect(commit('[]', '--commit-id', 'c', '--digest', 'ABC')).toBe(
    'session_commit_payload_digest_invalid: payload_digest must be lowercase SHA-256\n',
  );
  expect(commit('[]', '--commit-id', 'c', '--digest', '0'.repeat(64))).toBe(
    'session_commit_payload_digest_mismatch: payload_digest does not match items\n',
  );
  const unsafe = '[{"role":"user","content":"","metadata":{"n":9007199254740993}}]';
  expect(commit(unsafe, '--commit-id', 'c')).toBe(
    'checkpoint_definition_not_i_json: session commit payload.items[0].metadata.n is outside the JSON-safe integer range\n',
  );
  expect(commit('[{"role":"robot","content":""}]', '--commit-id', 'c')).toBe(
    'invalid-item: items[0]: unknown message role: robot\n',
  );
  expect(documentOf(ramify('pop', path.join(folder, 'none.db'), '--session', 's', '--json'))).toMatchObject({
    schema: 'ramify.pop.v1',
    error: { code: 'missing' },
  });
  expect(hashOf(store)).toBe(before);
  expect(readdirSync(folder)).toEqual(['store.db']);
});

test('upgrade brings older stores to version 2 beside a backup, or leaves them alone', ({ folder }) => {
  const older = path.join(folder, 'v1.db');
  const v1 = new VvAgentFile(older, { version: 1, commits: '', index: '' });
  v1.add('s', ['{"type":"user","content":"tagged"}', user('kept')]);
  v1.close();
  const oldest = path.join(folder, 'legacy.db');
  const legacy = new VvAgentFile(oldest, LEGACY_SCHEMA);
  legacy.database
    .prepare('INSERT INTO session_items (session_id, item_json) VALUES (?, ?)')
    .run('s', user('oldest'));
  legacy.close();
  for (const file of [older, oldest]) {
    const upgraded = documentOf(ramify('upgrade', file, '--json'));
    expect(upgraded).toMatchObject({ schema: 'ramify.upgrade.v1', outcome: 'upgraded' });
    expect(existsSync(upgraded.backupPath)).toBe(true);
    expect(ramify('verify', file)).toMatchObject({ exitCode: 0 });
  }

  const broken = path.join(folder, 'broken.db');
  const file = new VvAgentFile(broken, { version: 1 });
  file.add('s', [user('fine'), '{"role":']);
  file.close();
  const before = hashOf(broken);
  const result = ramify('upgrade', broken);
  expect(result).toMatchObject({ exitCode: 1, stdout: '' });
  expect(result.stderr).toMatch(/^cannot-upgrade: .*item_index 2/);
  expect(hashOf(broken)).toBe(before);
  expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual(['broken.db']);
});

test('conformance prints every rule, on a store of its own', ({ folder }) => {
  const memory = ramify('conformance', 'memory');
  expect(memory.exitCode).toBe(0);
  expect(memory.stdout).toMatch(/^pass messages can be appended/);
  expect(memory.stdout).toMatch(/\d+ rules hold\.\n$/);
  const file = path.join(folder, 'made.db');
  const made = documentOf(ramify('conformance', `sqlite:${file}`, '--json'));
  expect(made).toMatchObject({ schema: 'ramify.conformance.v1', passed: true });
  expect(made.rules.length).toBeGreaterThan(10);
  const again = ramify('conformance', `sqlite:${file}`);
  expect(again).toMatchObject({ exitCode: 1, stdout: '' });
  expect(again.stderr).toMatch(/^exists-already: /);
  expect(ramify('conformance', 'postgres://x').exitCode).toBe(64);
});

test('a server is a store like any other, and its password stays out of sight', async () => {
  const server = await RedisServer.start(['--requirepass', 'open sesame']);
  try {
    const address = server.address.shown;
    const env = { ...process.env, RAMIFY_REDIS_PASSWORD: 'open sesame' };
    const onServer = (input: string, ...words: string[]) => ramifyWith({ input, env }, ...words);

    const locked = ramify('sessions', address);
    expect(locked).toMatchObject({ exitCode: 1, stdout: '' });
    expect(locked.stderr).toMatch(/^not-authorised: /);
    const inAddress = ramify('sessions', address.replace('://', '://user:open sesame@'));
    expect(inAddress.stderr).toMatch(/^invalid-address: /);
    expect(inAddress.stderr).not.toContain('sesame');

    expect(onServer('', 'conformance', address).stdout).toMatch(/\d+ rules hold\.\n$/);
    const commit = ['commit', address, '--session', 's', '-', '--commit-id', 'c'];
    expect(onServer(list('one', 'two'), ...commit).stdout).toBe('committed\n');
    expect(onServer(list('one', 'two'), ...commit).stdout).toBe('replayed\n');
    expect(onServer(list('x'), ...commit).stderr).toMatch(/^session_commit_identity_conflict: /);
    expect(documentOf(onServer('', 'sessions', address, '--json')).sessions).toEqual([
      { id: 's', title: 'one', itemCount: 2, commitCount: 1 },
    ]);
    const verified = onServer('', 'verify', address, '--json');
    expect(verified.exitCode).toBe(0);
    expect(documentOf(verified).commits).toMatchObject([
      { commitId: 'c', state: 'verified', firstItem: 1, lastItem: 2 },
    ]);
    expect(verified.stdout).not.toContain('sesame');
    expect(onServer('', 'pop', address, '--session', 's').stdout).toBe(`${user('two')}\n`);
    expect(onServer('', 'clear', address, '--session', 's', '--yes').exitCode).toBe(0);
    // The conformance suite has removed its keys.
    const connection = await server.connect({ password: 'open sesame' });
    expect(await connection.command('DBSIZE')).toBe(0);
    await connection.close();
  } finally {
    await server.stop();
  }
});
