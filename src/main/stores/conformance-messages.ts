import { assistant, commitOf, MESSAGES, parseItems } from './conformance-items';
import { all, type ConformanceRule, failsWith, hasContents, same, sameItems } from './conformance-rule';

// Section 1 of the vv-agent facts: the scenario of its table, with its failure texts, then rules of our own.

const THREAD = 'conformance-thread';
const OTHER = 'conformance-thread-other';
const [, , THIRD] = MESSAGES;
const TERMINAL = commitOf('conformance-thread/checkpoint', [assistant('checkpoint terminal')]);
const DIFFERENT = commitOf('conformance-thread/checkpoint', [assistant('different')]);

const scenario: readonly ConformanceRule[] = [
  {
    rule: 'messages can be appended to a cleared session',
    failure: 'session store did not append messages',
    check: async ({ first }) => {
      await first.session(THREAD).clearSession();
      await first.session(OTHER).clear();
      await first.session(THREAD).addItems(MESSAGES);
      return null;
    },
  },
  {
    rule: 'a new commit is committed',
    failure: 'session store did not commit a new commit_id',
    needs: 'append-once',
    check: async ({ first }) => {
      const { commitId, payloadDigest, items } = TERMINAL;
      return same(await first.session(THREAD).addItemsOnce(commitId, payloadDigest, items), 'committed');
    },
  },
  {
    rule: 'the same commit is replayed',
    failure: 'session store did not replay a known commit_id',
    needs: 'append-once',
    check: async ({ second }) => {
      const { commitId, payloadDigest, items } = TERMINAL;
      return same(await second.session(THREAD).addItemsOnce(commitId, payloadDigest, items), 'replayed');
    },
  },
  {
    rule: 'another payload under its id conflicts',
    failure: 'session store did not refuse another payload for a known commit_id',
    needs: 'append-once',
    check: async ({ first }) => {
      const { commitId, payloadDigest, items } = DIFFERENT;
      return failsWith(
        first.session(THREAD).addItemsOnce(commitId, payloadDigest, items),
        'session_commit_identity_conflict',
        'session_commit_identity_conflict: commit_id has a different payload',
      );
    },
  },
  {
    rule: 'what was committed was appended once and can be popped',
    failure: 'session store did not append committed messages once',
    needs: 'append-once',
    check: async ({ first }) =>
      all(
        async () => sameItems([await first.session(THREAD).popItem()], TERMINAL.items),
        async () => sameItems(await first.session(THREAD).getItems(), MESSAGES),
      ),
  },
  {
    rule: 'appended messages read back equal',
    failure: 'session store did not preserve appended messages',
    check: async ({ second }) => sameItems(await second.session(THREAD).getItems(), MESSAGES),
  },
  {
    rule: 'a limit gives the newest messages, oldest first',
    failure: 'session store limit did not return newest messages in order',
    check: async ({ second }) => sameItems(await second.session(THREAD).getItems(2), MESSAGES.slice(1)),
  },
  {
    rule: 'a limit of 0 gives none',
    failure: 'session store limit=0 must return no messages',
    check: async ({ second }) => sameItems(await second.session(THREAD).getItems(0), []),
  },
  {
    rule: 'a snapshot is not empty',
    failure: 'session store returned no snapshot items',
    check: async ({ second }) => ((await second.session(THREAD).getItems()).length > 0 ? null : ''),
  },
  {
    rule: 'changing a snapshot changes nothing stored',
    failure: 'session store leaked mutable snapshot items',
    check: async ({ second }) => {
      const [first] = await second.session(THREAD).getItems();
      // Items are read-only to our own code; what others do with them is the matter of this rule.
      if (first !== undefined) (first as { content: string }).content = 'changed by the reader';
      return sameItems(await second.session(THREAD).getItems(), MESSAGES);
    },
  },
  {
    rule: 'sessions are apart',
    failure: 'session store did not isolate session ids',
    check: async ({ second }) => sameItems(await second.session(OTHER).getItems(), []),
  },
  {
    rule: 'pop gives the newest message',
    failure: 'session store pop_item returned an unexpected message',
    check: async ({ second }) =>
      sameItems([await second.session(THREAD).popItem()], THIRD === undefined ? [] : [THIRD]),
  },
  {
    rule: 'pop removes it',
    failure: 'session store pop_item did not remove the message',
    check: async ({ second }) => sameItems(await second.session(THREAD).getItems(), MESSAGES.slice(0, 2)),
  },
  {
    rule: 'clear is seen through the other handle',
    failure: 'session store clear did not clear the session',
    check: async ({ first, second }) => {
      await second.session(THREAD).clearSession();
      await second.session(OTHER).clear();
      return sameItems(await first.session(THREAD).getItems(), []);
    },
  },
];

const NUMBERS = parseItems(`[
  {"role": "user", "content": "x",
   "metadata": {"one": 1.0, "large": 9007199254740993, "tiny": 1e-7, "zero": -0.0, "\ufb33": 18446744073709551615, "😀": 1e16}}
]`);
const UNSORTED = parseItems(`[
  {"role": "assistant", "content": "",
   "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": " { \\"b\\": 1e2, \\"a\\": 2 } "}}]}
]`);
const ODD_IDS = [
  'conformance-odd',
  'conformance-odd ',
  'conformance-odd\0',
  'conformance-odd\0b',
  'conformance-Odd',
  `conformance-${'x'.repeat(10_000)}`,
];

const details: readonly ConformanceRule[] = [
  {
    rule: 'a negative limit gives none, one beyond the number of messages all',
    failure: 'session store limit was not bounded by what there is',
    check: async ({ first, second }) => {
      await first.session(THREAD).addItems(MESSAGES);
      return all(
        async () => sameItems(await second.session(THREAD).getItems(-1), []),
        async () => sameItems(await second.session(THREAD).getItems(1_000_000), MESSAGES),
      );
    },
  },
  {
    rule: 'an empty list appends nothing',
    failure: 'session store appended something for an empty list',
    check: async ({ first, second }) => {
      await first.session(THREAD).addItems([]);
      return sameItems(await second.session(THREAD).getItems(), MESSAGES);
    },
  },
  {
    rule: 'of a list with an item that breaks a rule nothing is appended',
    failure: 'session store appended a part of an invalid list',
    check: async ({ first, second }) => {
      const broken = { ...assistant(''), toolCalls: [{ id: ' ', name: 'f', arguments: '{}' }] };
      const adding = first.session(THREAD).addItems([assistant('before'), broken]);
      return all(
        () => failsWith(adding, 'invalid-item', 'items[1]: session tool call id must be non-empty'),
        async () => sameItems(await second.session(THREAD).getItems(), MESSAGES),
      );
    },
  },
  {
    rule: 'an empty session pops nothing',
    failure: 'session store popped a message from an empty session',
    check: async ({ first, second }) => {
      await first.session(THREAD).clear();
      return same(await second.session(THREAD).popItem(), undefined);
    },
  },
  {
    rule: 'numbers keep what they were',
    failure: 'session store changed a number',
    check: async ({ first, second }) => {
      await first.session(THREAD).addItems(NUMBERS);
      return sameItems(await second.session(THREAD).getItems(), NUMBERS);
    },
  },
  {
    rule: 'arguments are stored in normal form',
    failure: 'session store did not put arguments in normal form',
    check: async ({ first, second }) => {
      await first.session(THREAD).addItems(UNSORTED);
      const [item] = await second.session(THREAD).getItems(1);
      return same(item?.toolCalls[0]?.arguments, '{"a":2,"b":100.0}');
    },
  },
  {
    rule: 'session ids are told apart by every character',
    failure: 'session store mixed up session ids',
    check: async ({ first, second }) => {
      for (const id of ODD_IDS) await first.session(id).addItems([assistant(id)]);
      const found = await all(...ODD_IDS.map((id) => () => hasContents(second.session(id), id)));
      for (const id of ODD_IDS) await first.session(id).clear();
      return found;
    },
  },
  {
    rule: 'clear leaves other sessions alone',
    failure: 'session store clear cleared another session',
    check: async ({ first, second }) => {
      await first.session(THREAD).clear();
      await first.session(THREAD).addItems(MESSAGES);
      await first.session(OTHER).addItems([assistant('gone')]);
      await second.session(OTHER).clear();
      const found = sameItems(await first.session(THREAD).getItems(), MESSAGES);
      await first.session(THREAD).clear();
      return found;
    },
  },
];

/** The rules of messages, in the order they build on each other. */
export const messageRules: readonly ConformanceRule[] = [...scenario, ...details];
