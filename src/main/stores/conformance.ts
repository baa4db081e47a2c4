import { commitRules } from './conformance-commits';
import { messageRules } from './conformance-messages';
import type { ConformanceRule, Handles } from './conformance-rule';
import type { SessionStore } from './session-store';

/** What became of one rule. */
export interface ConformanceResult {
  /** What has to hold. */
  readonly rule: string;
  readonly passed: boolean;
  /** Why it does not: the failure text of the rule, and what was thrown or found; null when it holds. */
  readonly message: string | null;
}

/** Every rule, in the order they are tried: a scenario, in which later rules build on what earlier ones stored. */
const RULES: readonly ConformanceRule[] = [...messageRules, ...commitRules];

/**
 * Tries every rule of a session store on one that is empty, through two handles on the same store (the same object
 * where it lives in memory), which are closed at the end. It writes to sessions whose ids start with `conformance-`
 * and leaves them empty. A store without append-once is held to the rules of one.
 */
export async function runConformance(openHandle: () => Promise<SessionStore>): Promise<ConformanceResult[]> {
  const first = await openHandle();
  try {
    const second = await openHandle();
    try {
      return await tryAll({ first, second });
    } finally {
      await second.close();
    }
  } finally {
    await first.close();
  }
}

async function tryAll(handles: Handles): Promise<ConformanceResult[]> {
  const appendsOnce = handles.first.session('conformance-thread').supportsAddItemsOnce;
  const results: ConformanceResult[] = [];
  for (const rule of RULES) {
    if (rule.needs === undefined || (rule.needs === 'append-once') === appendsOnce)
      results.push(await tryRule(rule, handles));
  }
  return results;
}

async function tryRule(
  { rule, failure, check }: ConformanceRule,
  handles: Handles,
): Promise<ConformanceResult> {
  try {
    const found = await check(handles);
    return found === null
      ? { rule, passed: true, message: null }
      : { rule, passed: false, message: found === '' ? failure : `${failure} (${found})` };
  } catch (error) {
    const thrown = error instanceof Error ? error.message : String(error);
    return { rule, passed: false, message: `${failure} (${thrown})` };
  }
}
