import {
  COMMITS_TABLE,
  ITEMS_TABLE,
  LEGACY_ITEMS_BACKUP,
  LEGACY_ITEMS_COLUMNS,
  legacyBackupInTheWay,
  printNames,
  SCHEMA_VERSION,
  unsupportedColumns,
  unsupportedTables,
} from '../../../shared/vv-agent/schema';
import { isRowKey } from '../../formats/row-order';
import { readLayout } from '../../formats/vv-agent/layout';
import { isHiddenByName } from '../../formats/vv-agent/reference-checks';
import { readSchemaFacts, type SchemaFacts } from '../../formats/vv-agent/schema-facts';
import type { RowReader, SchemaObject } from '../../sqlite/types';
import { refuse, type UpgradeFacts } from './facts';
import { readUserVersion } from './fingerprint';

/** A store of an older generation, as its schema says. */
export interface OlderStore {
  readonly from: UpgradeFacts['from'];
  readonly fromVersion: number;
  readonly hasCommits: boolean;
  /** Indexes of the items that are not the store's own; with an oldest table they go. */
  readonly otherIndexes: readonly string[];
}

const V1_COLUMNS = ITEMS_TABLE.columns.map(({ name }) => name);

/**
 * Looks at the schema of a store that is to be upgraded; spec section 5. Throws a `Refusal` for one that cannot be,
 * before anything is written. What else the final schema must be is judged when it is there.
 */
export function readOlderStore(rows: RowReader): OlderStore {
  const fromVersion = readUserVersion(rows);
  refuseVersion(fromVersion);
  const facts = readSchemaFacts(rows);
  const from = generationOf(facts);
  refuseOtherTables(facts, from);
  // Before anything is changed: a trigger would run with every row, and goes with the table it is on.
  refuseObjects(facts, 'trigger', 'Triggers');
  refuseObjects(facts, 'view', 'Views');
  const layout = readLayout(rows, fromVersion);
  const indexColumn = from === 'legacy' ? 'id' : 'item_index';
  if (layout === null || facts.items === null || !isRowKey(rows, facts.items, indexColumn))
    refuse(
      `session_items: ${indexColumn} is not an INTEGER PRIMARY KEY, so its order is not that of the items`,
    );
  return {
    from,
    fromVersion,
    hasCommits: facts.commits !== null,
    otherIndexes: facts.objects.filter(isOtherIndex).map(({ name }) => name),
  };
}

function refuseVersion(version: number): void {
  if (version === SCHEMA_VERSION)
    refuse('This store has schema version 2 already: there is nothing to upgrade.');
  if (version > SCHEMA_VERSION)
    refuse(
      `This store has schema version ${version}, which is newer than this app knows. Nothing was changed.`,
    );
  if (version < 0)
    refuse(
      `This store has schema version ${version}, which no version of vv-agent has. Nothing was changed.`,
    );
}

function generationOf({ items }: SchemaFacts): UpgradeFacts['from'] {
  if (items === null)
    refuse('This database has no table session_items: it is no store that could be upgraded.');
  const names = items.columns.map(({ name }) => name);
  if (isSameList(names, V1_COLUMNS)) return 'v1';
  if (isSameList(names, LEGACY_ITEMS_COLUMNS)) return 'legacy';
  return refuse(unsupportedColumns(ITEMS_TABLE.name, names));
}

function refuseOtherTables({ objects }: SchemaFacts, from: UpgradeFacts['from']): void {
  const isBackup = ({ name }: SchemaObject) => name.toLowerCase() === LEGACY_ITEMS_BACKUP;
  if (from === 'legacy' && objects.some(isBackup)) refuse(legacyBackupInTheWay());
  const tables = objects.filter(({ type, name }) => type === 'table' && !isHiddenByName(name));
  const names = tables.map(({ name }) => name);
  // The oldest generation knew no commits.
  const known = from === 'legacy' ? [ITEMS_TABLE.name] : [ITEMS_TABLE.name, COMMITS_TABLE.name];
  if (names.some((name) => !known.includes(name))) refuse(unsupportedTables(names));
}

function refuseObjects({ objects }: SchemaFacts, type: string, title: string): void {
  const names = objects.filter((object) => object.type === type).map(({ name }) => name);
  if (names.length > 0) refuse(`${title}: expected none, found ${printNames(names)}`);
}

/** The indexes SQLite makes for a key have no SQL. */
function isOtherIndex({ type, name, sql }: SchemaObject): boolean {
  return type === 'index' && sql !== null && name !== 'idx_session_items_session_id_id';
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, place) => name === other[place]);
}
