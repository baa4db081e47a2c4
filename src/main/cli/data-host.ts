import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DataClient, HEAP_OPTION } from '../data-process/client';

/** Beside the built command line, since both are build inputs. */
const ENTRY = fileURLToPath(new URL('./data-process.js', import.meta.url));

/** Starts a data process of Node's, and gives a client that asks it. */
export function startDataProcess(): DataClient {
  const child = fork(ENTRY, [], {
    execArgv: [HEAP_OPTION],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new DataClient({
    post: (message) => void child.send(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
    kill: () => void child.kill('SIGKILL'),
  });
}
