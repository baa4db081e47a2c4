import { expect, test } from './support/app';

test('the page has the bridge and nothing else of Node or Electron', async ({ open }) => {
  const { page } = await open();
  const seen = await page.evaluate(() => ({
    require: typeof (globalThis as { require?: unknown }).require,
    process: typeof (globalThis as { process?: unknown }).process,
    bridge: Object.keys(window.ramify).sort(),
  }));
  expect(seen).toEqual({ require: 'undefined', process: 'undefined', bridge: ['call', 'on', 'openDropped'] });
});

test('the window runs sandboxed and isolated', async ({ open }) => {
  const { app } = await open();
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // Not in the typings, and the only way to see the effective values.
    return (
      contents as unknown as { getLastWebPreferences(): Record<string, unknown> }
    ).getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
  });
});

test('the policy stops inline script and style, eval and markup from strings', async ({ open }) => {
  const { page } = await open();
  const stopped = await page.evaluate(async () => {
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(event.effectiveDirective),
    );
    const attempt = (run: () => unknown) => {
      try {
        run();
        return 'ran';
      } catch (error) {
        return error instanceof Error ? error.name : 'threw';
      }
    };
    // What the debugger itself evaluates is exempt from the policy; the next task is not.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    document.head.append(style);
    const result = {
      eval: attempt(() => new Function('return 1')()),
      worker: attempt(() => new Worker('app://renderer/other.js')),
      policy: attempt(() =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
        ).trustedTypes.createPolicy('page-workers', { createScriptURL: (url: string) => url }),
      ),
      markup: attempt(() => {
        // biome-ignore lint/plugin: the page's policy has to refuse what the linter would have
        document.body.innerHTML = '<b>x</b>';
      }),
      script: attempt(() => {
        const script = document.createElement('script');
        script.textContent = 'window.hasRun = true';
        document.body.append(script);
      }),
    };
    await new Promise((resolve) => setTimeout(resolve, 200));
    return {
      ...result,
      hasRun: 'hasRun' in window,
      isHidden: getComputedStyle(document.body).display === 'none',
      violations: [...new Set(violations)].sort(),
    };
  });
  expect(stopped.eval).toBe('EvalError');
  // Workers start by the page's own policy only, and that is made once.
  expect(stopped.worker).toBe('TypeError');
  expect(stopped.policy).toBe('TypeError');
  expect(stopped.markup).toBe('TypeError');
  expect(stopped.script).toBe('TypeError');
  expect(stopped.hasRun).toBe(false);
  expect(stopped.isHidden).toBe(false);
  expect(stopped.violations).toContain('style-src-elem');
});

test('nothing outside the built page can be fetched, however it is written', async ({ open }) => {
  const { page } = await open();
  const statuses = await page.evaluate(() =>
    Promise.all(
      [
        '/../../../package.json',
        '/%2e%2e/%2e%2e/package.json',
        '/..%2f..%2fpackage.json',
        '/etc/passwd',
        '//etc/passwd',
        '/index.html%00.js',
      ].map((path) =>
        fetch(`app://renderer${path}`).then(
          (response) => response.status,
          () => 'refused',
        ),
      ),
    ),
  );
  expect(statuses.every((status) => status === 404 || status === 'refused')).toBe(true);
});

test('the page cannot leave, open windows, or reach the network', async ({ open }) => {
  const { app, page } = await open();
  const before = page.url();
  const reached = await page.evaluate(async () => {
    const opened = window.open('https://example.com/');
    location.href = 'https://example.com/';
    const fetched = await fetch('http://127.0.0.1:9/').then(
      () => 'reached',
      () => 'refused',
    );
    return { opened: opened !== null, fetched };
  });
  await page.waitForTimeout(300);
  expect(reached).toEqual({ opened: false, fetched: 'refused' });
  expect(page.url()).toBe(before);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('every permission but writing to the clipboard is denied', async ({ open }) => {
  const { page } = await open();
  const answers = await page.evaluate(async () => ({
    notification: await Notification.requestPermission(),
    camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'granted',
      () => 'denied',
    ),
    location: await new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('granted'),
        () => resolve('denied'),
      ),
    ),
  }));
  expect(answers).toEqual({ notification: 'denied', camera: 'denied', location: 'denied' });
});

test('operations refuse what the contract does not allow, with a code', async ({ open, folder }) => {
  const { page } = await open();
  const codes = await page.evaluate(async (path) => {
    // What a page that was taken over would send.
    const call = window.ramify.call as unknown as (
      name: string,
      input: unknown,
    ) => Promise<{ error?: { code: string } }>;
    const code = async (name: string, input: unknown) => (await call(name, input)).error?.code;
    return {
      unknown: await code('files.delete', {}),
      prototype: await code('constructor', {}),
      shape: await code('files.close', { fileId: 7 }),
      extra: await code('files.list', { more: 1 }),
      foreignPath: await code('files.openRecent', { path }),
      notOpen: await code('session.bodies', { fileId: 'x', sessionId: 's', rows: [0] }),
      tooMany: await code('session.bodies', { fileId: 'x', sessionId: 's', rows: Array(500).fill(0) }),
      scriptLink: await code('app.openLink', { url: 'javascript:alert(1)' }),
      fileLink: await code('app.openLink', { url: 'file:///etc/passwd' }),
      hiddenLink: await code('app.openLink', { url: 'java\nscript:alert(1)' }),
      userLink: await code('app.openLink', { url: 'https://bank.example@evil.example/' }),
    };
  }, `${folder}/secret.db`);
  expect(codes).toEqual({
    unknown: 'unknown-operation',
    prototype: 'unknown-operation',
    shape: 'invalid-input',
    extra: 'invalid-input',
    foreignPath: 'invalid-input',
    notOpen: 'file-not-open',
    tooMany: 'invalid-input',
    scriptLink: 'invalid-input',
    fileLink: 'invalid-input',
    hiddenLink: 'invalid-input',
    userLink: 'invalid-input',
  });
});
