import { type ThewayEntry, ThewayFile } from '../../src/main/samples/theway-file';

/** One call of a tool, and what it answered. */
export interface Call {
  readonly name: string;
  readonly arguments: unknown;
  readonly output: string;
  readonly isError?: boolean;
  readonly details?: object;
  /** What follows the text: images and other blocks. */
  readonly blocks?: readonly object[];
}

const ESC = '\u001b[';

const PATCH = `*** Begin Patch
*** Add File: docs/notes.md
+# Notes
+Taxes are rounded once.
*** Update File: src/cart.ts
@@ export function total
 export function total(items: readonly Item[]): number {
-  return items.reduce((sum, item) => sum + item.price, 0);
+  return items.reduce((sum, { price, count }) => sum + price * count, 0);
 }
*** Delete File: src/old-cart.ts
*** End Patch`;

/** A call of each kind that has a card of its own, and some that are hostile. */
export const CALLS: readonly Call[] = [
  {
    name: 'bash',
    arguments: { command: 'npm test -- cart', cwd: '/home/dev/shop' },
    output: `${ESC}32m✓${ESC}0m adds up ${ESC}2m(3 ms)${ESC}0m\n${ESC}1;31m✗ rounds once${ESC}0m\n  expected ${ESC}32m12.50${ESC}39m, got ${ESC}31m12.49${ESC}39m\n[exit 1]`,
    details: { command: 'npm test -- cart', exitCode: 1, isError: true },
  },
  {
    name: 'read',
    arguments: { path: 'src/cart.ts', offset: 41 },
    output: 'export function total(items) {\n\treturn items.length;\n}\n',
  },
  {
    name: 'edit',
    arguments: {
      path: 'src/cart.ts',
      old_string: 'export function total(items) {\n\treturn items.length;\n}\n',
      new_string:
        'export function total(items) {\n\treturn items.reduce(add, 0);\n}\n\nconst add = (sum, item) => sum + item.price;\n',
    },
    output: 'replaced 1 block(s)',
  },
  {
    name: 'edit',
    arguments: { path: 'src/tax.ts', edits: [{ oldText: 'a', newText: 'b' }] },
    output: 'the text was not found',
    isError: true,
  },
  {
    name: 'write',
    arguments: { path: 'src/tax.ts', content: 'export const tax = 0.19;\n' },
    output: 'wrote 25 bytes',
  },
  { name: 'apply_patch', arguments: { input: PATCH }, output: 'Done' },
  {
    name: 'grep',
    arguments: { pattern: 'total', path: 'src' },
    output:
      'src/cart.ts:41:export function total(items) {\nsrc/cart.ts-42-\treturn items.length;\n--\nsrc/page.ts:7:  const sum = total(cart);\n',
  },
  {
    name: 'todo_write',
    arguments: {
      todos: [
        { title: 'Find where the total is made', status: 'completed' },
        { title: 'Round once', status: 'in_progress' },
        { title: 'Write the test', status: 'pending' },
        { title: 'Change the page', status: 'cancelled' },
      ],
    },
    output: 'updated',
  },
  {
    name: 'mcp__tracker__create_issue',
    arguments: { title: 'Rounding', labels: ['bug'] },
    output: JSON.stringify(
      JSON.stringify({ id: 12345678901234567890n.toString(), url: 'https://example.com/12' }),
    ),
  },
  { name: 'bash', arguments: { command: 'true' }, output: '[exit 0]', details: { exitCode: 0 } },
  {
    name: 'bash',
    arguments: { command: 'printf hostile' },
    output: `a${ESC}2Jb${ESC}10;10Hc\u202egnp.exe\n${ESC}31m${'x'.repeat(100)}`,
  },
];

/** A session that calls each of {@link CALLS} in turn. */
export function writeToolSession(path: string, calls: readonly Call[] = CALLS): void {
  const file = new ThewayFile(path);
  file.setMeta({ id: 'tools', createdAt: '2026-03-01T10:00:00Z', cwd: '/home/dev/shop', path });
  file.append(entries(calls));
  file.close();
}

function* entries(calls: readonly Call[]): Generator<ThewayEntry> {
  let parentId: string | null = null;
  let timeMs = Date.parse('2026-03-01T10:00:00Z');
  const entry = (id: string, message: object): ThewayEntry => {
    timeMs += 1_500;
    const made = { type: 'message', id, parentId, timestamp: new Date(timeMs).toISOString(), message };
    parentId = id;
    return made;
  };
  yield entry('q', { role: 'user', content: 'The total is wrong. Find out why.' });
  for (const [
    at,
    { name, output, isError = false, details, blocks = [], arguments: args },
  ] of calls.entries()) {
    const content = [{ type: 'toolCall', id: `c${at}`, name, arguments: args }];
    yield entry(`a${at}`, { role: 'assistant', content });
    yield entry(`r${at}`, {
      role: 'toolResult',
      toolCallId: `c${at}`,
      toolName: name,
      content: [{ type: 'text', text: output }, ...blocks],
      isError,
      ...(details ? { details } : {}),
    });
  }
}
