import { unwrap } from '../database-error';
import type { DatabaseFormat } from '../format';
import { DatabaseStorage } from './database-storage';
import { LOOKED_FOR, readLayout } from './layout';
import { OpenCodeStore } from './store';

/** Sessions of OpenCode in its database. */
export const openCodeDatabaseFormat: DatabaseFormat = {
  id: 'opencode',
  detect(db) {
    const layout = unwrap(db.read(readLayout));
    return layout === null ? { match: 'no', lookedFor: LOOKED_FOR } : { match: 'yes' };
  },
  open(db) {
    const layout = unwrap(db.read(readLayout));
    if (layout === null) throw new Error('Opened a file that was not detected as one of OpenCode');
    return new OpenCodeStore(new DatabaseStorage(db, layout));
  },
};
