import { useEffect, useMemo, useState } from 'react';
import type { Body } from '../../../../shared/model/body';
import { type Pairing, pairCalls } from '../../../../shared/tree/tool-calls';
import { useBodies } from '../entry/entry-body';
import { type SessionScope, useSessionScope } from '../entry/session-scope';
import type { BlockWindow } from './block-window';

/** Up to so many results of one entry are all read at once; of more, those of the calls that are drawn. */
const MOST_AT_ONCE = 200;
/** Results looked through at a time for whose they are. */
const PAGE_RESULTS = 100;

/** The calls of an entry with their results, as far as they are drawn. */
export interface TurnResults {
  /** Results of calls that are not drawn may be left out. */
  readonly pairing: Pairing;
  /** A call without a result may still turn out to have one. */
  readonly isLoading: boolean;
}

/** Pairs the calls of an entry with the results that follow it, of which there may be tens of thousands. */
export function useTurnResults(body: Body, results: readonly number[], drawn: BlockWindow): TurnResults {
  const { from, to } = drawn;
  const areMany = results.length > MOST_AT_ONCE;
  const answers = useAnswers(body, areMany ? results : NO_ROWS);
  const rows = useMemo(
    () => (areMany ? rowsOfCalls(body, answers, { from, to }) : results),
    [areMany, body, answers, from, to, results],
  );
  const bodies = useBodies(rows);
  const pairing = useMemo(() => pairCalls(body, bodies ?? []), [body, bodies]);
  return {
    pairing: areMany ? { ...pairing, apart: answers.apart } : pairing,
    isLoading: bodies === null || (areMany && !answers.areAllKnown),
  };
}

/** Which results answer which calls, as far as they were looked through. */
interface Answers {
  readonly rowOf: ReadonlyMap<string, number>;
  /** Rows that answer no call, or one that has its answer; told once all are known. */
  readonly apart: readonly number[];
  readonly areAllKnown: boolean;
}

const NO_ROWS: readonly number[] = [];
const NONE: Answers = { rowOf: new Map(), apart: [], areAllKnown: false };

function useAnswers(body: Body, results: readonly number[]): Answers {
  const scope = useSessionScope();
  const [found, setFound] = useState({ results, answers: NONE });
  useEffect(() => {
    if (results.length === 0) return;
    const ended = new AbortController();
    void lookThrough(body, results, scope, ended.signal, (answers) => setFound({ results, answers }));
    return () => ended.abort();
  }, [body, results, scope]);
  return found.results === results ? found.answers : NONE;
}

/** Reads results page by page, and keeps of each only whose it is. */
async function lookThrough(
  body: Body,
  results: readonly number[],
  { bodies }: SessionScope,
  signal: AbortSignal,
  tell: (answers: Answers) => void,
): Promise<void> {
  const open = new Set(body.blocks.flatMap((block) => (block.type === 'tool_call' ? [block.callId] : [])));
  const rowOf = new Map<string, number>();
  const apart: number[] = [];
  for (let from = 0; from < results.length && !signal.aborted; from += PAGE_RESULTS) {
    const page = results.slice(from, from + PAGE_RESULTS);
    for (const result of await Promise.all(page.map((row) => bodies.load(row, signal)))) {
      if (!result.ok) continue;
      const { row, blocks } = result.value;
      const callId = blocks.find((block) => block.type === 'tool_result')?.callId ?? null;
      if (callId !== null && open.delete(callId)) rowOf.set(callId, row);
      else apart.push(row);
    }
    const areAllKnown = from + PAGE_RESULTS >= results.length;
    if (!signal.aborted) tell({ rowOf: new Map(rowOf), apart: areAllKnown ? apart : [], areAllKnown });
  }
}

function rowsOfCalls(body: Body, { rowOf }: Answers, { from, to }: BlockWindow): readonly number[] {
  const rows = body.blocks.slice(from, to).flatMap((block) => {
    const row = block.type === 'tool_call' && block.callId !== null ? rowOf.get(block.callId) : undefined;
    return row === undefined ? [] : [row];
  });
  return rows.sort((a, b) => a - b);
}
