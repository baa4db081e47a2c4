import { HEADS_PORT_MESSAGE } from '../../../shared/contract/bridge';
import { call } from './bridge';

let lastStream = 0;

/**
 * Asks for the heads of a session and waits for the port they come on. Rejects with an
 * `OperationFailure`; a port that comes after `signal` was aborted is closed.
 */
export async function openHeadsPort(
  fileId: string,
  sessionId: string,
  signal: AbortSignal,
): Promise<MessagePort> {
  const streamId = `heads-${++lastStream}-${Date.now().toString(36)}`;
  const arrival = portOf(streamId, signal);
  // Whichever fails first is the error; the other must not be reported as unhandled.
  arrival.catch(() => undefined);
  await call('session.heads', { fileId, sessionId, streamId });
  return arrival;
}

function portOf(streamId: string, signal: AbortSignal): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    function stop() {
      window.removeEventListener('message', receive);
      reject(new DOMException('The heads are no longer wanted.', 'AbortError'));
    }
    function receive(event: MessageEvent<unknown>) {
      const port = event.ports[0];
      // Only this page itself, through its preload, has a say.
      if (event.source !== window || !isHeadsMessage(event.data, streamId) || !port) return;
      window.removeEventListener('message', receive);
      signal.removeEventListener('abort', stop);
      resolve(port);
    }
    window.addEventListener('message', receive);
    signal.addEventListener('abort', stop, { once: true });
  });
}

function isHeadsMessage(data: unknown, streamId: string): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === HEADS_PORT_MESSAGE &&
    'streamId' in data &&
    data.streamId === streamId
  );
}
