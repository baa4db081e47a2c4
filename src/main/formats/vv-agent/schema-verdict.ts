import { findOpeningFailures } from '../../../shared/vv-agent/schema';
import type { RowReader } from '../../sqlite/types';
import { openedSchema } from './reference-checks';
import { readSchemaFacts } from './schema-facts';
import { currentChecks } from './strict-checks';

/** Whether a file may be written as a store of version 2. */
export type SchemaVerdict =
  /** No user tables, and a version that allows to make them. */
  | { readonly state: 'empty' }
  | { readonly state: 'sound' }
  /** The first check of the schema report that fails: in the reference's words where it is one of its own. */
  | { readonly state: 'failed'; readonly message: string };

/**
 * Judges the schema of an open database as a store does on opening; section 5 of the vv-agent facts. The same facts
 * and checks as the schema report, without SQLite's check of the whole file.
 */
export function judgeSchema(rows: RowReader): SchemaVerdict {
  const facts = readSchemaFacts(rows);
  const opened = openedSchema(facts, Number(rows.get('PRAGMA user_version')?.user_version));
  const [first] = findOpeningFailures(opened);
  if (first !== undefined) return { state: 'failed', message: first.message };
  // What is not there is not judged: without tables only foreign objects can fail, such as a view.
  const broken = currentChecks(facts).find(({ verdict }) => verdict === 'failed');
  if (broken === undefined) return { state: opened.tables.length === 0 ? 'empty' : 'sound' };
  const { title, expected, found } = broken;
  return {
    state: 'failed',
    message: `session schema check failed: ${title}: expected ${expected}, found ${found}`,
  };
}
