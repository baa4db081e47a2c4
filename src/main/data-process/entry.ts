/**
 * A data process: serves one file to whoever started it, over Electron's utility process port or
 * over the IPC channel of Node's `child_process.fork`.
 */
import type { StreamPort } from './requests';
import { DataServer } from './serve';

/** Electron's `process.parentPort`, in the part used here; this file must load without Electron. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown; ports: StreamPort[] }) => void): void;
}

// Electron adds the property to `process`; plain Node has none.
const { parentPort } = process as unknown as { parentPort?: ParentPort };

if (parentPort) {
  const server = new DataServer((message) => parentPort.postMessage(message));
  parentPort.on('message', ({ data, ports }) => void server.receive(data, ports));
} else {
  const server = new DataServer((message) => void process.send?.(message));
  process.on('message', (data) => void server.receive(data, []));
  process.on('disconnect', () => process.exit());
}
