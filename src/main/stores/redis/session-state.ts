import { createHash } from 'node:crypto';
import type { RedisReply } from './connection';
import type { StoredCommit } from './reader';
import { bytesOf, integerOf, listOf } from './reply';

/** All that a session held. Payloads are bytes, since they need not be UTF-8. */
export interface SessionContent {
  readonly payloads: readonly Buffer[];
  readonly commits: readonly StoredCommit[];
}

/** What tells whether a session was written to: how much there is, and the SHA-1 of the newest payload. */
export interface SessionState {
  readonly itemCount: number;
  readonly commitCount: number;
  /** Lower-case hex; empty without items. */
  readonly newestHash: string;
}

/** Whether two states of a session are the same. */
export function isSameState(one: SessionState, other: SessionState): boolean {
  return (
    one.itemCount === other.itemCount &&
    one.commitCount === other.commitCount &&
    one.newestHash === other.newestHash
  );
}

/** A state as the scripts give it. Throws `not-connected` for anything else. */
export function stateOfReply(reply: RedisReply): SessionState {
  const [items, commits, hash] = listOf(reply, 'EVAL');
  return {
    itemCount: integerOf(items, 'EVAL'),
    commitCount: integerOf(commits, 'EVAL'),
    newestHash: String(bytesOf(hash, 'EVAL') ?? ''),
  };
}

/** A state as the scripts take it. */
export function stateValues({ itemCount, commitCount, newestHash }: SessionState): string[] {
  return [String(itemCount), String(commitCount), newestHash];
}

/** The state of a session that holds this. */
export function stateOfContent({ payloads, commits }: SessionContent): SessionState {
  const newest = payloads.at(-1);
  return {
    itemCount: payloads.length,
    commitCount: commits.length,
    newestHash: newest === undefined ? '' : createHash('sha1').update(newest).digest('hex'),
  };
}
