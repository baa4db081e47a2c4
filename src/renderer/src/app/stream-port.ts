import { STREAM_PORT_MESSAGE } from '../../../shared/contract/bridge';

let lastStream = 0;

/**
 * Asks for a stream by `ask`, which is given its id, and waits for the port it comes on. Rejects with an
 * `OperationFailure`; a port that comes after `signal` was aborted is closed.
 */
export async function openStreamPort(
  ask: (streamId: string) => Promise<unknown>,
  signal: AbortSignal,
): Promise<MessagePort> {
  const streamId = `stream-${++lastStream}-${Date.now().toString(36)}`;
  const refused = new AbortController();
  const arrival = portOf(streamId, signal, refused.signal);
  // Whichever fails first is the error; the other must not be reported as unhandled.
  arrival.catch(() => undefined);
  try {
    await ask(streamId);
  } catch (reason) {
    refused.abort();
    throw reason;
  }
  return arrival;
}

/** Waits for the port; one that comes when it is no longer wanted is closed, and one that was refused does not come. */
function portOf(streamId: string, signal: AbortSignal, refused: AbortSignal): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    let isWanted = true;
    function stop() {
      isWanted = false;
      reject(new DOMException('The stream is no longer wanted.', 'AbortError'));
    }
    function receive(event: MessageEvent<unknown>) {
      const port = event.ports[0];
      // Only this page itself, through its preload, has a say.
      if (event.source !== window || !isStreamMessage(event.data, streamId) || !port) return;
      window.removeEventListener('message', receive);
      signal.removeEventListener('abort', stop);
      // Closing it tells the other end that nobody listens.
      if (!isWanted) port.close();
      else resolve(port);
    }
    window.addEventListener('message', receive);
    refused.addEventListener('abort', () => window.removeEventListener('message', receive), { once: true });
    signal.addEventListener('abort', stop, { once: true });
  });
}

function isStreamMessage(data: unknown, streamId: string): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === STREAM_PORT_MESSAGE &&
    'streamId' in data &&
    data.streamId === streamId
  );
}
