import { assistant, type CommitRequest, commitOf, digestOf, parseItems } from './conformance-items';
import { all, type ConformanceRule, failsWith, hasContents, same } from './conformance-rule';
import type { CommitOutcome, SessionStore } from './session-store';
import type { SessionStoreError } from './store-error';

// Section 4 of the vv-agent facts. Each rule starts with its session empty and leaves it so.

const SESSION = 'conformance-commits';
const OTHER = 'conformance-commits-other';
const ONE = commitOf('one', [assistant('1'), assistant('2')]);
const BROKEN = [{ ...assistant(''), toolCalls: [{ id: 'c', name: 'f', arguments: '[]' }] }];
const UNSAFE = parseItems('[{"role":"user","content":"x","metadata":{"a":{"b":[0,9007199254740992]}}}]');
const WRONG_DIGEST = '0'.repeat(64);

/** Asks a store to commit, with something about the request changed. */
function commit(
  store: SessionStore,
  request: CommitRequest,
  changes: Partial<CommitRequest> = {},
  sessionId = SESSION,
): Promise<CommitOutcome> {
  const { commitId, payloadDigest, items } = { ...request, ...changes };
  return store.session(sessionId).addItemsOnce(commitId, payloadDigest, items);
}

/** A rule that a request with something changed is refused with a code and a message, and leaves nothing behind. */
function refusal(
  rule: string,
  changes: Partial<CommitRequest>,
  code: SessionStoreError['code'],
  message: string,
): ConformanceRule {
  return withSession({
    rule,
    failure: `session store did not fail with ${code}`,
    needs: 'append-once',
    check: ({ first, second }) =>
      all(
        () => failsWith(commit(first, ONE, changes), code, message),
        () => hasContents(second.session(SESSION)),
        // What was refused is not known afterwards.
        async () => same(await commit(second, ONE), 'committed'),
      ),
  });
}

/** The rule, with both sessions empty before and after. */
function withSession(rule: ConformanceRule): ConformanceRule {
  return {
    ...rule,
    check: async (handles) => {
      const clear = async () => {
        for (const id of [SESSION, OTHER]) await handles.first.session(id).clear();
      };
      await clear();
      const found = await rule.check(handles);
      await clear();
      return found;
    },
  };
}

function rule(name: string, failure: string, check: ConformanceRule['check']): ConformanceRule {
  return withSession({ rule: name, failure, needs: 'append-once', check });
}

/** The rules of appending once. */
export const commitRules: readonly ConformanceRule[] = [
  {
    rule: 'without append-once a commit is refused',
    failure: 'session store did not refuse a commit it cannot make once',
    needs: 'no-append-once',
    check: ({ first }) =>
      failsWith(
        commit(first, ONE),
        'checkpoint_session_idempotency_unsupported',
        'checkpoint_session_idempotency_unsupported: session does not support add_items_once',
      ),
  },
  refusal(
    'a blank commit id is refused, before the digest is looked at',
    { commitId: ' \u0085\u3000', payloadDigest: 'no digest' },
    'session_commit_identity_invalid',
    'session_commit_identity_invalid: commit_id must be non-empty',
  ),
  refusal(
    'a digest that is not lower-case SHA-256 is refused, before the items are looked at',
    { payloadDigest: ONE.payloadDigest.toUpperCase(), items: BROKEN },
    'session_commit_payload_digest_invalid',
    'session_commit_payload_digest_invalid: payload_digest must be lowercase SHA-256',
  ),
  refusal(
    'an item that breaks a rule is refused, before the digest is compared',
    { payloadDigest: WRONG_DIGEST, items: BROKEN },
    'invalid-item',
    'items[0]: session tool arguments must decode to an object',
  ),
  refusal(
    'an integer that cannot be hashed is refused as that, not as a wrong digest',
    { payloadDigest: WRONG_DIGEST, items: [...ONE.items, ...UNSAFE] },
    'checkpoint_definition_not_i_json',
    'checkpoint_definition_not_i_json: session commit payload.items[2].metadata.a.b[1] is outside the JSON-safe integer range',
  ),
  refusal(
    'a digest of other items is refused',
    { payloadDigest: WRONG_DIGEST },
    'session_commit_payload_digest_mismatch',
    'session_commit_payload_digest_mismatch: payload_digest does not match items',
  ),
  rule(
    'a digest of other items is refused for a known commit id too',
    'session store compared a commit_id before its payload',
    async ({ first, second }) => {
      await commit(first, ONE);
      return failsWith(
        commit(second, ONE, { payloadDigest: WRONG_DIGEST }),
        'session_commit_payload_digest_mismatch',
        'session_commit_payload_digest_mismatch',
      );
    },
  ),
  rule(
    'the items of a commit are appended in order, after what is there',
    'session store did not append the items of a commit in order',
    async ({ first, second }) => {
      await first.session(SESSION).addItems([assistant('0')]);
      await commit(first, ONE);
      return hasContents(second.session(SESSION), '0', '1', '2');
    },
  ),
  rule(
    'a conflict appends nothing and forgets nothing',
    'session store changed something in a conflict',
    async ({ first, second }) => {
      await commit(first, ONE);
      const items = [assistant('3')];
      return all(
        () =>
          failsWith(
            commit(first, ONE, { items, payloadDigest: digestOf(items) }),
            'session_commit_identity_conflict',
            'session_commit_identity_conflict: commit_id has a different payload',
          ),
        () => hasContents(second.session(SESSION), '1', '2'),
        async () => same(await commit(second, ONE), 'replayed'),
      );
    },
  ),
  rule(
    'a replay after a pop appends nothing',
    'session store appended a known commit again after a pop',
    async ({ first, second }) => {
      await commit(first, ONE);
      await first.session(SESSION).popItem();
      return all(
        async () => same(await commit(second, ONE), 'replayed'),
        () => hasContents(second.session(SESSION), '1'),
      );
    },
  ),
  rule('clear forgets commit ids', 'session store clear kept a commit_id', async ({ first, second }) => {
    await commit(first, ONE);
    await first.session(SESSION).clear();
    return all(
      async () => same(await commit(second, ONE), 'committed'),
      () => hasContents(first.session(SESSION), '1', '2'),
    );
  }),
  rule(
    'a commit id is known in its own session only',
    'session store mixed up the commits of sessions',
    async ({ first, second }) => {
      await commit(first, ONE);
      return all(
        async () => same(await commit(second, ONE, {}, OTHER), 'committed'),
        async () => {
          await second.session(OTHER).clear();
          return same(await commit(first, ONE), 'replayed');
        },
      );
    },
  ),
  rule(
    'a commit id is kept as it is, spaces around it and all',
    'session store changed a commit_id',
    async ({ first, second }) =>
      all(
        async () => same(await commit(first, ONE, { commitId: ' id ' }), 'committed'),
        async () => same(await commit(second, ONE, { commitId: 'id' }), 'committed'),
        // Not white space by Unicode, though JavaScript trims it.
        async () => same(await commit(second, ONE, { commitId: '\ufeff' }), 'committed'),
        async () => same(await commit(second, ONE, { commitId: ' id ' }), 'replayed'),
      ),
  ),
  rule(
    'a commit of no items is valid',
    'session store did not commit an empty list once',
    async ({ first, second }) =>
      all(
        async () => same(await commit(first, commitOf('empty', [])), 'committed'),
        async () => same(await commit(second, commitOf('empty', [])), 'replayed'),
        () => hasContents(second.session(SESSION)),
      ),
  ),
  rule(
    'a checkpoint key may be empty',
    'session store did not commit under an empty checkpoint key',
    async ({ first, second }) =>
      all(
        async () => same(await commit(first, commitOf('', ONE.items)), 'committed'),
        async () => same(await commit(second, commitOf('', ONE.items)), 'replayed'),
      ),
  ),
];
