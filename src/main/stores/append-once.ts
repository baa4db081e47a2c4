import { hasLoneSurrogate } from '../../shared/json/unicode';
import { isBlank } from '../../shared/text/white-space';
import type { Item } from '../../shared/vv-agent/item';
import { isSha256 } from '../../shared/vv-agent/item-rules';
import { type BrokenItem, prepareCommit, prepareItems } from '../../shared/vv-agent/prepare-items';
import { newSha256 } from './sha256';
import { SessionStoreError } from './store-error';

// What every store checks before it touches what is stored, in one place, so that all of them fail alike.

/**
 * The payload texts of `addItems`: every item in normal form and by the strict rules, or `invalid-item` for the first
 * that breaks one.
 */
export function payloadsToAdd(items: readonly Item[]): readonly string[] {
  const prepared = prepareItems(items);
  if (!prepared.ok) throw invalidItem(prepared);
  return prepared.payloads;
}

/**
 * The payload texts of `addItemsOnce`, after the checks that need no store; spec section 4, points 1 to 3. Throws the
 * first that fails: commit id, form of the digest, items, then whether the digest is theirs.
 */
export function payloadsToCommit(
  commitId: string,
  payloadDigest: string,
  items: readonly Item[],
): readonly string[] {
  if (isBlank(commitId)) throw refused('session_commit_identity_invalid', 'commit_id must be non-empty');
  // It has no UTF-8 form: a store would keep another id, the same for several.
  if (hasLoneSurrogate(commitId))
    throw refused('session_commit_identity_invalid', 'commit_id must be well-formed Unicode');
  if (!isSha256(payloadDigest))
    throw refused('session_commit_payload_digest_invalid', 'payload_digest must be lowercase SHA-256');
  const prepared = prepareCommit(items, newSha256);
  if (!prepared.ok) throw invalidItem(prepared);
  if (!prepared.digest.ok)
    throw new SessionStoreError('checkpoint_definition_not_i_json', prepared.digest.message);
  if (prepared.digest.digest !== payloadDigest)
    throw refused('session_commit_payload_digest_mismatch', 'payload_digest does not match items');
  return prepared.payloads;
}

/** Point 4: whether a commit id that may be known is a replay; throws when it is known with another digest. */
export function isReplay(knownDigest: string | undefined, payloadDigest: string): boolean {
  if (knownDigest === undefined) return false;
  if (knownDigest !== payloadDigest) throw identityConflict();
  return true;
}

/** The commit id is known in this session, with another payload. */
export function identityConflict(): SessionStoreError {
  return refused('session_commit_identity_conflict', 'commit_id has a different payload');
}

/** The error of a session that cannot append once. */
export function appendOnceUnsupported(): SessionStoreError {
  return refused('checkpoint_session_idempotency_unsupported', 'session does not support add_items_once');
}

/** Refuses a session id that has no UTF-8 form: a store would take it for another id, the same for several. */
export function checkSessionId(sessionId: string): void {
  if (hasLoneSurrogate(sessionId))
    throw new SessionStoreError('invalid-input', 'A session id must be well-formed Unicode text.');
}

function invalidItem({ index, message }: BrokenItem): SessionStoreError {
  return new SessionStoreError('invalid-item', `items[${index}]: ${message}`);
}

/** An error whose text starts with its code, as the reference writes these. */
function refused(code: SessionStoreError['code'], sentence: string): SessionStoreError {
  return new SessionStoreError(code, `${code}: ${sentence}`);
}
