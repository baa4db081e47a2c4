import { unwrap } from '../database-error';
import type { DatabaseFormat } from '../format';
import { LOOKED_FOR, readLayout } from './layout';
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
    return new ThewayStore(db, layout);
  },
};
