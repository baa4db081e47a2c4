import {
  COMMITS_TABLE,
  ITEMS_INDEX,
  ITEMS_TABLE,
  LEGACY_ITEMS_BACKUP,
  SCHEMA_VERSION,
} from '../../../shared/vv-agent/schema';
import { readLayout } from '../../formats/vv-agent/layout';
import { referenceChecks } from '../../formats/vv-agent/reference-checks';
import { readSchemaFacts } from '../../formats/vv-agent/schema-facts';
import { strictChecks } from '../../formats/vv-agent/strict-checks';
import type { RowReader, SqlValue } from '../../sqlite/types';
import type { RowWriter } from '../../sqlite/write-types';
import { refuse, type UpgradePreview } from './facts';
import { type ContentFingerprint, fingerprintOf, readSequence } from './fingerprint';
import { changePayloads, type ItemChanges } from './rows';
import { type OlderStore, readOlderStore } from './source';

/** What the transaction did, and the content it found and left. */
export interface Upgraded {
  readonly facts: UpgradePreview;
  readonly before: ContentFingerprint;
  readonly after: ContentFingerprint;
}

/** Which part of the transaction is running, and how many items it has behind it. */
export interface UpgradeStep {
  readonly part: 'reading' | 'upgrading' | 'verifying';
  readonly done: number;
  /** Null while the items are counted for the first time. */
  readonly total: number | null;
}

/**
 * The whole upgrade, to be run inside one write transaction; spec section 5. The same steps run on a copy first and then
 * in the file. `approve` sees the content that was found before anything is changed. Throws a `Refusal`, which rolls
 * everything back.
 */
export function* upgradeRows(
  rows: RowWriter,
  approve: (found: ContentFingerprint) => void,
): Generator<UpgradeStep, Upgraded> {
  const store = readOlderStore(rows);
  const before = yield* inSteps('reading', null, fingerprintOf(rows));
  approve(before);
  const total = before.items;
  const changes =
    store.from === 'legacy'
      ? yield* inSteps('upgrading', total, moveLegacyItems(rows))
      : yield* inSteps('upgrading', total, changePayloads(rows, IN_PLACE));
  const created = createMissing(rows, store);
  rows.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  checkSchema(rows);
  const after = yield* inSteps('verifying', total, fingerprintOf(rows));
  return { facts: factsOf(store, changes, created), before, after };
}

function* inSteps<T>(
  part: UpgradeStep['part'],
  total: number | null,
  steps: Generator<number, T>,
): Generator<UpgradeStep, T> {
  let step = steps.next();
  for (; !step.done; step = steps.next()) yield { part, done: step.value, total };
  return step.value;
}

const IN_PLACE = {
  from: 'v1',
  table: ITEMS_TABLE.name,
  store(rows: RowWriter, index: bigint, _before: string, after: string | null) {
    if (after !== null) rows.run('UPDATE session_items SET payload = ? WHERE item_index = ?', after, index);
  },
} as const;

const FROM_LEGACY = {
  from: 'legacy',
  table: LEGACY_ITEMS_BACKUP,
  store(rows: RowWriter, index: bigint, before: string, after: string | null) {
    // The session id is never taken out of the database: it stays the bytes it is.
    const sql = `INSERT INTO session_items (session_id, item_index, payload)
      SELECT session_id, id, ? FROM ${LEGACY_ITEMS_BACKUP} WHERE id = ?`;
    rows.run(sql, after ?? before, index);
  },
} as const;

function* moveLegacyItems(rows: RowWriter): Generator<number, ItemChanges> {
  const sequence = readSequence(rows);
  rows.exec(`ALTER TABLE session_items RENAME TO ${LEGACY_ITEMS_BACKUP}; ${ITEMS_TABLE.sql}`);
  const changes = yield* changePayloads(rows, FROM_LEGACY);
  rows.exec(`DROP TABLE ${LEGACY_ITEMS_BACKUP}`);
  keepSequence(rows, sequence);
  return changes;
}

/** An index that was given out once, and whose item is gone, must not come back. */
function keepSequence(rows: RowWriter, sequence: SqlValue): void {
  if (typeof sequence !== 'number' && typeof sequence !== 'bigint') return;
  const now = readSequence(rows);
  if (now === null)
    rows.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('session_items', ?)", BigInt(sequence));
  // SQLite compares the two, so that neither is rounded.
  else
    rows.run("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'session_items'", BigInt(sequence));
}

interface Created {
  readonly tables: readonly string[];
  readonly indexes: readonly string[];
}

function createMissing(rows: RowWriter, { from, hasCommits }: OlderStore): Created {
  const isNamed = rows.get("SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?", ITEMS_INDEX.name);
  if (!hasCommits) rows.exec(COMMITS_TABLE.sql);
  if (isNamed === undefined) rows.exec(ITEMS_INDEX.sql);
  return {
    tables: [...(from === 'legacy' ? [ITEMS_TABLE.name] : []), ...(hasCommits ? [] : [COMMITS_TABLE.name])],
    indexes: isNamed === undefined ? [ITEMS_INDEX.name] : [],
  };
}

/** The whole schema report on what is there now; even a warning stands in the way of writing to somebody's file. */
function checkSchema(rows: RowReader): void {
  const layout = readLayout(rows, SCHEMA_VERSION);
  if (layout === null) refuse('The tables are not what the upgrade should have left.');
  const view = { facts: readSchemaFacts(rows), layout };
  const reference = referenceChecks(view).filter(({ verdict }) => verdict !== 'ok');
  const strict = strictChecks(view).filter(({ verdict }) => verdict !== 'ok');
  const reasons = [
    ...reference.map(({ found }) => found),
    ...strict.map(({ title, expected, found }) => `${title}: expected ${expected}, found ${found}`),
  ];
  if (reasons.length > 0) refuse(reasons.join('; '));
}

function factsOf(store: OlderStore, changes: ItemChanges, created: Created): UpgradePreview {
  const { items, rewritten, shown } = changes;
  const isLegacy = store.from === 'legacy';
  const lost = isLegacy
    ? store.otherIndexes.map((name) => `The index ${JSON.stringify(name)} went with the old table.`)
    : [];
  return {
    from: store.from,
    fromVersion: store.fromVersion,
    version: SCHEMA_VERSION,
    items,
    rewritten,
    untouched: items - rewritten,
    createdTables: created.tables,
    createdIndexes: created.indexes,
    notes: lost,
    changes: shown,
  };
}
