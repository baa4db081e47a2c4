import type { Result } from '../../../shared/contract/errors';
import { ITEMS_INDEX, ITEMS_TABLE } from '../../../shared/vv-agent/schema';
import { unwrap } from '../../formats/database-error';
import { readSchemaFacts } from '../../formats/vv-agent/schema-facts';
import { openForWriting } from '../../sqlite/open-for-writing';
import type { ReadDatabase, Row, RowReader } from '../../sqlite/types';
import type { RowWriter } from '../../sqlite/write-types';
import { contentOf, finish, lookInto } from './content';
import { Refusal, type UpgradeDone, type UpgradeOptions } from './facts';
import { fingerprintOf, isSameContent, readSequence } from './fingerprint';
import { indexOf, pagesOf } from './pages';
import { asResult, changedMeanwhile } from './result';
import { type OlderStore, readOlderStore } from './source';

/** An upgrade that was taken back. */
export interface UpgradeUndone {
  readonly items: number;
  /** `PRAGMA user_version` now. */
  readonly version: number;
  /** It stays. */
  readonly backupPath: string;
}

/** What is known of an upgrade that was made. */
type MadeUpgrade = Pick<UpgradeDone, 'backupPath' | 'before' | 'after'>;

const CANCELLED = 'The undo was cancelled, and nothing was changed.';
const WRITTEN_SINCE =
  'Something was written to this file since its upgrade, so the upgrade can no longer be undone. Its backup holds what was there before.';
const OTHER_BACKUP =
  'The backup is not what this file was upgraded from, so the upgrade was not undone and nothing was changed.';

/**
 * Takes an upgrade back, in one transaction: while the content of the file is just what the upgrade left, it becomes
 * that of the backup again, every row and index as it was; the journal mode stays. Copying the pages of the backup over
 * the file would not do: between that look and that copy, another program could write. Fails with `changed-meanwhile`
 * once anything was written since, or as opening and writing do.
 */
export async function undoUpgrade(
  file: string,
  { backupPath, before, after }: MadeUpgrade,
  options: UpgradeOptions,
): Promise<Result<UpgradeUndone>> {
  return await asResult(options.signal, CANCELLED, async () =>
    unwrap(
      await lookInto(backupPath, options, (backup) => {
        options.signal.throwIfAborted();
        const content = contentOf(backup, (done) =>
          options.onProgress({ label: 'Reading the backup', done, total: before.items, unit: 'items' }),
        );
        if (!isSameContent(content, before)) throw new Refusal(changedMeanwhile(OTHER_BACKUP));
        restore(file, backup, { before, after }, options);
        return { items: before.items, version: before.userVersion, backupPath };
      }),
    ),
  );
}

function restore(
  file: string,
  backup: ReadDatabase,
  { before, after }: Pick<MadeUpgrade, 'before' | 'after'>,
  { busyTimeoutMs, onProgress }: UpgradeOptions,
): void {
  const database = unwrap(openForWriting(file, busyTimeoutMs === undefined ? {} : { busyTimeoutMs }));
  const progress = (label: string) => (done: number) =>
    onProgress({ label, done, total: after.items, unit: 'items' });
  try {
    const written = database.write((rows) => {
      const found = finish(fingerprintOf(rows), progress('Comparing with the upgrade'));
      if (!isSameContent(found, after)) throw new Refusal(changedMeanwhile(WRITTEN_SINCE));
      unwrap(backup.read((old) => finish(restoreRows(rows, old), progress('Restoring the items'))));
      const restored = finish(fingerprintOf(rows), progress('Verifying the items'));
      if (!isSameContent(restored, before)) throw new Refusal(changedMeanwhile(OTHER_BACKUP));
    });
    unwrap(written);
  } finally {
    database.close();
  }
}

function* restoreRows(rows: RowWriter, old: RowReader): Generator<number, void> {
  const store = readOlderStore(old);
  if (store.from === 'legacy') yield* restoreLegacyTable(rows, old);
  else yield* restorePayloads(rows, old);
  dropCreated(rows, old, store);
  rows.exec(`PRAGMA user_version = ${store.fromVersion}`);
}

/** Version 1 has the same table: payloads get their old text, and what was made goes. */
function* restorePayloads(rows: RowWriter, old: RowReader): Generator<number, void> {
  const paged = { ...V1_TABLE, columns: 'payload' };
  yield* each(pagesOf(old, paged), (row) => {
    const payload = textOf(row.payload);
    const sql = 'UPDATE session_items SET payload = ? WHERE item_index = ? AND payload IS NOT ?';
    rows.run(sql, payload, indexOf(row), payload);
  });
}

const V1_TABLE = { table: ITEMS_TABLE.name, indexColumn: 'item_index', payloadColumn: 'payload' };
const LEGACY_TABLE = { table: ITEMS_TABLE.name, indexColumn: 'id', payloadColumn: 'item_json' };

function* restoreLegacyTable(rows: RowWriter, old: RowReader): Generator<number, void> {
  rows.exec(`DROP TABLE ${ITEMS_TABLE.name}`);
  // The statements SQLite ran itself when it opened the backup: each makes one table or index, and is run as one.
  const { objects } = readSchemaFacts(old);
  const made = objects.filter(({ tblName, sql }) => sql !== null && tblName === ITEMS_TABLE.name);
  for (const { type, sql } of made) if (type === 'table' && sql !== null) rows.run(sql);
  const columns = 'session_id AS sessionId, item_json AS payload';
  yield* each(pagesOf(old, { ...LEGACY_TABLE, columns }), (row) => {
    const insert = 'INSERT INTO session_items (id, session_id, item_json) VALUES (?, ?, ?)';
    rows.run(insert, indexOf(row), textOf(row.sessionId), textOf(row.payload));
  });
  for (const { type, sql } of made) if (type === 'index' && sql !== null) rows.run(sql);
  const sequence = readSequence(old);
  if (typeof sequence !== 'number' && typeof sequence !== 'bigint') return;
  rows.run("DELETE FROM sqlite_sequence WHERE name = 'session_items'");
  rows.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('session_items', ?)", BigInt(sequence));
}

/** The rows hold texts only, or there would have been no upgrade. */
function textOf(value: Row[string] | undefined): string {
  if (typeof value !== 'string') throw new Refusal(changedMeanwhile(OTHER_BACKUP));
  return value;
}

function dropCreated(rows: RowWriter, old: RowReader, store: OlderStore): void {
  const had = old.get("SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?", ITEMS_INDEX.name);
  // With the oldest table it went already.
  if (had === undefined) rows.exec(`DROP INDEX IF EXISTS ${ITEMS_INDEX.name}`);
  if (!store.hasCommits) rows.exec('DROP TABLE session_commits');
}

function* each(pages: Generator<readonly Row[]>, use: (row: Row) => void): Generator<number, void> {
  let done = 0;
  for (const page of pages) {
    for (const row of page) use(row);
    done += page.length;
    yield done;
  }
}
