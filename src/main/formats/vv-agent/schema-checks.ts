import type { Check } from '../../../shared/model/report';
import type { ReadDatabase } from '../../sqlite/types';
import { unwrap } from '../database-error';
import { quickCheck } from '../quick-check';
import type { Layout } from './layout';
import { referenceChecks } from './reference-checks';
import { readSchemaFacts } from './schema-facts';
import { strictChecks } from './strict-checks';

/**
 * The schema report; spec section 5. First what the reference store checks on opening, with its own words where
 * it would refuse, then what its stricter sibling checks as well, then SQLite's own check of the file.
 */
export function schemaChecks(db: ReadDatabase, layout: Layout): Check[] {
  const facts = unwrap(db.read(readSchemaFacts));
  const view = { facts, layout };
  return [...referenceChecks(view), ...strictChecks(view), quickCheck(db)];
}
