import { describe, expect, it } from 'vitest';
import type { OpenedSchema } from './schema';
import { findOpeningFailures, legacyBackupInTheWay, printNames, unsupportedTables } from './schema';

const current: OpenedSchema = {
  version: 2,
  tables: ['session_items', 'session_commits'],
  itemColumns: ['session_id', 'item_index', 'payload'],
  commitColumns: ['session_id', 'commit_id', 'payload_digest'],
  hasItemsIndex: true,
};

function messages(changes: Partial<OpenedSchema>): string[] {
  return findOpeningFailures({ ...current, ...changes }).map((failure) => failure.message);
}

describe('findOpeningFailures', () => {
  it('finds nothing in a current store, whatever order its tables come in', () => {
    expect(messages({})).toEqual([]);
    expect(messages({ tables: ['session_commits', 'session_items'], version: 2n })).toEqual([]);
  });

  it.each([0, 1, 3, 4n, -1])('refuses version %s of a file with tables', (version) => {
    expect(messages({ version })).toEqual([
      `session schema version ${version} does not match required version 2`,
    ]);
  });

  it('wants version 0 of a file without tables, and nothing more', () => {
    const empty = { ...current, tables: [], itemColumns: [], commitColumns: [], hasItemsIndex: false };
    expect(messages({ ...empty, version: 0 })).toEqual([]);
    expect(messages({ ...empty, version: 2 })).toEqual([
      'empty session database has unexpected schema version 2',
    ]);
  });

  it.each<[Partial<OpenedSchema>, string]>([
    [
      { tables: ['zeta', 'session_items', 'session_commits'] },
      'unsupported session schema tables: ["session_commits", "session_items", "zeta"]',
    ],
    [{ tables: ['session_items'] }, 'unsupported session schema tables: ["session_items"]'],
    [
      { tables: ['session_items', 'session_items'] },
      'unsupported session schema tables: ["session_items", "session_items"]',
    ],
    [
      { itemColumns: ['item_index', 'session_id', 'payload'] },
      'unsupported session_items schema columns: ["item_index", "session_id", "payload"]',
    ],
    [
      { itemColumns: [...current.itemColumns, 'more'] },
      'unsupported session_items schema columns: ["session_id", "item_index", "payload", "more"]',
    ],
    [
      { commitColumns: ['session_id', 'commit_id'] },
      'unsupported session_commits schema columns: ["session_id", "commit_id"]',
    ],
    [{ hasItemsIndex: false }, 'session schema is missing the canonical session_items index'],
  ])('%j', (changes, message) => {
    expect(messages(changes)).toEqual([message]);
  });

  it('gives failures in the order the reference checks', () => {
    const all = { version: 1, tables: ['x'], itemColumns: [], commitColumns: [], hasItemsIndex: false };
    expect(findOpeningFailures(all).map((failure) => failure.check)).toEqual([
      'version',
      'tables',
      'item-columns',
      'commit-columns',
      'items-index',
    ]);
  });
});

it('prints names as Rust prints a list of strings, tables in byte order', () => {
  expect(printNames([])).toBe('[]');
  expect(printNames(['b', 'a'])).toBe('["b", "a"]');
  expect(printNames(['q"\\\n\u0001é'])).toBe('["q\\"\\\\\\n\\u{1}é"]');
  expect(unsupportedTables(['😀', '\ufb33', 'b', 'B'])).toBe(
    'unsupported session schema tables: ["B", "b", "\ufb33", "😀"]',
  );
});

it('names the backup table that a migration trips over', () => {
  expect(legacyBackupInTheWay()).toBe('cannot migrate session_items while session_items_legacy_v0 exists');
});
