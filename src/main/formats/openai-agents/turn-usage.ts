import { numberField } from '../../../shared/content/fields';
import { isJsonObject } from '../../../shared/json/node';
import { parseJson } from '../../../shared/json/parse';
import type { Body, Usage } from '../../../shared/model/body';
import type { ReadDatabase, SqlValue } from '../../sqlite/types';
import { boundedColumn } from '../stored-id';
import { keyedPages } from './keyed-pages';
import type { SessionKey } from './session-key';

/** What the requests of one turn of a branch took together: a row of `turn_usage`. */
export interface TurnUsage {
  readonly branch: string;
  readonly turn: number;
  readonly requests: number | null;
  readonly input: number | null;
  readonly output: number | null;
  readonly total: number | null;
  /** Part of `input`. */
  readonly cached: number | null;
  /** Part of `output`. */
  readonly reasoning: number | null;
}

const COLUMNS = `branch_id, user_turn_number, requests, input_tokens, output_tokens, total_tokens,
  input_tokens_details, output_tokens_details`
  .split(',')
  .map((column) => boundedColumn(column.trim()))
  .join(', ');

/** The use of tokens by branch and turn, of one session. */
export function readTurnUsage(db: ReadDatabase, session: SessionKey): TurnUsage[] {
  const key = session.pair.branches?.usageKey ?? null;
  if (key === null) return [];
  const found: TurnUsage[] = [];
  for (const page of keyedPages(db, session, { columns: COLUMNS, table: 'turn_usage', key }))
    for (const [, ...values] of page) found.push(usageOfRow(values));
  return found;
}

function usageOfRow(values: readonly SqlValue[]): TurnUsage {
  const [branch, turn, requests, input, output, total, inputDetails, outputDetails] = values;
  return {
    branch: String(branch),
    turn: countOf(turn) ?? Number.NaN,
    requests: countOf(requests),
    input: countOf(input),
    output: countOf(output),
    total: countOf(total),
    cached: detail(inputDetails, 'cached_tokens'),
    reasoning: detail(outputDetails, 'reasoning_tokens'),
  };
}

/** The usage of some turns together; null where there are none. What no turn tells is null. */
export function summedUsage(turns: readonly TurnUsage[]): Usage | null {
  if (turns.length === 0) return null;
  return {
    input: sum(turns, ({ input, cached }) => (input === null ? null : Math.max(0, input - (cached ?? 0)))),
    output: sum(turns, ({ output }) => output),
    cacheRead: sum(turns, ({ cached }) => cached),
    cacheWrite: null,
    total: sum(turns, ({ total }) => total),
    cost: null,
  };
}

/** What is told beside the sums, for people: of which turns they are. */
export function usageFacts(turns: readonly TurnUsage[]): Body['facts'] {
  return turns.map(({ branch, turn, requests, reasoning }) => {
    const asked = requests === null ? [] : [`${requests} ${requests === 1 ? 'request' : 'requests'}`];
    const thought = reasoning === null || reasoning === 0 ? [] : [`${reasoning} tokens of reasoning`];
    return { name: 'Tokens of', value: [`turn ${turn} of ${branch}`, ...asked, ...thought].join(', ') };
  });
}

function sum(turns: readonly TurnUsage[], of: (turn: TurnUsage) => number | null): number | null {
  const told = turns.map(of).filter((count) => count !== null);
  return told.length === 0 ? null : told.reduce((total, count) => total + count, 0);
}

function countOf(value: SqlValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

function detail(value: SqlValue | undefined, key: string): number | null {
  const parsed = typeof value === 'string' ? parseJson(value) : null;
  return parsed?.ok && isJsonObject(parsed.node) ? numberField(parsed.node, key) : null;
}
