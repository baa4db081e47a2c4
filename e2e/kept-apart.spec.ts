import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './support/app';

const SESSION = '5d1f7b52-8f0e-4c39-9a55-0c7b6f1f2a10';

/** A record of Claude Code. */
function record(type: string, uuid: string, parentUuid: string | null, message: object, more = {}): string {
  const common = { isSidechain: false, sessionId: SESSION, timestamp: '2026-11-25T08:00:00.000Z' };
  return JSON.stringify({ ...common, type, uuid, parentUuid, message, ...more });
}

test('an output that Claude Code kept apart is in the card of its call, wherever it was written', async ({
  open,
  folder,
}) => {
  const name = 'toolu_1.txt';
  const persistedOutputPath = `/Users/mira/.claude/projects/shop/${SESSION}/tool-results/${name}`;
  const outputs = path.join(folder, SESSION, 'tool-results');
  mkdirSync(outputs, { recursive: true });
  writeFileSync(path.join(outputs, name), `${'kite 12\n'.repeat(400)}the last of the kites`);
  const file = path.join(folder, `${SESSION}.jsonl`);
  const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'grep -r kite' } };
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'Too large: 3 KB.' };
  const lines = [
    record('user', 'u', null, { role: 'user', content: 'List every kite.' }),
    record('assistant', 'c', 'u', { id: 'm', role: 'assistant', content: [call] }),
    record('user', 'r', 'c', { role: 'user', content: [result] }, { toolUseResult: { persistedOutputPath } }),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);

  const { page } = await open(file);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await conversation.getByRole('button', { name: /^Bash grep/ }).click();
  await expect(conversation).toContainText('Too large: 3 KB.');
  await conversation.getByRole('button', { name: `tool-results/${name}` }).click();
  await expect(conversation).toContainText('the last of the kites');
});
