import {
  BrowserWindow,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  ipcMain,
  type WebFrameMain,
} from 'electron';
import log from 'electron-log/main';
import { z } from 'zod';
import { DROPPED_CHANNEL, EVENT_CHANNEL, OPERATION_CHANNEL } from '../../shared/contract/channels';
import { fail, type Result } from '../../shared/contract/errors';
import {
  type EventName,
  type EventPayload,
  type OperationName,
  type OperationOutput,
  operations,
} from '../../shared/contract/operations';
import { isOwnPage } from './policy';

type ParsedInput<N extends OperationName> = z.output<(typeof operations)[N]['input']>;

/** One function an operation; it gets its parsed input and the frame that asks. */
export type OperationHandlers = {
  [N in OperationName]: (
    input: ParsedInput<N>,
    frame: WebFrameMain,
  ) => Result<OperationOutput<N>> | Promise<Result<OperationOutput<N>>>;
};

const DroppedPaths = z.array(z.string().min(1));

/** Answers the page of our own window, and nobody else. */
export function serveOperations(handlers: OperationHandlers, onDropped: (paths: string[]) => void): void {
  ipcMain.handle(
    OPERATION_CHANNEL,
    async (event, name: unknown, input: unknown): Promise<Result<unknown>> => {
      const frame = ownFrame(event);
      if (!frame) return fail('invalid-input', 'This page may not ask anything.');
      if (!isOperationName(name)) return fail('unknown-operation', 'There is no such operation.');
      return answer(handlers, name, input, frame);
    },
  );
  ipcMain.on(DROPPED_CHANNEL, (event, paths: unknown) => {
    const parsed = DroppedPaths.safeParse(paths);
    if (ownFrame(event) && parsed.success) onDropped(parsed.data);
  });
}

/** Sends an event to the page, if there is one. */
export function sendEvent<N extends EventName>(
  window: BrowserWindow | null,
  name: N,
  payload: EventPayload<N>,
): void {
  if (window && !window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, name, payload);
}

async function answer<N extends OperationName>(
  handlers: OperationHandlers,
  name: N,
  raw: unknown,
  frame: WebFrameMain,
): Promise<Result<unknown>> {
  const input = operations[name].input.safeParse(raw);
  if (!input.success) return fail('invalid-input', `Not a valid request: ${name}.`, input.error.message);
  try {
    // The schema of `name` parsed the input, so it is the input of that handler.
    return await handlers[name](input.data as ParsedInput<N>, frame);
  } catch (error) {
    log.error(name, error);
    return fail('internal', 'Something went wrong in Ramify itself. The log has the details.');
  }
}

/** The asking frame, if it is the main frame of our window on our own page; its frame is null once it went away. */
function ownFrame(event: IpcMainInvokeEvent | IpcMainEvent): WebFrameMain | null {
  const frame = event.senderFrame;
  if (!frame || !isOwnPage(frame.url)) return null;
  const window = BrowserWindow.fromWebContents(event.sender);
  return window && frame === window.webContents.mainFrame ? frame : null;
}

function isOperationName(name: unknown): name is OperationName {
  return typeof name === 'string' && Object.hasOwn(operations, name);
}
