import type { Page } from '@playwright/test';
import { type ThewayEntry, ThewayFile } from '../../src/main/samples/theway-file';

const START_MS = Date.UTC(2026, 2, 1, 10);

/** Messages one second apart. */
class Teller {
  readonly entries: ThewayEntry[] = [];

  say(id: string, parentId: string | null, role: string, content: unknown, more: object = {}): void {
    this.add('message', id, parentId, { message: { role, content, ...more } });
  }

  add(type: string, id: string, parentId: string | null, fields: object): void {
    const timestamp = new Date(START_MS + this.entries.length * 1000).toISOString();
    this.entries.push({ type, id, parentId, timestamp, ...fields });
  }
}

function write(path: string, entries: readonly ThewayEntry[]): void {
  const file = new ThewayFile(path);
  file.setMeta({ id: 'session-1', createdAt: '2026-03-01T10:00:00Z', cwd: '/home/dev/shop', path });
  file.append(entries);
  file.close();
}

const usage = (totalTokens: number, total: number) => ({
  usage: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens, cost: { total } },
});
const text = (words: string) => ({ type: 'text', text: words });
const call = (id: string, name: string, args: object) => ({ type: 'toolCall', id, name, arguments: args });
const answer = (toolCallId: string, toolName: string, isError = false) => ({ toolCallId, toolName, isError });

const SOURCE = Array.from({ length: 6 }, (_, line) => `line ${line + 1} of the cache`).join('\n');

/** A question that was answered twice, both times by reading one file first; the second answer is the active one. */
export function writeForkedSession(path: string): void {
  const teller = new Teller();
  teller.say('q', null, 'user', 'Where is the leak?');
  const read = { path: 'src/cache.ts' };
  teller.say(
    'l1',
    'q',
    'assistant',
    [text('I will look at the old cache.'), call('c1', 'read', read)],
    usage(1200, 0.01),
  );
  teller.say('l2', 'l1', 'toolResult', [text(SOURCE)], answer('c1', 'read'));
  teller.say('l3', 'l2', 'assistant', [call('c2', 'bash', { command: 'npm test' })], usage(1200, 0.02));
  teller.say('l4', 'l3', 'toolResult', [text('2 tests failed')], answer('c2', 'bash', true));
  teller.say('r0', 'q', 'user', 'Look at the cache, and do not run anything.');
  teller.say(
    'r1',
    'r0',
    'assistant',
    [text('I will look at the new cache.'), call('d1', 'read', read)],
    usage(1500, 0.01),
  );
  teller.say('r2', 'r1', 'toolResult', [text(SOURCE)], answer('d1', 'read'));
  const edit = { path: 'src/cache.ts', old_string: 'line 3', new_string: 'line three' };
  teller.say('r3', 'r2', 'assistant', [call('d2', 'edit', edit)], usage(1800, 0.01));
  teller.say('r4', 'r3', 'toolResult', [text('Replaced 1 of 1.')], answer('d2', 'edit'));
  write(path, teller.entries);
}

/** A chain with a compaction that keeps one entry, a summary of a branch, a custom message, and a label. */
export function writeCompactedSession(path: string): void {
  const teller = new Teller();
  teller.say('u1', null, 'user', 'Where is the leak?');
  teller.say('a1', 'u1', 'assistant', [text('It may be in the cache.')], usage(5000, 0.01));
  teller.say('u2', 'a1', 'user', 'Then fix the cache.');
  teller.add('compaction', 'com', 'u2', {
    summary: 'They looked at the cache.',
    firstKeptEntryId: 'u2',
    tokensBefore: 5000,
  });
  teller.add('branch_summary', 'bra', 'com', { fromId: 'a1', summary: 'Another branch ran the tests.' });
  teller.add('label', 'lab', 'bra', { targetId: 'u2', label: 'the fix' });
  teller.add('custom_message', 'cus', 'lab', {
    customType: 'note',
    content: 'Mind the budget.',
    display: false,
  });
  teller.say('a3', 'cus', 'assistant', [text('It is fixed.')], usage(900, 0.01));
  write(path, teller.entries);
}

/** Two branches whose texts, tools and paths try to be something else. */
export function writeHostileFork(path: string): void {
  const teller = new Teller();
  teller.say('q', null, 'user', 'Why?');
  for (const side of ['l', 'r']) {
    const words = `\u202e${side} <img src=x onerror=alert(1)> **bold** \ud800 [${side}](javascript:alert(1))`;
    teller.say(`${side}1`, 'q', 'assistant', [
      text(words),
      call('c', `read\u0007${side}`, { path: `src/\u202e${side}.ts`, ['__proto__']: side }),
    ]);
    teller.say(`${side}2`, `${side}1`, 'toolResult', [text(`\u001b[2J${words}`)], answer('c', 'read', true));
  }
  write(path, teller.entries);
}

/** A question with two branches of so many entries each, which differ in every hundredth. */
export function writeLongForkedSession(path: string, length: number): void {
  const teller = new Teller();
  teller.say('q', null, 'user', 'Where is the leak?');
  for (const side of ['l', 'r']) {
    for (let at = 0; at < length; at++) {
      const parent = at === 0 ? 'q' : `${side}${at - 1}`;
      const words =
        at % 100 === 50 ? `Said on the ${side === 'l' ? 'left' : 'right'} only, ${at}.` : `Step ${at}.`;
      teller.say(`${side}${at}`, parent, at % 2 === 0 ? 'assistant' : 'user', [text(words)]);
    }
  }
  write(path, teller.entries);
}

/** Does what the command palette finds first. */
export async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill(name);
  await page.keyboard.press('Enter');
}
