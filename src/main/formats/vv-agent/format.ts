import type { ReadDatabase } from '../../sqlite/types';
import { unwrap } from '../database-error';
import type { DatabaseFormat } from '../format';
import { LOOKED_FOR, readLayout } from './layout';
import { VvAgentStore } from './store';

/** Session stores of the agent framework vv-agent: version 2 and 1, and the older `item_json` tables; spec sections 2 and 5. */
export const vvAgentFormat: DatabaseFormat = {
  id: 'vv-agent',
  detect: (db) => (layoutOf(db) ? { match: 'yes' } : { match: 'no', lookedFor: LOOKED_FOR }),
  open(db) {
    const layout = layoutOf(db);
    if (!layout) throw new Error('Not a vv-agent store: detect comes before open.');
    return new VvAgentStore(db, layout);
  },
};

function layoutOf(db: ReadDatabase) {
  return unwrap(db.read((rows) => readLayout(rows, db.facts.userVersion)));
}
