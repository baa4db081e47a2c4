import { type ThewayEntry, ThewayFile } from '../../src/main/samples/theway-file';
import { plainPng } from './images';

const ANSWER = `The cents are lost in \`round.ts\`: each line is rounded, and then the sum is.

| place | rounds | loses |
| --- | --- | ---: |
| \`cart.ts\` | each line | 0.01 |
| \`tax.ts\` | the tax | 0.00 |

\`\`\`ts
/** The price of a cart, rounded once. */
export function total(items: readonly Item[]): number {
  const cents = items.reduce((sum, { price, count }) => sum + price * count, 0);
  return Math.round(cents) / 100; // half up
}
\`\`\`

1. Round the sum, see [how it is done elsewhere](https://example.org/rounding).
2. Leave the lines as they are.

> Rounding is the last step.

Energy is $E = mc^2$ here, as text. A hidden word: ad\u202emin.`;

/** A session with each kind of content that is no tool call of its own kind: in the order of a working day. */
export function writeEveryKind(path: string): void {
  const file = new ThewayFile(path);
  file.setMeta({ id: 'every-kind', createdAt: '2026-03-01T10:00:00Z', cwd: '/home/dev/shop', path });
  file.append(entries());
  file.close();
}

function* entries(): Generator<ThewayEntry> {
  let parentId: string | null = null;
  let count = 0;
  const entry = (type: string, fields: object): ThewayEntry => {
    const timestamp = new Date(Date.parse('2026-03-01T10:00:00Z') + count * 4_000).toISOString();
    const made: ThewayEntry = { type, id: `e${count}`, parentId, timestamp, ...fields };
    parentId = made.id;
    count += 1;
    return made;
  };
  const say = (role: string, content: unknown, more: object = {}) =>
    entry('message', { message: { role, content, timestamp: count, ...more } });
  const call = (id: string, name: string, args: object) => ({ type: 'toolCall', id, name, arguments: args });
  const pdf = Buffer.from(Array.from({ length: 48_213 }, (_, at) => (at * 131 + (at >> 7)) % 256));

  yield say('user', [
    {
      type: 'text',
      text: 'The total is wrong by a cent. Here is the page, and the invoice it should match.',
    },
    { type: 'image', mimeType: 'image/png', data: plainPng(640, 220, [40, 90, 160]) },
    { type: 'document', title: 'invoice.pdf', mimeType: 'application/pdf', data: pdf.toString('base64') },
  ]);
  yield say(
    'assistant',
    [
      {
        type: 'thinking',
        thinking: 'The lines are rounded one by one. I should look where the sum is made.',
      },
      { type: 'text', text: ANSWER },
    ],
    { model: 'm-1', usage: { input: 1_200, output: 340 } },
  );
  yield entry('compaction', {
    summary: '## So far\n\nThe sum is made in `cart.ts`; it rounds **each line**.',
    firstKeptEntryId: 'e1',
    tokensBefore: 48_200,
  });
  yield entry('branch_summary', {
    fromId: 'e0',
    summary: 'Another way was tried: rounding down. It was worse.',
  });
  yield entry('custom_message', {
    customType: 'reminder',
    content: 'Run the tests before you answer.',
    display: true,
  });
  yield entry('custom', { customType: 'budget', data: { left: 12_000, unit: 'tokens' } });
  yield say('assistant', [
    call('c1', 'bash', { command: 'npm test -- cart' }),
    call('c2', 'notes', { topic: 'rounding' }),
  ]);
  yield say('toolResult', [{ type: 'text', text: 'Permission denied: npm' }], {
    toolCallId: 'c1',
    toolName: 'bash',
    isError: true,
  });
  yield say('user', 'Try again.');
  yield say('assistant', [{ type: 'text', text: 'Once more.' }], {
    stopReason: 'error',
    errorMessage: 'The server is overloaded. Try again later.',
  });
  yield say('assistant', [call('c3', 'bash', { command: 'npm test -- cart --watch' })]);
}
