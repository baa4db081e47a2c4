// Sessions for the transcript: a long one of every kind of entry, and short ones whose newest entries are heavy.
// What is drawn at random depends on the seed alone.
import { newSession } from './chain.mjs';
import { answer, entryId, question, randomFrom, resultChars, sourceText } from './session.mjs';

/** Entries of the long session, all of them on one path. */
export const MIXED_ENTRIES = 50_000;

const MARKDOWN = `## What was found

The cents are lost in \`round.ts\`: **each line** is rounded, and _then_ the sum is.

| place | rounds | loses |
| --- | --- | ---: |
| \`cart.ts\` | each line | 0.01 |
| \`tax.ts\` | the tax | 0.00 |

\`\`\`ts
export function total(items: readonly Item[]): number {
  const cents = items.reduce((sum, { price, count }) => sum + price * count, 0);
  return Math.round(cents) / 100; // half up
}
\`\`\`

1. Round the sum, see [how it is done elsewhere](https://example.org/rounding).
2. Leave the lines as they are:
   - those of the cart
   - those of the invoice

> Rounding is the last step.

`;
/** One pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The arguments of each tool. */
const TOOLS = {
  bash: () => ({ command: 'npm test -- cart && git status --short', timeout: 120 }),
  read: () => ({ path: 'src/server/routes.ts', offset: 41, limit: 200 }),
  edit: (random) => ({
    path: 'src/cart.ts',
    old_string: sourceText(random, 400),
    new_string: sourceText(random, 600),
  }),
  write: (random) => ({ path: 'src/tax.ts', content: sourceText(random, 1_500) }),
  grep: () => ({ pattern: 'total', path: 'src' }),
  todo_write: () => ({ todos: [{ title: 'Round once', status: 'in_progress' }] }),
  mcp__tracker__create_issue: () => ({ title: 'Rounding', labels: ['bug'] }),
  screenshot: () => ({ page: '/cart' }),
};
const NAMES = Object.keys(TOOLS);

/** Writes a session of {@link MIXED_ENTRIES} entries, each below the one before it. */
export function writeMixed(file, seed = 1) {
  const random = randomFrom(seed);
  writeMessages(file, 'mixed', (add, ids) => {
    while (ids.length < MIXED_ENTRIES) {
      const drawn = random();
      if (drawn < 0.15) add('message', { message: question(random) });
      else if (drawn < 0.25) add('message', { message: told(MARKDOWN) });
      else if (drawn < 0.26)
        add('compaction', { summary: MARKDOWN, firstKeptEntryId: ids.at(-1), tokensBefore: 48_200 });
      else if (drawn < 0.27) add('branch_summary', { fromId: ids.at(-1), summary: MARKDOWN });
      else if (drawn < 0.29)
        add('custom_message', { customType: 'note', content: 'Run the tests first.', display: true });
      else if (drawn < 0.31) add('custom', { customType: 'budget', data: { left: 12_000 } });
      else if (drawn < 0.32) add('label', { targetId: ids.at(-1), label: 'here' });
      else addCall(add, random, ids.length);
    }
  });
}

/** An answer that calls one tool or some, and what each of them gave. */
function addCall(add, random, number) {
  const count = random() < 0.2 ? 4 : 1;
  const calls = Array.from({ length: count }, (_, at) => {
    const name = NAMES[Math.floor(random() * NAMES.length)];
    return { type: 'toolCall', id: `toolu_${number}_${at}`, name, arguments: TOOLS[name](random) };
  });
  const { content, ...message } = answer(random, '', 'read');
  add('message', { message: { ...message, content: [...content.slice(0, -1), ...calls] } });
  for (const { id, name } of calls) {
    const text = { type: 'text', text: sourceText(random, resultChars(random)) };
    const shown =
      name === 'screenshot' ? [text, { type: 'image', mimeType: 'image/png', data: PNG }] : [text];
    add('message', {
      message: {
        role: 'toolResult',
        toolCallId: id,
        toolName: name,
        content: shown,
        isError: random() < 0.03,
      },
    });
  }
}

/** Sessions whose last entries are much work to show, by what they are. */
export const HEAVY = {
  'a result of 12.8 million characters': (add) => {
    add('message', {
      message: called([{ type: 'toolCall', id: 'c', name: 'bash', arguments: { command: 'cat it' } }]),
    });
    add('message', {
      message: result('c', 'bash', sourceText(randomFrom(1), 12_800_000).slice(0, 12_800_000)),
    });
  },
  'an answer with 10,000 calls': (add) => {
    const calls = Array.from({ length: 10_000 }, (_, at) => ({
      type: 'toolCall',
      id: `c${at}`,
      name: 'read',
      arguments: { path: `src/file-${at}.ts` },
    }));
    add('message', { message: called(calls) });
    for (const { id } of calls) add('message', { message: result(id, 'read', 'text of the file') });
  },
  'dense Markdown': (add) => {
    for (let at = 0; at < 12; at++) {
      add('message', { message: { role: 'user', content: 'And then?' } });
      add('message', { message: told(MARKDOWN.repeat(20)) });
    }
  },
};

/** Writes a session that ends in one of {@link HEAVY}. */
export function writeHeavy(file, what) {
  writeMessages(file, 'heavy', (add) => {
    add('message', { message: { role: 'user', content: 'Look at each file.' } });
    HEAVY[what](add);
  });
}

const told = (text) => ({ role: 'assistant', content: [{ type: 'text', text }], model: 'model-1' });
const called = (content) => ({ role: 'assistant', content, model: 'model-1' });
const result = (toolCallId, toolName, text) => ({
  role: 'toolResult',
  toolCallId,
  toolName,
  content: [{ type: 'text', text }],
  isError: false,
});

function writeMessages(file, name, fill) {
  const random = randomFrom(1);
  const { database, insert } = newSession(file, name);
  const ids = [];
  let timeMs = Date.parse('2026-03-01T10:00:00Z');
  const add = (type, fields) => {
    timeMs += 4_000;
    const id = entryId(timeMs, random);
    insert({ type, id, parentId: ids.at(-1) ?? null, timestamp: new Date(timeMs).toISOString(), ...fields });
    ids.push(id);
  };
  database.transaction(() => fill(add, ids))();
  database.close();
}
