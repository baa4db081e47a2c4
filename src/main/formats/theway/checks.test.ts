import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Check } from '../../../shared/model/report';
import { makeStoreFolder, type StoreFolder } from '../test-support/open-store';
import { integrityCheck } from './checks';
import { META, type SessionFileParts, user, writeSessionFile } from './test-support/session-file';

let folder: StoreFolder;
beforeEach(() => {
  folder = makeStoreFolder();
});
afterEach(() => folder.remove());

async function checksOf(parts: SessionFileParts): Promise<Check[]> {
  const file = writeSessionFile(folder.file('session.db'), { entries: [user('u', null, 'hi')], ...parts });
  return (await folder.store(file)).schemaChecks();
}

function notOk(checks: readonly Check[]): string[] {
  return checks
    .filter(({ verdict }) => verdict !== 'ok')
    .map(({ id, verdict, found }) => `${id} ${verdict}: ${found}`);
}

describe('schemaChecks', () => {
  it('are all ok for a sound file, journal mode aside', async () => {
    const checks = await checksOf({ sql: 'PRAGMA journal_mode = DELETE' });
    expect(notOk(checks)).toEqual([]);
    expect(checks.map(({ id }) => id)).toEqual([
      'quick-check',
      'entries-table',
      'entries-autoincrement',
      'entries-unique-id',
      'entries-parent-index',
      'entries-type-index',
      'meta-table',
      'other-objects',
      'meta-json',
      'meta-id',
      'meta-created-at',
      'meta-cwd',
      'meta-path',
      'meta-optional',
      'meta-credentials',
    ]);
  });

  it.each<[string, string, string[]]>([
    ['an index by parent', 'DROP INDEX idx_entries_parent', ['entries-parent-index failed: missing']],
    [
      'an index by type on the right column',
      'DROP INDEX idx_entries_type; CREATE INDEX idx_entries_type ON entries(timestamp)',
      ['entries-type-index failed: missing'],
    ],
    [
      'whole indexes, not partial ones',
      "DROP INDEX idx_entries_type; CREATE INDEX idx_entries_type ON entries(type) WHERE type <> ''",
      ['entries-type-index failed: missing'],
    ],
    [
      'no triggers, views or further tables',
      'CREATE TABLE extra (x); CREATE VIEW v AS SELECT 1; CREATE TRIGGER t AFTER INSERT ON entries BEGIN SELECT 1; END',
      ['other-objects warning: table extra, view v, trigger t'],
    ],
    [
      'metadata',
      'DROP TABLE meta',
      [
        'meta-table failed: no such table',
        ...['json', 'id', 'created-at', 'cwd', 'path', 'optional', 'credentials'].map(
          (id) => `meta-${id} not-applicable: no metadata to read`,
        ),
      ],
    ],
    [
      'values that are JSON',
      "UPDATE meta SET value = 'x' WHERE key = 'cwd'",
      [
        'meta-json failed: cwd: not JSON (unexpected character)',
        'meta-cwd failed: not JSON (unexpected character)',
      ],
    ],
    [
      'values that are text',
      "UPDATE meta SET value = x'22' WHERE key = 'path'",
      ['meta-json failed: path: stored as BLOB, not TEXT', 'meta-path failed: stored as BLOB, not TEXT'],
    ],
  ])('want %s', async (_what, sql, expected) => {
    expect(notOk(await checksOf({ sql }))).toEqual(expected);
  });

  it('want the columns of entries as they are declared', async () => {
    const checks = await checksOf({
      schema: `CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE entries (seq INTEGER PRIMARY KEY, id TEXT NOT NULL, parent_id TEXT NOT NULL, type TEXT NOT NULL,
          timestamp TEXT NOT NULL, payload BLOB, extra AS (1));
        CREATE INDEX idx_entries_parent ON entries(parent_id); CREATE INDEX idx_entries_type ON entries(type);`,
      meta: META,
    });
    expect(notOk(checks)).toEqual([
      'entries-table failed: seq INTEGER PRIMARY KEY, id TEXT NOT NULL, parent_id TEXT NOT NULL, type TEXT NOT NULL, timestamp TEXT NOT NULL, payload BLOB, extra ; extra is generated',
      'entries-autoincrement failed: no AUTOINCREMENT',
      'entries-unique-id failed: missing',
    ]);
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{ ...META, id: undefined }, ['meta-id failed: missing']],
    [{ ...META, id: '' }, ['meta-id failed: a blank string']],
    [{ ...META, createdAt: null }, ['meta-created-at failed: missing']],
    [{ ...META, cwd: 5 }, ['meta-cwd failed: not a string']],
    [{ ...META, collapsed: 'yes' }, ['meta-optional failed: collapsed is not a boolean']],
    [{ ...META, collapsed: null, binding: null, parentSessionPath: null }, []],
    [{ ...META, parentSessionPath: 5 }, ['meta-optional failed: parentSessionPath is not a string']],
    [{ ...META, importedFrom: 'x' }, ['meta-optional failed: importedFrom is not an object']],
    [
      { ...META, importedFrom: { sessionId: 's', cwd: 5 } },
      [
        'meta-optional failed: importedFrom.cwd is not a string; importedFrom.exportedAt is missing; importedFrom.thewayVersion is missing',
      ],
    ],
    [
      { ...META, binding: { runtime: { thinking: 'high' } } },
      [
        'meta-optional failed: binding.clientKey is missing; binding.runtime.workDir is missing; binding.runtime.thinking is not a boolean',
      ],
    ],
    [
      { ...META, binding: { clientKey: 'c', runtime: { workDir: '/', apiKey: 'sk' } } },
      ['meta-credentials warning: binding.runtime.apiKey'],
    ],
  ])('of the metadata %j', async (meta, expected) => {
    const given = Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== undefined));
    expect(notOk(await checksOf({ meta: given }))).toEqual(expected);
  });

  it('find damage', async () => {
    const file = writeSessionFile(folder.file('session.db'), {
      entries: Array.from({ length: 300 }, (_, at) => user(`u${at}`, null, 'x'.repeat(200))),
    });
    const bytes = fs.readFileSync(file);
    // The header of a page in the middle: one of the leaves of the table.
    const page = Math.floor(bytes.length / 4096 / 2) * 4096;
    bytes.fill(0xff, page, page + 50);
    fs.writeFileSync(file, bytes);
    const store = await folder.store(file);
    const check = store.schemaChecks()[0];
    expect(check?.verdict).toBe('failed');
    expect(check?.found).toMatch(
      /^session db .*session\.db (corrupt: |failed integrity check \(left in place\): )/,
    );
  });
});

describe('integrityCheck', () => {
  const failure = { ok: false, message: 'In words.', detail: 'SQLITE_X' } as const;
  it.each([
    [{ ok: true, value: { state: 'sound' } } as const, 'ok', 'ok'],
    [
      { ok: true, value: { state: 'damaged', findings: ['page 3', 'page 4'] } } as const,
      'failed',
      'session db /a.db failed integrity check (left in place): page 3; page 4',
    ],
    [{ ...failure, code: 'damaged' } as const, 'failed', 'session db /a.db corrupt: SQLITE_X'],
    [
      { ...failure, code: 'locked', detail: '' } as const,
      'warning',
      'session db /a.db unreadable (In words.), left in place',
    ],
    [
      { ok: true, value: { state: 'skipped', sizeBytes: 9, limitBytes: 5 } } as const,
      'not-applicable',
      'not run: 9 bytes, above the 5 that are checked unasked',
    ],
  ])('speaks theway’s words: %j', (result, verdict, found) => {
    expect(integrityCheck('/a.db', result)).toMatchObject({ verdict, found });
  });
});
