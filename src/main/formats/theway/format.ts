import path from 'node:path';
import { unwrap } from '../database-error';
import { databaseFacts } from '../database-facts';
import type { DatabaseFormat } from '../format';
import { schemaChecks } from './checks';
import { EntryTable } from './entry-table';
import { LOOKED_FOR, readLayout } from './layout';
import { readMeta } from './meta';
import { ThewayStore } from './store';

/** Session files of theway: one SQLite database per session, with `meta` and `entries` (contract, section 4). */
export const thewayFormat: DatabaseFormat = {
  id: 'theway',
  detect(db) {
    const layout = unwrap(db.read(readLayout));
    return layout === null ? { match: 'no', lookedFor: LOOKED_FOR } : { match: 'yes' };
  },
  open(db) {
    const layout = unwrap(db.read(readLayout));
    if (layout === null) throw new Error('Opened a file that was not detected as a theway session');
    const meta = readMeta(db, layout);
    return new ThewayStore({
      // theway writes no version into its files.
      formatVersion: null,
      readOnlyReason: null,
      table: new EntryTable(db, layout),
      meta,
      fileName: path.parse(db.path).name,
      facts: () => databaseFacts(db.facts),
      checks: () => schemaChecks(db, layout, meta),
      hasChanged: () => db.hasChanged(),
      findings: [],
    });
  },
};
