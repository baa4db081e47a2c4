import { unwrap } from '../database-error';
import type { DatabaseFormat } from '../format';
import { LOOKED_FOR, readLayout } from './layout';
import { AgentsStore } from './store';

/** Sessions of the OpenAI Agents SDK in SQLite: `SQLiteSession`, and `AdvancedSQLiteSession` with its branches. */
export const openaiAgentsFormat: DatabaseFormat = {
  id: 'openai-agents',
  detect(db) {
    const layout = unwrap(db.read(readLayout));
    return layout === null ? { match: 'no', lookedFor: LOOKED_FOR } : { match: 'yes' };
  },
  open(db) {
    const layout = unwrap(db.read(readLayout));
    if (layout === null) throw new Error('Opened a file that was not detected as one of the Agents SDK');
    return new AgentsStore(db, layout);
  },
};
