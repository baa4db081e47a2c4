import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, root, test } from './support/app';

const SAMPLES = path.join(root, 'src/main/formats/opencode/samples');
const PARENT = 'ses_inv0001parent000000000000';

test('the database of OpenCode: a call shows its result, and a task leads to the session that it started', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'opencode.db');
  const database = new Database(file);
  database.exec(readFileSync(path.join(SAMPLES, 'sessions.sql'), 'utf8'));
  database.close();
  const { page } = await open(file);
  await page.getByText('Wind the clock', { exact: true }).first().click();
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const failed = conversation.getByRole('button', { name: /^bash/ });
  await expect(failed).toContainText('error');
  await expect(failed).toContainText('1.0 s');
  await conversation.getByRole('button', { name: /^task/ }).click();
  await expect(conversation).toContainText('Under the mat.');
  await conversation.getByRole('button', { name: 'Open its transcript' }).click();
  await expect(page.getByRole('banner')).toContainText('Find the key (@general subagent)');
  await expect(conversation).toContainText('Where is the key?');
});

test('the JSON files of OpenCode: the file of a part opens the session that it is of', async ({
  open,
  folder,
}) => {
  const put = (sample: string, name: string) => {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    cpSync(path.join(SAMPLES, sample), path.join(folder, name));
  };
  put('session.json', `session/global/${PARENT}.json`);
  put('message.json', `message/${PARENT}/msg_inv02.json`);
  put('part.json', 'part/msg_inv02/prt_inv05.json');
  const { page } = await open(path.join(folder, 'part/msg_inv02/prt_inv05.json'));
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await conversation.getByRole('button', { name: /^bash/ }).click();
  await expect(conversation).toContainText('click');
  await expect(page.getByRole('banner')).toContainText('Wind the clock');
});
