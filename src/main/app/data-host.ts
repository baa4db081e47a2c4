import path from 'node:path';
import { type MessagePortMain, utilityProcess } from 'electron';
import log from 'electron-log/main';
import { type DataChannel, DataClient, HEAP_OPTION } from '../data-process/client';

/** Beside the built main script, since both are build inputs. */
const ENTRY = path.join(import.meta.dirname, 'data-process.js');
const MAX_LOGGED_CHARS = 2_000;

export type HostedClient = DataClient<MessagePortMain>;

/** Starts a data process of Electron's, and gives a client that asks it. */
export function startDataProcess(purpose: 'file' | 'job' | 'edit'): HostedClient {
  const child = utilityProcess.fork(ENTRY, [], {
    serviceName: `ramify-${purpose}`,
    execArgv: [`--js-flags=${HEAP_OPTION}`],
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr?.on('data', (text) =>
    log.warn(`data process (${purpose})`, String(text).slice(0, MAX_LOGGED_CHARS)),
  );
  child.once('exit', (code) => log.info(`data process (${purpose}) ended with code ${code}`));
  const channel: DataChannel<MessagePortMain> = {
    post: (message, ports) => child.postMessage(message, [...ports]),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
    kill: () => {
      // A process that is still being started cannot be ended yet, and says only that it was not.
      if (!child.kill()) child.once('spawn', () => child.kill());
    },
  };
  return new DataClient(channel);
}
