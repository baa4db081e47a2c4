import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, root, test } from './support/app';
import { writeForeignStore } from './support/stores';

/** A store whose log holds what its program, killed in the middle, did not write back: it is read from a copy. */
async function writeAbandonedStore(file: string): Promise<void> {
  writeForeignStore(file);
  const script = `
    const database = new (require('better-sqlite3'))(process.argv[1]);
    database.prepare("INSERT INTO session_items (session_id, payload) VALUES ('late', ?)").run('{"role":"user","content":"late"}');
    process.kill(process.pid, 'SIGKILL');
  `;
  const writer = spawn(process.execPath, ['-e', script, file], { cwd: root, stdio: 'ignore' });
  await new Promise((resolve) => writer.once('exit', resolve));
}

const copiesIn = (userData: string) => readdirSync(path.join(userData, 'database-copies'));

test('the copy a file was read from is deleted when the file is closed, and when the app quits', async ({
  start,
  folder,
  userData,
}) => {
  const file = path.join(folder, 'store.sqlite3');
  await writeAbandonedStore(file);
  const { app, page } = await start({ files: [file] });
  await expect(page.getByText('late').first()).toBeVisible();
  expect(copiesIn(userData)).not.toEqual([]);
  await page.keyboard.press('ControlOrMeta+w');
  await expect.poll(() => copiesIn(userData)).toEqual([]);

  await page
    .getByLabel('Recent files')
    .getByRole('button', { name: /^store/ })
    .click();
  await expect(page.getByText('late').first()).toBeVisible();
  expect(copiesIn(userData)).not.toEqual([]);
  await app.close();
  expect(copiesIn(userData)).toEqual([]);
});

test('what an app ended by force left behind is deleted by the next start', async ({
  start,
  folder,
  userData,
}) => {
  const file = path.join(folder, 'store.sqlite3');
  await writeAbandonedStore(file);
  const { app, page } = await start({ files: [file] });
  await expect(page.getByText('late').first()).toBeVisible();
  const ended = new Promise((resolve) => app.process().once('exit', resolve));
  app.process().kill('SIGKILL');
  await ended;
  expect(copiesIn(userData)).not.toEqual([]);
  await start({ keepSettings: true });
  await expect.poll(() => copiesIn(userData)).toEqual([]);
});
