/** The Electron main process: windows and routing. Files are read in data processes. */
import path from 'node:path';
import { app, session } from 'electron';
import log from 'electron-log/main';
import { z } from 'zod';
import { type StartArguments, startArguments } from './app/arguments';
import { registerPageScheme, servePage } from './app/page-protocol';
import { lockDownContents, lockDownSession } from './app/policy';
import { RamifyApp } from './app/ramify-app';

const userData = process.env.RAMIFY_USER_DATA;
if (userData) app.setPath('userData', userData);

/** What a second start hands over to the running app: absolute paths, since it has another working folder. */
const SecondStart = z.object({ paths: z.array(z.string()), links: z.array(z.string()) });

const asked: StartArguments = startArguments(process.argv, process.cwd(), app.isPackaged);

if (!app.requestSingleInstanceLock(asked satisfies z.infer<typeof SecondStart>)) {
  app.quit();
} else {
  log.transports.file.resolvePathFn = () => path.join(app.getPath('userData'), 'logs', 'main.log');
  log.transports.console.level = app.isPackaged ? false : 'warn';
  log.errorHandler.startCatching({ showDialog: false });

  // Root on Linux starts with --no-sandbox, since Chromium refuses its sandbox there; the two together end every child.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  registerPageScheme();
  app.on('web-contents-created', (_event, contents) => lockDownContents(contents));
  app.on('window-all-closed', () => app.quit());
  // macOS hands over files and links by events, those of a start before the app is ready.
  let open = ({ paths, links }: StartArguments) => {
    asked.paths.push(...paths);
    asked.links.push(...links);
  };
  app.on('open-file', (event, file) => {
    event.preventDefault();
    open({ paths: [file], links: [] });
  });
  app.on('open-url', (event, link) => {
    event.preventDefault();
    open({ paths: [], links: [link] });
  });

  void app.whenReady().then(() => {
    lockDownSession(session.defaultSession);
    servePage(path.join(import.meta.dirname, '../renderer'));
    const ramify = new RamifyApp();
    open = (wanted) => {
      ramify.showWindow();
      void ramify.open(wanted);
    };
    app.on('second-instance', (_event, _argv, _folder, data) => {
      ramify.showWindow();
      const started = SecondStart.safeParse(data);
      if (started.success) void ramify.open(started.data);
    });
    app.on('activate', () => ramify.showWindow());
    app.on('will-quit', () => ramify.stop());
    ramify.start(asked);
  });
}
