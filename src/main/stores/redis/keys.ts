import { isUtf8 } from 'node:buffer';

// The keys of a session on a Redis server; section 6 of the vv-agent facts.

const COMMITS_SUFFIX = ':commits';

/** The two keys of one session. */
export interface SessionKeys {
  /** List of payloads, oldest first. */
  readonly items: Buffer;
  /** Hash of commit id → digest. */
  readonly commits: Buffer;
}

/** The keys of a session, by the bytes of its id: an id that another program wrote need not be UTF-8. */
export function sessionKeys(prefix: string, id: string | Buffer): SessionKeys {
  const items = Buffer.concat([Buffer.from(prefix), Buffer.from(id)]);
  return { items, commits: Buffer.concat([items, Buffer.from(COMMITS_SUFFIX)]) };
}

/** The id in the key of a list. */
export function idOfItemsKey(prefix: string, key: Buffer): Buffer {
  return key.subarray(Buffer.byteLength(prefix));
}

/** The id in the key of a hash; undefined when the key is none of a session's commits. */
export function idOfCommitsKey(prefix: string, key: Buffer): Buffer | undefined {
  const id = idOfItemsKey(prefix, key);
  const end = id.length - COMMITS_SUFFIX.length;
  return end >= 0 && id.subarray(end).equals(Buffer.from(COMMITS_SUFFIX)) ? id.subarray(0, end) : undefined;
}

/** The pattern of `SCAN` that all keys with a prefix match, and no others. */
export function patternOf(prefix: string): string {
  return `${prefix.replace(/[\\*?[\]]/g, '\\$&')}*`;
}

/** The text of bytes; undefined when they are not UTF-8. */
export function textOf(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString() : undefined;
}
