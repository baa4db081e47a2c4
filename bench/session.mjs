// A theway session as long work with an agent leaves it: short questions, answers with a tool call each, and results
// with source text and the output of commands, most of them below 4 KB and a few of a megabyte; now and then the leaf
// moves back and another branch begins. Made from a seed: the same file each time.
import { ENTRIES, newSession } from './chain.mjs';

export const BRANCHES = 1_000;

const LINES = [
  'export function total(items: readonly Item[]): number {',
  '  return items.reduce((sum, { price, count }) => sum + price * count, 0);',
  '  if (name === \'\') throw new Error("No name in " + file);',
  '\tfor (const [key, value] of Object.entries(options)) {',
  '    const parsed = JSON.parse(readFileSync(path.join(folder, "config.json"), "utf8"));',
  '}',
  '',
  '// The cache is kept by size and time: a file that was written twice in one tick is read again.',
  ' M src/server/routes.ts',
  'ok 14 - answers 404 for a page that is not there (3 ms)',
  '        at Object.<anonymous> (/home/dev/shop/src/cart.test.ts:41:19)',
  'The price is rounded once, at the end: 12,50 € — not line by line.',
];
const WORDS = 'the cart keeps its items when a price changes so the total must be made anew from them'.split(
  ' ',
);
export const TOOLS = ['read', 'bash', 'edit', 'grep'];

/** Writes the session; what is drawn at random depends on the seed alone. */
export function writeSession(file, seed = 1) {
  const random = randomFrom(seed);
  const { database, insert } = newSession(file, 'long');
  const ids = [];
  let parentId = null;
  let timeMs = Date.parse('2026-03-01T10:00:00Z');
  const add = (type, fields) => {
    timeMs += Math.floor(random() * 20_000);
    const timestamp = new Date(timeMs).toISOString();
    const id = entryId(timeMs, random);
    insert({ type, id, parentId, timestamp, ...fields });
    ids.push(id);
    parentId = id;
  };
  database.transaction(() => {
    while (ids.length < ENTRIES) {
      if (random() < (2.15 * BRANCHES) / ENTRIES && ids.length > 100) {
        const targetId = ids[Math.floor(random() * ids.length)];
        add('leaf', { targetId });
        parentId = targetId;
      }
      if (random() < 0.15) add('message', { message: question(random) });
      const callId = `toolu_${ids.length}`;
      const toolName = TOOLS[Math.floor(random() * TOOLS.length)];
      add('message', { message: answer(random, callId, toolName) });
      const content = [{ type: 'text', text: sourceText(random, resultChars(random)) }];
      add('message', {
        message: { role: 'toolResult', toolCallId: callId, toolName, content, isError: random() < 0.03 },
      });
    }
  })();
  database.close();
}

export function question(random) {
  return { role: 'user', content: [{ type: 'text', text: prose(random, 60 + random() * 600) }] };
}

export function answer(random, id, name) {
  const args =
    name === 'edit'
      ? { path: 'src/cart.ts', newText: sourceText(random, 200 + random() * 2000) }
      : { path: 'src/cart.ts' };
  return {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: prose(random, 100 + random() * 700), signature: 'c2lnbmF0dXJl' },
      { type: 'text', text: prose(random, 40 + random() * 300) },
      { type: 'toolCall', id, name, arguments: args },
    ],
    usage: { input: 1200, output: 340, cacheRead: 52_000, cacheWrite: 800, totalTokens: 54_340 },
    model: 'model-1',
    stopReason: 'toolUse',
  };
}

/** The share of results that have a megabyte. */
export const MEGABYTE_RESULTS = 1 / 20_000;

/** Median 1.5 KB, three quarters below 4 KB, a few of a megabyte. */
export function resultChars(random, megabyteResults = MEGABYTE_RESULTS) {
  if (random() < megabyteResults) return 1_000_000;
  const normal = Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random());
  return Math.min(50_000, Math.exp(Math.log(1_500) + normal * 1.4));
}

export function sourceText(random, chars) {
  let text = '';
  while (text.length < chars) text += `${LINES[Math.floor(random() * LINES.length)]}\n`;
  return text;
}

function prose(random, chars) {
  let text = '';
  while (text.length < chars) text += `${WORDS[Math.floor(random() * WORDS.length)]} `;
  return text;
}

/** As a UUIDv7 is: the time, then random digits. */
export function entryId(timeMs, random) {
  const digits = (count) =>
    Math.floor(random() * 16 ** count)
      .toString(16)
      .padStart(count, '0');
  const time = timeMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-a${digits(3)}-${digits(12)}`;
}

/** Numbers from 0 up to 1 (mulberry32). */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
