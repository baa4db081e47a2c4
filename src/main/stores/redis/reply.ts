import { SessionStoreError } from '../store-error';
import type { RedisReply } from './connection';

// Replies are parsed: a server may be something else than it says, or a script of ours be replaced by a proxy.

/** The number that a command answers with. Throws `not-connected` for anything else, as all of these do. */
export function integerOf(reply: RedisReply | undefined, command: string): number {
  if (typeof reply !== 'number' || !Number.isSafeInteger(reply)) throw unexpectedReply(command);
  return reply;
}

/** The bytes that a command answers with; undefined for none. */
export function bytesOf(reply: RedisReply | undefined, command: string): Buffer | undefined {
  if (reply === null) return undefined;
  if (!Buffer.isBuffer(reply)) throw unexpectedReply(command);
  return reply;
}

/** The list that a command answers with. */
export function listOf(reply: RedisReply | undefined, command: string): readonly RedisReply[] {
  if (!Array.isArray(reply)) throw unexpectedReply(command);
  return reply;
}

/** The list of bytes that a command answers with. */
export function bytesListOf(reply: RedisReply | undefined, command: string): Buffer[] {
  return listOf(reply, command).map((each) => {
    if (!Buffer.isBuffer(each)) throw unexpectedReply(command);
    return each;
  });
}

/** The server answered in another way than its protocol says. */
export function unexpectedReply(command: string): SessionStoreError {
  return new SessionStoreError(
    'not-connected',
    'The server gives an answer that no Redis server gives. Check the address.',
    command,
  );
}
