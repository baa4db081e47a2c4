import type { Block, Body } from '../model/body';

/** How a tool call ended, as far as the viewed path tells. */
export type Outcome = 'ok' | 'error' | 'pending' | 'missing';

/** A tool call with the result that answers it. */
export interface PairedCall {
  readonly call: Extract<Block, { type: 'tool_call' }>;
  /** Index of the call among the blocks of its entry. */
  readonly block: number;
  readonly result: PairedResult | null;
}

interface InnerBlock {
  readonly block: Block;
  readonly at: number;
}

export interface PairedResult {
  readonly body: Body;
  readonly isError: boolean;
  /** Blocks of the result itself, with their indexes among the blocks of its entry. */
  readonly blocks: readonly InnerBlock[];
}

export interface Pairing {
  readonly calls: readonly PairedCall[];
  /** Rows of results that answer no call of the entry, or one that an earlier result has answered. */
  readonly apart: readonly number[];
  /** Indexes of the blocks of the entry itself that are the result of one of its calls. */
  readonly inner: readonly number[];
}

/**
 * Pairs the calls of an entry with results that follow on its path, by call id, the first one counting. Some calls have
 * their result in the entry itself: as many blocks behind the one that heads it as that says.
 */
export function pairCalls(caller: Body, results: readonly Body[]): Pairing {
  const open = new Map<string, number>();
  const calls: PairedCall[] = [];
  const inner: number[] = [];
  caller.blocks.forEach((block, at) => {
    if (block.type === 'tool_call') {
      if (block.callId !== null && !open.has(block.callId)) open.set(block.callId, calls.length);
      calls.push({ call: block, block: at, result: null });
    } else if (block.type === 'tool_result' && block.callId !== null && block.partCount !== undefined) {
      const answered = open.get(block.callId) ?? -1;
      const paired = calls[answered];
      if (paired === undefined) return;
      open.delete(block.callId);
      const blocks = caller.blocks
        .slice(at + 1, at + 1 + block.partCount)
        .map((own, offset) => ({ block: own, at: at + 1 + offset }));
      inner.push(at, ...blocks.map((own) => own.at));
      calls[answered] = { ...paired, result: { body: caller, isError: block.isError, blocks } };
    }
  });
  const apart: number[] = [];
  for (const body of results) {
    const head = body.blocks.find((block) => block.type === 'tool_result');
    const callId = head?.callId ?? null;
    const at = callId === null ? undefined : open.get(callId);
    const paired = at === undefined ? undefined : calls[at];
    if (head === undefined || callId === null || at === undefined || paired === undefined) {
      apart.push(body.row);
      continue;
    }
    open.delete(callId);
    calls[at] = { ...paired, result: resultOf(body, head.isError) };
  }
  return { calls, apart, inner };
}

/** The result an entry holds: everything but the block that heads it. */
export function resultOf(body: Body, isError: boolean): PairedResult {
  const blocks = body.blocks.map((block, at) => ({ block, at }));
  return { body, isError, blocks: blocks.filter(({ block }) => block.type !== 'tool_result') };
}

/**
 * How a call ended. Without a result it can still be running only while nothing but results of the
 * same entry follows on the path; later, its result is missing.
 */
export function outcomeOf(result: PairedResult | null, isLastOnPath: boolean): Outcome {
  if (result) return result.isError ? 'error' : 'ok';
  return isLastOnPath ? 'pending' : 'missing';
}
