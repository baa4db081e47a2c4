import { expect, it } from 'vitest';
import { EMPTY_OBJECT, isJsonNumber } from '../../shared/json/node';
import { printJson } from '../../shared/json/print';
import { type Item, itemNode } from '../../shared/vv-agent/item';
import { appendOnceUnsupported, identityConflict } from './append-once';
import { runConformance } from './conformance';
import { assistant, digestOf } from './conformance-items';
import { MemoryStore } from './memory-store';
import type { Session, SessionStore } from './session-store';
import { SessionStoreError } from './store-error';

// A suite that nothing fails proves nothing: each rule is broken once, by a store that does one thing wrong.

type Break = (session: Session, store: SessionStore) => Partial<Session>;

const always = (items: readonly Item[]) => ({ getItems: async () => [...items] });
const mismatchFirst: Break = (session) => ({
  addItemsOnce: (id, digest, items) =>
    digest === '0'.repeat(64)
      ? Promise.reject(new SessionStoreError('session_commit_payload_digest_mismatch', 'mismatch'))
      : session.addItemsOnce(id, digest, items),
});
const known = new Map<string, string>();
const interned = new Map<string, Item>();

/** By rule: what the suite must say, and what is wrong with the store. */
const BROKEN: Readonly<Record<string, readonly [failure: string, wrong: Break]>> = {
  'messages can be appended to a cleared session': [
    'session store did not append messages',
    () => ({ addItems: () => Promise.reject(new Error('no')) }),
  ],
  'a new commit is committed': [
    'session store did not commit a new commit_id',
    (session) => ({ addItemsOnce: async (...args) => (await session.addItemsOnce(...args)) && 'replayed' }),
  ],
  'the same commit is replayed': [
    'session store did not replay a known commit_id',
    (session) => ({ addItemsOnce: async (...args) => (await session.addItemsOnce(...args)) && 'committed' }),
  ],
  'another payload under its id conflicts': [
    'session store did not refuse another payload for a known commit_id',
    (session) => ({ addItemsOnce: (id, digest, items) => session.addItemsOnce(id + digest, digest, items) }),
  ],
  'what was committed was appended once and can be popped': [
    'session store did not append committed messages once',
    (session) => ({
      addItemsOnce: async (id, digest, items) => {
        const outcome = await session.addItemsOnce(id, digest, items);
        if (outcome === 'replayed') await session.addItems(items);
        return outcome;
      },
    }),
  ],
  'appended messages read back equal': [
    'session store did not preserve appended messages',
    (session) => ({
      getItems: async (limit) =>
        (await session.getItems(limit)).map((item) => ({ ...item, metadata: EMPTY_OBJECT })),
    }),
  ],
  'a limit gives the newest messages, oldest first': [
    'session store limit did not return newest messages in order',
    (session) => ({ getItems: async (limit) => (await session.getItems()).slice(0, limit) }),
  ],
  'a limit of 0 gives none': [
    'session store limit=0 must return no messages',
    (session) => ({ getItems: (limit) => session.getItems(limit || undefined) }),
  ],
  'a snapshot is not empty': ['session store returned no snapshot items', () => always([])],
  'changing a snapshot changes nothing stored': [
    'session store leaked mutable snapshot items',
    (session) => ({
      getItems: async (limit) =>
        (await session.getItems(limit)).map((item) => {
          const text = printJson(itemNode(item));
          const kept = interned.get(text) ?? item;
          interned.set(text, kept);
          return kept;
        }),
    }),
  ],
  'sessions are apart': [
    'session store did not isolate session ids',
    (_session, store) => ({ getItems: (limit) => store.session('conformance-thread').getItems(limit) }),
  ],
  'pop gives the newest message': [
    'session store pop_item returned an unexpected message',
    (session) => ({
      popItem: async () => {
        const [oldest] = await session.getItems();
        await session.popItem();
        return oldest;
      },
    }),
  ],
  'pop removes it': [
    'session store pop_item did not remove the message',
    (session) => ({ popItem: async () => (await session.getItems(1))[0] }),
  ],
  'clear is seen through the other handle': [
    'session store clear did not clear the session',
    () => ({ clear: async () => {}, clearSession: async () => {} }),
  ],
  'a negative limit gives none, one beyond the number of messages all': [
    'session store limit was not bounded by what there is',
    (session) => ({
      getItems: (limit) => session.getItems(limit !== undefined && limit < 0 ? undefined : limit),
    }),
  ],
  'an empty list appends nothing': [
    'session store appended something for an empty list',
    (session) => ({ addItems: (items) => session.addItems(items.length > 0 ? items : [assistant('')]) }),
  ],
  'of a list with an item that breaks a rule nothing is appended': [
    'session store appended a part of an invalid list',
    (session) => ({
      addItems: async (items) => {
        await session.addItems(items.slice(0, 1));
        await session.addItems(items);
      },
    }),
  ],
  'an empty session pops nothing': [
    'session store popped a message from an empty session',
    (session) => ({ popItem: async () => (await session.popItem()) ?? assistant('') }),
  ],
  'numbers keep what they were': [
    'session store changed a number',
    (session) => ({
      getItems: async (limit) =>
        (await session.getItems(limit)).map((item) => ({
          ...item,
          metadata: {
            ...item.metadata,
            members: item.metadata.members.map(({ key, value }) => ({
              key,
              value: isJsonNumber(value) ? { ...value, literal: String(Number(value.literal)) } : value,
            })),
          },
        })),
    }),
  ],
  'arguments are stored in normal form': [
    'session store did not put arguments in normal form',
    (session) => ({
      getItems: async (limit) =>
        (await session.getItems(limit)).map((item) => ({
          ...item,
          toolCalls: item.toolCalls.map((call) => ({ ...call, arguments: ` ${call.arguments}` })),
        })),
    }),
  ],
  'session ids are told apart by every character': [
    'session store mixed up session ids',
    ({ sessionId }, store) => store.session(sessionId.trim()),
  ],
  'clear leaves other sessions alone': [
    'session store clear cleared another session',
    (session, store) => ({
      clear: async () => {
        await session.clear();
        await store.session('conformance-thread').clear();
      },
    }),
  ],
  'without append-once a commit is refused': [
    'session store did not refuse a commit it cannot make once',
    () => ({ supportsAddItemsOnce: false }),
  ],
  'a blank commit id is refused, before the digest is looked at': [
    'session store did not fail with session_commit_identity_invalid',
    (session) => ({ addItemsOnce: (id, ...rest) => session.addItemsOnce(`x${id}`, ...rest) }),
  ],
  'a digest that is not lower-case SHA-256 is refused, before the items are looked at': [
    'session store did not fail with session_commit_payload_digest_invalid',
    (session) => ({
      addItemsOnce: (id, digest, items) => session.addItemsOnce(id, digest.toLowerCase(), items),
    }),
  ],
  'an item that breaks a rule is refused, before the digest is compared': [
    'session store did not fail with invalid-item',
    mismatchFirst,
  ],
  'an integer that cannot be hashed is refused as that, not as a wrong digest': [
    'session store did not fail with checkpoint_definition_not_i_json',
    mismatchFirst,
  ],
  'a digest of other items is refused': [
    'session store did not fail with session_commit_payload_digest_mismatch',
    (session) => ({
      addItemsOnce: async (id, _digest, items) => session.addItemsOnce(id, digestOf(items), items),
    }),
  ],
  'a digest of other items is refused for a known commit id too': [
    'session store compared a commit_id before its payload',
    (session) => ({
      addItemsOnce: async (id, digest, items) => {
        if ((known.get(id) ?? digest) !== digest) throw identityConflict();
        known.set(id, digest);
        return session.addItemsOnce(id, digest, items);
      },
    }),
  ],
  'the items of a commit are appended in order, after what is there': [
    'session store did not append the items of a commit in order',
    (session) => ({
      addItemsOnce: async (id, _digest, items) => {
        const reversed = [...items].reverse();
        return session.addItemsOnce(id, digestOf(reversed), reversed);
      },
    }),
  ],
  'a conflict appends nothing and forgets nothing': [
    'session store changed something in a conflict',
    (session) => ({
      addItemsOnce: async (id, digest, items) => {
        try {
          return await session.addItemsOnce(id, digest, items);
        } catch (error) {
          if (error instanceof SessionStoreError && error.code === 'session_commit_identity_conflict')
            await session.addItems(items);
          throw error;
        }
      },
    }),
  ],
  'a replay after a pop appends nothing': [
    'session store appended a known commit again after a pop',
    (session) => ({
      addItemsOnce: async (id, digest, items) => {
        const outcome = await session.addItemsOnce(id, digest, items);
        const { length } = await session.getItems();
        if (outcome === 'replayed' && length < items.length) await session.addItems(items.slice(length));
        return outcome;
      },
    }),
  ],
  'clear forgets commit ids': [
    'session store clear kept a commit_id',
    (session) => ({
      clear: async () => {
        while ((await session.popItem()) !== undefined);
      },
    }),
  ],
  'a commit id is known in its own session only': [
    'session store mixed up the commits of sessions',
    (session) => ({
      addItemsOnce: async (id, digest, items) => {
        const outcome = await session.addItemsOnce(id, digest, items);
        const isKnown = known.has(`everywhere ${id}`);
        known.set(`everywhere ${id}`, digest);
        return isKnown ? 'replayed' : outcome;
      },
    }),
  ],
  'a commit id is kept as it is, spaces around it and all': [
    'session store changed a commit_id',
    (session) => ({ addItemsOnce: (id, ...rest) => session.addItemsOnce(id.trim(), ...rest) }),
  ],
  'a commit of no items is valid': [
    'session store did not commit an empty list once',
    (session) => ({
      addItemsOnce: async (id, digest, items) =>
        items.length === 0 ? 'committed' : session.addItemsOnce(id, digest, items),
    }),
  ],
  'a checkpoint key may be empty': [
    'session store did not commit under an empty checkpoint key',
    (session) => ({
      addItemsOnce: async (id, digest, items) => {
        if (id.includes('e3b0c44298fc')) throw new Error('the key is empty');
        return session.addItemsOnce(id, digest, items);
      },
    }),
  ],
};

function storeWith(wrong: Break): () => Promise<SessionStore> {
  const store = new MemoryStore();
  const handle: SessionStore = {
    session: (id) => {
      const session = store.session(id);
      const changes = wrong(session, store);
      // Methods of the class find their object by `this`, so what is not changed is looked up on it.
      return new Proxy(session, {
        get(target, name) {
          const owner = Reflect.get(changes, name) === undefined ? target : changes;
          const value: unknown = Reflect.get(owner, name);
          return typeof value === 'function' ? value.bind(owner) : value;
        },
      });
    },
    close: async () => {},
  };
  return async () => handle;
}

it.each(Object.entries(BROKEN))('fails a store that breaks: %s', async (rule, [failure, wrong]) => {
  known.clear();
  interned.clear();
  const result = (await runConformance(storeWith(wrong))).find((one) => one.rule === rule);
  expect(result).toMatchObject({ passed: false, message: expect.stringContaining(failure) });
});

it('passes a store without append-once that says so', async () => {
  const withoutCommits: Break = () => ({
    supportsAddItemsOnce: false,
    addItemsOnce: () => Promise.reject(appendOnceUnsupported()),
  });
  const results = await runConformance(storeWith(withoutCommits));
  expect(results.filter(({ passed }) => !passed)).toEqual([]);
  expect(results.some(({ rule }) => rule.includes('replay'))).toBe(false);
});

it('has a store that breaks each rule', async () => {
  const withCommits = await runConformance(storeWith(() => ({})));
  const withoutCommits = await runConformance(storeWith(() => ({ supportsAddItemsOnce: false })));
  const rules = new Set([...withCommits, ...withoutCommits].map(({ rule }) => rule));
  expect(rules).toEqual(new Set(Object.keys(BROKEN)));
  expect(withCommits.filter(({ passed }) => !passed)).toEqual([]);
});
