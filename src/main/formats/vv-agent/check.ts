import type { Check, Verdict } from '../../../shared/model/report';
import type { Layout } from './layout';
import type { SchemaFacts } from './schema-facts';

/** What a check looks at: the schema as it is, and who is said to have written it. */
export interface SchemaView {
  readonly facts: SchemaFacts;
  readonly layout: Layout;
}

/** A check that is green exactly when what was found is what was expected. */
export function comparison(id: string, title: string, expected: string, found: string): Check {
  return { id, title, expected, found, verdict: expected === found ? 'ok' : 'failed' };
}

/** The same check with another verdict, for instance where the rule is none of this generation's. */
export function withVerdict(check: Check, verdict: Verdict): Check {
  return { ...check, verdict };
}
