import path from 'node:path';
import { ThewayFile } from '../src/main/samples/theway-file';
import { expect, test } from './support/app';
import { message } from './support/stores';
import { chooseInDialog } from './support/window';

const HOSTILE = [
  '<img src=x onerror="window.hasRun = 1"><script>window.hasRun = 2</script>',
  '[click](javascript:window.hasRun=3) [data](data:text/html,<script>1</script>) [file](file:///etc/passwd)',
  '![remote](https://example.invalid/pixel.png?secret) ![svg](data:image/svg+xml;base64,PHN2Zz4=)',
  '<iframe src="https://example.invalid"></iframe><a href="https://example.invalid">go</a>',
  'plain \u202egnp.exe and \u200b zero width',
  '[good](https://example.com/path)',
].join('\n\n');

test('text of a session neither runs, nor loads, nor hides anything', async ({ start, folder }) => {
  const file = path.join(folder, 'hostile.db');
  const session = new ThewayFile(file);
  session.setMeta({ id: 'hostile', createdAt: '', cwd: '/', path: file });
  session.append([
    message('m1', null, 'user', HOSTILE),
    message('m2', 'm1', 'assistant', [
      { type: 'text', text: HOSTILE },
      { type: 'thinking', thinking: HOSTILE },
      { type: 'toolCall', id: 'c1', name: '<b>bash</b>', arguments: { html: HOSTILE } },
      {
        type: 'image',
        mimeType: 'image/svg+xml',
        data: Buffer.from('<svg onload="hasRun=4"/>').toString('base64'),
      },
      { type: 'image', mimeType: 'image/png', data: 'this is no image!' },
    ]),
    message('m3', 'm2', 'toolResult', [{ type: 'text', text: HOSTILE }], {
      toolCallId: 'c1',
      toolName: 'bash',
      isError: false,
    }),
    { type: 'session_info', id: 's1', parentId: 'm3', timestamp: 'not a time', name: '<i>name</i> \u202e' },
  ]);
  session.close();

  const { app, page } = await start();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await chooseInDialog(app, file);
  await app.evaluate(({ dialog, shell }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
    Object.assign(globalThis, { opened: [] as string[] });
    shell.openExternal = (url) => {
      (globalThis as unknown as { opened: string[] }).opened.push(url);
      return Promise.resolve();
    };
  });
  await page.getByRole('button', { name: 'Open file…' }).click();
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation).toContainText('onerror="window.hasRun = 1"');
  const folded = conversation.getByRole('button', { expanded: false });
  for (let left = await folded.count(); left > 0; left--) await folded.first().click();
  await expect(conversation).toContainText('<script>window.hasRun = 2</script>');

  const seen = await page.evaluate(() => ({
    hasRun: 'hasRun' in window,
    elements: document.querySelectorAll('iframe, object, embed, [onerror], img[src^="http"], img[src*="svg"]')
      .length,
    links: [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')),
    bidi: (document.body.textContent ?? '').includes('\u202e'),
  }));
  expect(seen.hasRun).toBe(false);
  expect(seen.elements).toBe(0);
  expect(seen.links.filter((href) => !href?.startsWith('https://'))).toEqual([]);
  expect(seen.bidi).toBe(false);
  expect(requests.filter((url) => !url.startsWith('app://renderer/') && !url.startsWith('blob:'))).toEqual(
    [],
  );
  expect(errors).toEqual([]);

  await conversation.getByText('good', { exact: true }).last().click();
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened))
    .toEqual(['https://example.com/path']);
  expect(page.url()).toMatch(/^app:\/\/renderer\//);
});
